package dev.myriarch.config;

import dev.myriarch.base.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the sections of one configuration share while it is decoded. Confined to one thread. */
final class Decoding {
    private final Environment environment;
    private final Problems problems;
    private final List<Setting> settings = new ArrayList<>();
    private final List<SecretFile> secretFiles = new ArrayList<>();
    private final List<SecretFile> files = new ArrayList<>();
    private final Map<String, Value> effective = new LinkedHashMap<>();

    Decoding(Environment environment, Problems problems) {
        this.environment = environment;
        this.problems = problems;
    }

    Environment environment() {
        return environment;
    }

    Problems problems() {
        return problems;
    }

    void add(Setting setting) {
        settings.add(setting);
    }

    void add(SecretFile file) {
        secretFiles.add(file);
    }

    /** A file that a setting names, a secret or not. */
    void addFile(SecretFile file) {
        files.add(file);
    }

    /** What counts at a path in the end; later ones replace earlier ones. */
    void setEffective(String path, Value value) {
        effective.put(path, value);
    }

    List<SecretFile> files() {
        return files;
    }

    /** Values by the path of their setting. */
    Map<String, Value> effective() {
        return effective;
    }

    List<Setting> settings() {
        return settings;
    }

    List<SecretFile> secretFiles() {
        return secretFiles;
    }
}
