package dev.myriarch.opamp;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.myriarch.base.Value;
import dev.myriarch.domain.ConfigHash;
import dev.myriarch.domain.RemoteConfigStatus;
import dev.myriarch.opamp.proto.AgentConfigFile;
import dev.myriarch.opamp.proto.AgentConfigMap;
import dev.myriarch.opamp.proto.AgentToServer;
import dev.myriarch.opamp.proto.ComponentHealth;
import dev.myriarch.opamp.proto.EffectiveConfig;
import dev.myriarch.opamp.proto.RemoteConfigStatuses;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MessageMapperTest {
    private static final MessageMapper MAPPER =
            new MessageMapper(new SecretRedactor(new byte[32]), 1000);

    private static AgentToServer.Builder message() {
        byte[] uid = new byte[16];
        uid[15] = 1;
        return AgentToServer.newBuilder().setInstanceUid(ByteString.copyFrom(uid));
    }

    private static AgentMessage.Report report(AgentToServer.Builder message) {
        return MAPPER.map(message.build()).orElseThrow().report();
    }

    private static AgentToServer.Builder effective(Map<String, String> files) {
        AgentConfigMap.Builder map = AgentConfigMap.newBuilder();
        files.forEach((name, body) ->
                map.putConfigMap(
                        name,
                        AgentConfigFile.newBuilder()
                                .setBody(ByteString.copyFromUtf8(body))
                                .build()));
        return message().setEffectiveConfig(EffectiveConfig.newBuilder().setConfigMap(map));
    }

    @Test
    void anInstanceUidIsSixteenBytesAndNotZero() {
        for (int length : new int[] {0, 15, 17, 36}) {
            assertThat(
                            MAPPER.map(
                                    AgentToServer.newBuilder()
                                            .setInstanceUid(ByteString.copyFrom(new byte[length]))
                                            .build()))
                    .isEmpty();
        }
        assertThat(
                        MAPPER.map(
                                AgentToServer.newBuilder()
                                        .setInstanceUid(ByteString.copyFrom(new byte[16]))
                                        .build()))
                .isEmpty();
        assertThat(MAPPER.map(message().build())).isPresent();
    }

    @Test
    void anEmptyHealthSaysNothing() {
        assertThat(report(message().setHealth(ComponentHealth.getDefaultInstance())).health())
                .isEmpty();
        assertThat(
                        report(message().setHealth(ComponentHealth.newBuilder().setHealthy(true)))
                                .health())
                .contains(
                        new AgentMessage.HealthReport(
                                true, new Value.Mapping(Map.of("healthy", Value.of(true)))));
    }

    @Test
    void noTextOfTheHealthTreeHoldsASecret() {
        ComponentHealth child =
                ComponentHealth.newBuilder()
                        .setStatus("dial root:s3cr3t@tcp(db)")
                        .setLastError("GET /x?token=s3cr3t: EOF")
                        .build();
        ComponentHealth health =
                ComponentHealth.newBuilder()
                        .setStatus("password=s3cr3t was refused")
                        .setLastError("at https://u:s3cr3t@host")
                        .putComponentHealthMap(
                                "pipeline:traces",
                                ComponentHealth.newBuilder()
                                        .putComponentHealthMap("exporter:otlp", child)
                                        .build())
                        .build();
        assertThat(HealthTree.of(health, new SecretRedactor(new byte[32])).toString())
                .doesNotContain("s3cr3t")
                .contains("was refused", "dial root:[", "@tcp(db)", "GET /x?token=[", "@host");
    }

    @Test
    void theHealthTreeIsBounded() {
        ComponentHealth deep = ComponentHealth.newBuilder().setStatus("deepest").build();
        for (int i = 0; i < 20; i++) {
            deep = ComponentHealth.newBuilder().putComponentHealthMap("x", deep).build();
        }
        assertThat(HealthTree.of(deep, new SecretRedactor(new byte[32])).toString())
                .doesNotContain("deepest");
    }

    @Test
    void theHealthTreeHasABoundedNumberOfCharacters() {
        ComponentHealth.Builder wide = ComponentHealth.newBuilder();
        for (int i = 0; i < 1000; i++) {
            wide.putComponentHealthMap(
                    "c" + i, ComponentHealth.newBuilder().setStatus("s".repeat(4000)).build());
        }
        assertThat(HealthTree.of(wide.build(), new SecretRedactor(new byte[32])).toString())
                .hasSizeBetween(HealthTree.MAX_CHARACTERS, 2 * HealthTree.MAX_CHARACTERS);
    }

    @Test
    void anEffectiveConfigurationWithoutTypeIsYamlAndAnEmptyOneIsNone() {
        var stored = report(effective(Map.of("", "a: 1\n"))).effectiveConfig().orElseThrow();
        assertThat(stored.contentType()).isEqualTo("text/yaml");
        assertThat(new String(stored.body(), StandardCharsets.UTF_8)).isEqualTo("a: 1\n");
        assertThat(stored.hash()).isEqualTo(ConfigHash.of(stored.body()));
        assertThat(report(effective(Map.of("", ""))).effectiveConfig()).isEmpty();
        assertThat(report(effective(Map.of())).effectiveConfig()).isEmpty();
        assertThat(report(effective(Map.of("", "x".repeat(1001)))).effectiveConfig()).isEmpty();
    }

    @Test
    void secretsAreGoneBeforeAnybodySeesTheConfiguration() {
        var stored = report(effective(Map.of("", "token: abc\n"))).effectiveConfig().orElseThrow();
        assertThat(new String(stored.body(), StandardCharsets.UTF_8))
                .startsWith("token: '[REDACTED:")
                .doesNotContain("abc");
    }

    @Test
    void severalFilesAreKeptTogether() {
        var stored =
                report(effective(Map.of("b", "x: 1", "a\n", "z: 2\n")))
                        .effectiveConfig()
                        .orElseThrow();
        assertThat(new String(stored.body(), StandardCharsets.UTF_8))
                .isEqualTo("--- # a \nz: 2\n--- # b\nx: 1\n");
    }

    @Test
    void statusAndHashAreRead() {
        var status =
                dev.myriarch.opamp.proto.RemoteConfigStatus.newBuilder()
                        .setLastRemoteConfigHash(ByteString.copyFrom(new byte[] {1, 2}))
                        .setStatus(RemoteConfigStatuses.RemoteConfigStatuses_FAILED)
                        .setErrorMessage("at https://u:p@host");
        var report = report(message().setRemoteConfigStatus(status)).remoteConfig().orElseThrow();
        assertThat(report.hash()).contains(new ConfigHash("0102"));
        assertThat(report.status()).isEqualTo(RemoteConfigStatus.FAILED);
        assertThat(report.error()).startsWith("at https://[REDACTED:").endsWith("@host");

        status.setLastRemoteConfigHash(ByteString.copyFrom(new byte[65]));
        assertThat(
                        report(message().setRemoteConfigStatus(status))
                                .remoteConfig()
                                .orElseThrow()
                                .hash())
                .isEqualTo(Optional.empty());
        status.setStatusValue(99);
        assertThat(
                        report(message().setRemoteConfigStatus(status))
                                .remoteConfig()
                                .orElseThrow()
                                .status())
                .isEqualTo(RemoteConfigStatus.UNSET);
    }

    @Test
    void aFirstContactIsReadAsItWasRecorded() {
        AgentMessage first =
                MAPPER.map(Recording.read("websocket").getFirst().agentMessage()).orElseThrow();
        assertThat(first.id()).hasToString("01a22a62-1ef2-7cec-afb3-7e86113adda6");
        assertThat(first.capabilities()).isEqualTo(0x7d47);
        assertThat(first.sequence()).isZero();
        var description = first.report().description().orElseThrow();
        assertThat(description.identifying())
                .isEqualTo(
                        Map.of(
                                "service.instance.id", "01a22a62-1ef2-7cec-afb3-7e86113adda6",
                                "service.name", "otelcol",
                                "service.version", "0.149.0"));
        assertThat(description.nonIdentifying())
                .containsEntry("host.name", "vm")
                .containsEntry("os.type", "linux")
                .containsEntry("fleet", "edge");
        assertThat(first.report().health()).isEmpty();
        assertThat(first.report().remoteConfig().orElseThrow().status())
                .isEqualTo(RemoteConfigStatus.UNSET);
        assertThat(first.report().components().orElseThrow().components()).isEmpty();
        assertThat(first.report().effectiveConfig()).isPresent();
    }

    @Test
    void aComponentTreeBecomesTypesOfKinds() {
        AgentMessage message =
                Recording.read("websocket").stream()
                        .filter(r -> r.name().equals("009"))
                        .map(r -> MAPPER.map(r.agentMessage()).orElseThrow())
                        .findFirst()
                        .orElseThrow();
        var components = message.report().components().orElseThrow().components().orElseThrow();
        assertThat(components).containsKeys("receivers", "exporters", "processors", "extensions");
        assertThat(components.get("exporters"))
                .contains("debug", "nop", "otlp", "otlp_grpc")
                .isSorted();
    }
}
