package dev.myriarch.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.myriarch.yaml.YamlNode;
import dev.myriarch.yaml.YamlNode.MappingNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every key, one by one. */
class SettingsTest {
    /** Where adding one or a letter to the default gives nothing valid. */
    private static final Map<String, String> OTHERS =
            Map.ofEntries(
                    Map.entry("server.listenAddr", "\"127.0.0.1:1\""),
                    Map.entry("server.metricsListenAddr", "\"[::1]:1\""),
                    Map.entry("server.tls.minVersion", "\"1.3\""),
                    Map.entry("ha.heartbeatInterval", "9s"),
                    Map.entry("auth.defaultRole", "viewer"),
                    Map.entry("executors.secretHosts", "{a: [x]}"),
                    Map.entry("notifications.channels", "[{name: x}]"),
                    Map.entry("telemetry.logLevel", "warn"),
                    Map.entry("telemetry.logFormat", "text"));

    @Test
    void defaultsEqualTheShippedFile() {
        assertThat(decode(ConfigLoader.defaultFile(), Map.of())).isEqualTo(decode("", Map.of()));
    }

    @Test
    void shippedFileHasEveryKeyAndNoOther() {
        MappingNode file = ConfigLoader.parse(ConfigLoader.defaultFile()).orElseThrow();
        List<String> paths = ConfigLoader.settings().stream().map(Setting::path).toList();
        List<String> inFile = new ArrayList<>();
        collect("", file, paths, inFile);
        assertThat(inFile).containsExactlyInAnyOrderElementsOf(paths);
    }

    private static void collect(
            String prefix, MappingNode mapping, List<String> settings, List<String> found) {
        for (YamlNode.Entry entry : mapping.entries()) {
            String path = prefix + entry.name();
            if (entry.value() instanceof MappingNode below && !settings.contains(path)) {
                collect(path + ".", below, settings, found);
            } else {
                found.add(path);
            }
        }
    }

    @Test
    void developmentDefaultsAreAccepted() {
        Config config = new ConfigLoader(Mode.DEVELOPMENT, Map.of()).load();
        assertThat(config.server().listenAddr()).isEqualTo(new ListenAddress("127.0.0.1", 8080));
        assertThat(config.server().metricsListenAddr()).isEmpty();
        assertThat(config.server().publicUrl()).isEqualTo("http://127.0.0.1:8080");
        assertThat(config.auth().dev().enabled()).isTrue();
        assertThat(config.opamp().admission().requireEnrollmentToken()).isTrue();
        assertThat(config.telemetry().logFormat()).isEqualTo("text");
        assertThat(config.database().readDsn()).isEmpty();
    }

    static Stream<Setting> settings() {
        return ConfigLoader.settings().stream();
    }

    static Stream<Setting> settingsWithVariable() {
        return settings().filter(setting -> !setting.variable().isEmpty());
    }

    @ParameterizedTest
    @MethodSource("settings")
    void valueOfTheFileArrives(Setting setting) {
        assertThat(decode(yaml(setting.path(), other(setting)), Map.of()))
                .isNotEqualTo(decode("", Map.of()));
    }

    @ParameterizedTest
    @MethodSource("settingsWithVariable")
    void variableArrivesAndBeatsTheFile(Setting setting) {
        String value = other(setting).replaceAll("[\\[\\]\"]", "");
        String text = setting.path().endsWith("etricsListenAddr") ? "127.0.0.1:1" : value;
        Config expected = decode(yaml(setting.path(), inYaml(setting, text)), Map.of());
        assertThat(decode("", Map.of(setting.variable(), text))).isEqualTo(expected);
        assertThat(decode(ConfigLoader.defaultFile(), Map.of(setting.variable(), text)))
                .isEqualTo(expected);
    }

    private static String inYaml(Setting setting, String text) {
        return switch (setting.type()) {
            case "text" -> '"' + text + '"';
            case "list" -> "[" + text + "]";
            default -> text;
        };
    }

    private static String other(Setting setting) {
        String own = OTHERS.get(setting.path());
        if (own != null) {
            return own;
        }
        return switch (setting.type()) {
            case "text" -> "\"other\"";
            case "integer" -> Long.toString(Long.parseLong(setting.fallback()) + 1);
            case "boolean" -> Boolean.toString(!Boolean.parseBoolean(setting.fallback()));
            case "duration" -> setting.fallback() + "1s";
            case "list" -> "[other]";
            case "map" -> "{a: other}";
            default -> throw new AssertionError("unknown type " + setting.type());
        };
    }

    private static String yaml(String path, String value) {
        StringBuilder yaml = new StringBuilder();
        String indent = "";
        for (String key : path.split("\\.")) {
            yaml.append(yaml.isEmpty() ? "" : "\n").append(indent).append(key).append(':');
            indent += "  ";
        }
        return yaml.append(' ').append(value).append('\n').toString();
    }

    /** Without the rules between settings. */
    private static Config decode(String yaml, Map<String, String> variables) {
        Problems problems = new Problems();
        Environment environment = new Environment(variables);
        Optional<MappingNode> file = ConfigLoader.parse(yaml);
        Section root = Section.root(new Decoding(environment, problems), file.stream().toList());
        Config config = Config.decode(Mode.PRODUCTION, root);
        root.reportUnknown();
        environment.reportUnknown(Environment.PREFIX, problems);
        assertThatCode(problems::throwIfAny).doesNotThrowAnyException();
        return config;
    }
}
