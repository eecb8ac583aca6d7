package dev.myriarch.opamp;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.myriarch.agent.AgentEvent;
import dev.myriarch.agent.ConfigProof;
import dev.myriarch.agent.ConfigProof.Result;
import dev.myriarch.agent.Reported;
import dev.myriarch.domain.AgentId;
import dev.myriarch.domain.ConfigHash;
import dev.myriarch.opamp.proto.AgentConfigFile;
import dev.myriarch.opamp.proto.AgentConfigMap;
import dev.myriarch.opamp.proto.AgentToServer;
import dev.myriarch.opamp.proto.EffectiveConfig;
import dev.myriarch.testing.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is stored and told of the comparison, with the messages of a real supervisor. */
class ConfigProofPgTest {
    private static final TestDatabase DATABASE = TestDatabase.create();
    private static final AgentId SUPERVISOR =
            AgentId.parse("01a22a62-1ef2-7cec-afb3-7e86113adda6").orElseThrow();

    private final Desk desk = new Desk(DATABASE);
    private final Conversation conversation = desk.websocket();

    @AfterEach
    void close() {
        desk.close();
    }

    @AfterAll
    static void drop() {
        DATABASE.close();
    }

    /** Renders the configuration that the recording server offered, under the hash that it gave. */
    private ConfigHash offered(String name) {
        Recording offer =
                Recording.read("websocket").stream()
                        .filter(recording -> recording.name().equals(name))
                        .findFirst()
                        .orElseThrow();
        var config = offer.serverMessage().orElseThrow().getRemoteConfig();
        ConfigHash hash = ConfigHash.ofBytes(config.getConfigHash().toByteArray());
        desk.rendered.put(
                hash,
                config.getConfig()
                        .getConfigMapMap()
                        .values()
                        .iterator()
                        .next()
                        .getBody()
                        .toByteArray());
        return hash;
    }

    private void replay(String first, String last) {
        for (Recording recording : Recording.agent("websocket", first, last)) {
            desk.clock.set(Fixture.NOW.plusMillis(recording.millis()));
            assertThat(Desk.answer(conversation, recording.agentMessage()).hasErrorResponse())
                    .isFalse();
        }
    }

    private void desire(ConfigHash hash) {
        desk.desired = Optional.of(hash);
        desk.desire(SUPERVISOR, hash);
        desk.sessions.find(SUPERVISOR).orElseThrow().wantRefresh();
    }

    private Optional<Result> shown() {
        Reported reported = desk.agent(SUPERVISOR).reported();
        return reported.proofOf(desk.agent(SUPERVISOR).assignment().desired())
                .map(ConfigProof::result);
    }

    private long reports(String body, long sequence) {
        AgentToServer report =
                AgentToServer.newBuilder()
                        .setInstanceUid(ByteString.copyFrom(SUPERVISOR.toBytes()))
                        .setSequenceNum(sequence)
                        .setCapabilities(Fixture.CAPABILITIES)
                        .setEffectiveConfig(
                                EffectiveConfig.newBuilder()
                                        .setConfigMap(
                                                AgentConfigMap.newBuilder()
                                                        .putConfigMap(
                                                                "",
                                                                AgentConfigFile.newBuilder()
                                                                        .setBody(
                                                                                ByteString
                                                                                        .copyFromUtf8(
                                                                                                body))
                                                                        .build())))
                        .build();
        assertThat(Desk.answer(conversation, report).hasErrorResponse()).isFalse();
        return sequence + 1;
    }

    @Test
    void aRealCollectorProvesItsConfigurationAndNothingIsToldOfIt() {
        desk.desired = Optional.of(offered("001"));
        replay("000", "004");
        // It runs, but the agent does not say yet that it is applied.
        assertThat(shown()).isEmpty();
        replay("006", "006");
        assertThat(shown()).contains(Result.VERIFIED);

        desire(offered("014"));
        replay("009", "015");
        assertThat(shown()).isEmpty();
        replay("017", "023");
        assertThat(shown()).contains(Result.VERIFIED);
        assertThat(desk.eventTypes(SUPERVISOR)).doesNotContain("config_differs");

        // A broken one: what runs is the one before, and nobody calls that a difference.
        desire(offered("025"));
        replay("026", "040");
        assertThat(shown()).isEmpty();
        desire(offered("042"));
        replay("043", "051");
        assertThat(shown()).contains(Result.VERIFIED);
        assertThat(desk.eventTypes(SUPERVISOR)).doesNotContain("config_differs");
    }

