package dev.myriarch.config;

import dev.myriarch.base.Value;
import dev.myriarch.yaml.YamlException;
import dev.myriarch.yaml.YamlLimits;
import dev.myriarch.yaml.YamlNode;
import dev.myriarch.yaml.YamlNode.MappingNode;
import dev.myriarch.yaml.YamlReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Builds settings from a file, the variables of the process and the defaults of a mode. Every
 * method throws {@link ConfigException} with all problems at once.
 */
public final class ConfigLoader {
    private static final int MAX_BYTES = 1 << 20;
    private static final YamlLimits LIMITS = new YamlLimits(MAX_BYTES, 20, 20_000);

    private final Mode mode;
    private final Map<String, String> variables;

    /**
     * @param variables of the process
     */
    public ConfigLoader(Mode mode, Map<String, String> variables) {
        this.mode = mode;
        this.variables = Map.copyOf(variables);
    }

    /** Settings of a file that is read in UTF-8, at most 1 MiB. */
    public Config load(Path file) {
        return load(read(file));
    }

    /** Settings without a file: defaults and variables. */
    public Config load() {
        return load("");
    }

    /** Settings of the text of a file. */
    public Config load(String yaml) {
        return decode(yaml).config();
    }

    /** The files with secrets that the settings name, for a check that also reads them. */
    public List<SecretFile> secretFiles(Path file) {
        return decode(read(file)).decoding().secretFiles();
    }

    /** Every file that the settings name, secrets among them. */
    public List<SecretFile> files(Optional<Path> file) {
        return List.copyOf(decode(file.map(ConfigLoader::read).orElse("")).decoding().files());
    }

    /**
     * What counts in the end, as the tree of a file: defaults, file and variables together. Secrets
     * are hidden.
     */
    public Value.Mapping effective(Optional<Path> file) {
        Map<String, Value> effective =
                decode(file.map(ConfigLoader::read).orElse("")).decoding().effective();
        return tree("", effective);
    }

    private static Value.Mapping tree(String prefix, Map<String, Value> values) {
        Map<String, Value> level = new LinkedHashMap<>();
        values.forEach((path, value) -> {
            if (path.startsWith(prefix)) {
                String rest = path.substring(prefix.length());
                int dot = rest.indexOf('.');
                if (dot < 0) {
                    level.put(rest, value);
                } else {
                    String key = rest.substring(0, dot);
                    level.computeIfAbsent(key, _ -> tree(prefix + key + ".", values));
                }
            }
        });
        return new Value.Mapping(level);
    }

    private record Decoded(Config config, Decoding decoding) {}

    private Decoded decode(String yaml) {
        Problems problems = new Problems();
        Environment environment = new Environment(variables);
        Decoding decoding = new Decoding(environment, problems);
        Section root = Section.root(decoding, layers(yaml));
        Config config = Config.decode(mode, root);
        root.reportUnknown();
        environment.reportUnknown(Environment.PREFIX, problems);
        ConsistencyRules.check(config, problems);
        if (mode == Mode.PRODUCTION) {
            ProductionRules.check(config, problems);
        }
        problems.throwIfAny();
        return new Decoded(config, decoding);
    }

    /**
     * The section {@code database} of a file and nothing else: other sections may be incomplete or
     * name what does not exist here.
     */
    public DatabaseConfig loadDatabase(Optional<Path> file) {
        Problems problems = new Problems();
        Environment environment = new Environment(variables);
        Decoding decoding = new Decoding(environment, problems);
        Section root = Section.root(decoding, layers(file.map(ConfigLoader::read).orElse("")));
        DatabaseConfig database = root.section("database", DatabaseConfig::decode);
        environment.reportUnknown(Environment.PREFIX + "DATABASE_", problems);
        ConsistencyRules.checkDatabase(database, problems);
        problems.throwIfAny();
        return database;
    }

    /** Every key with type, default of the production mode and variable, in the order of a file. */
    public static List<Setting> settings() {
        Decoding decoding = new Decoding(new Environment(Map.of()), new Problems());
        Config.decode(Mode.PRODUCTION, Section.root(decoding, List.of()));
        return List.copyOf(decoding.settings());
    }

    /** The file with every default, as it is shipped. */
    public static String defaultFile() {
        return resource("myriarchd.yaml");
    }

    private List<MappingNode> layers(String yaml) {
        List<MappingNode> layers = new ArrayList<>();
        parse(yaml).ifPresent(layers::add);
        if (mode == Mode.DEVELOPMENT) {
            parse(resource("development.yaml")).ifPresent(layers::add);
        }
        return layers;
    }

    static Optional<MappingNode> parse(String yaml) {
        try {
            List<YamlNode> documents = YamlReader.read(yaml, LIMITS);
            if (documents.isEmpty() || SectionKeys.isNull(documents.getFirst())) {
                return Optional.empty();
            }
            if (documents.size() > 1) {
                throw failure("the file holds more than one YAML document");
            }
            if (documents.getFirst() instanceof MappingNode mapping) {
                return Optional.of(mapping);
            }
            throw failure("the file must be a map of sections");
        } catch (YamlException e) {
            throw new ConfigException(
                    List.of(
                            new Problem(
                                    "",
                                    Optional.of(e.position()),
                                    String.valueOf(e.getMessage()))));
        }
    }

    private static String read(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw failure("the file %s is larger than %d bytes".formatted(file, MAX_BYTES));
            }
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            throw failure("the file %s does not exist".formatted(file));
        } catch (IOException e) {
            throw failure("the file %s cannot be read: %s".formatted(file, e.getMessage()));
        }
    }

    private static ConfigException failure(String message) {
        return new ConfigException(List.of(new Problem("", Optional.empty(), message)));
    }

    private static String resource(String name) {
        try (InputStream in = ConfigLoader.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("no resource " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read resource " + name, e);
        }
    }
}
