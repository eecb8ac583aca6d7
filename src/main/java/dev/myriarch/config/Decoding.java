package dev.myriarch.config;

import java.util.ArrayList;
import java.util.List;

/** What the sections of one configuration share while it is decoded. Confined to one thread. */
final class Decoding {
    private final Environment environment;
    private final Problems problems;
    private final List<Setting> settings = new ArrayList<>();
    private final List<SecretFile> secretFiles = new ArrayList<>();

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

    List<Setting> settings() {
        return settings;
    }

    List<SecretFile> secretFiles() {
        return secretFiles;
    }
}