    @Test
    void anAgentThatRunsSomethingElseIsTold() {
        ConfigHash wanted = offered("001");
        desk.desired = Optional.of(wanted);
        replay("000", "012");
        long next =
                Recording.agent("websocket", "012", "012")
                                .getFirst()
                                .agentMessage()
                                .getSequenceNum()
                        + 1;
        next =
                reports(
                        "exporters: {nop: {}}\nreceivers: {nop: {}}\n"
                                + "extensions: {health_check: {endpoint: '0.0.0.0:1'}}\n"
                                + "service: {extensions: [health_check], pipelines: {metrics:"
                                + " {receivers: [nop], exporters: [nop]}}}\n",
                        next);
        ConfigProof proof = desk.agent(SUPERVISOR).reported().proof().orElseThrow();
        assertThat(proof.result()).isEqualTo(Result.DIFFERS);
        assertThat(proof.differences())
                .containsExactly(
                        new ConfigProof.Difference(
                                "extensions.health_check.endpoint",
                                "127.0.0.1:23133",
                                "0.0.0.0:1"));
        assertThat(proof.leftOut()).containsExactly("service.telemetry");
        AgentEvent event = desk.store.events(SUPERVISOR, 1).getFirst();
        assertThat(event.type()).isEqualTo("config_differs");
        assertThat(event.severity()).isEqualTo("warning");

        // Another one that differs is no news, and one that is right is.
        next = reports("exporters: {nop: {a: 1}}\n", next);
        assertThat(shown()).contains(Result.DIFFERS);
        assertThat(desk.eventTypes(SUPERVISOR)).containsOnlyOnce("config_differs");
        reports(new String(desk.rendered.get(wanted), StandardCharsets.UTF_8), next);
        assertThat(shown()).contains(Result.VERIFIED);
    }

    @Test
    void theSamePairIsComparedOnceAlsoOnTheNextConnection() {
        desk.desired = Optional.of(offered("001"));
        replay("000", "012");
        desk.database.takeStatements();
        replay("012", "012");
        assertThat(desk.database.takeStatements())
                .noneMatch(sql -> sql.contains("config_proof =") || sql.contains("body"));
        Conversation second = desk.websocket();
        Desk.answer(second, Recording.agent("websocket", "123", "123").getFirst().agentMessage());
        assertThat(desk.database.takeStatements())
                .isNotEmpty()
                .noneMatch(sql -> sql.contains("config_proof ="));
    }

    @Test
    void aComparisonThatCannotBeMadeFailsNoMessage() {
        ConfigHash wanted = offered("001");
        desk.desired = Optional.of(wanted);
        replay("000", "004");
        desk.database.setFailing(sql -> sql.contains("FROM effective_configs"));
        replay("006", "006");
        assertThat(shown()).isEmpty();
        desk.database.takeStatements();
        // Heartbeats leave it alone, the next refresh looks again.
        AgentToServer heartbeat =
                AgentToServer.newBuilder()
                        .setInstanceUid(ByteString.copyFrom(SUPERVISOR.toBytes()))
                        .setSequenceNum(4)
                        .setCapabilities(Fixture.CAPABILITIES)
                        .build();
        Desk.answer(conversation, heartbeat);
        assertThat(desk.database.takeStatements()).isEqualTo(List.of());
        desk.database.setAway(false);
        desk.sessions.find(SUPERVISOR).orElseThrow().wantRefresh();
        Desk.answer(conversation, heartbeat.toBuilder().setSequenceNum(5).build());
        assertThat(shown()).contains(Result.VERIFIED);
    }
}
