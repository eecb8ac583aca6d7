package dev.myriarch.blueprint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.opamp.proto.AgentToServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Configurations with which real collectors ran: not one warning may come of them. */
final class RealConfigurationsTest {
    private static final Path RECORDINGS = Path.of("src/test/resources/opamp");
    private static final Path GOLDEN = Path.of("src/test/resources/golden/blueprint");

    @Test
    void effectiveConfigurationsOfRecordedCollectorsGiveNoFinding() throws IOException {
        Set<String> configurations = new LinkedHashSet<>();
        for (Path file : files(RECORDINGS, "-agent.bin")) {
            AgentToServer.parseFrom(Files.readAllBytes(file))
                    .getEffectiveConfig()
                    .getConfigMap()
                    .getConfigMapMap()
                    .values()
                    .forEach(each -> configurations.add(each.getBody().toStringUtf8()));
        }

        configurations.removeIf(String::isBlank);
        assertThat(configurations).hasSizeGreaterThan(5).anyMatch(each -> each.contains("otlp:"));
        configurations.forEach(RealConfigurationsTest::assertNoFinding);
    }

    @Test
    void goldenConfigurationsGiveNoFinding() throws IOException {
        List<Path> files = files(GOLDEN, "config.yaml");

        assertThat(files).hasSizeGreaterThan(3);
        for (Path file : files) {
            assertNoFinding(Files.readString(file));
        }
    }

    /** In the release that they are of, and under each other precision. */
    private static void assertNoFinding(String yaml) {
        ConfigNode.MapNode tree = FieldCheckTest.read(yaml);
        for (String version : List.of("0.149.0", "0.155.0", "0.161.0", "0.170.0")) {
            ComponentFields.Basis basis = ComponentFields.bundled().basis(Optional.of(version));
            assertThat(basis.releases()).isNotEmpty();
            assertThat(FieldCheck.check(tree, basis)).as(version + "\n" + yaml).isEmpty();
            assertThat(SignalCheck.check(tree, basis)).as(version + "\n" + yaml).isEmpty();
        }
    }

    private static List<Path> files(Path folder, String suffix) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(suffix)).sorted().toList();
        }
    }
}
