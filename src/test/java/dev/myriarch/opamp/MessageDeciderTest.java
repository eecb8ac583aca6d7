package dev.myriarch.opamp;

import static dev.myriarch.opamp.Fixture.CAPABILITIES;
import static dev.myriarch.opamp.Fixture.ID;
import static dev.myriarch.opamp.Fixture.IDENTIFYING;
import static dev.myriarch.opamp.Fixture.NEW;
import static dev.myriarch.opamp.Fixture.NOW;
import static dev.myriarch.opamp.Fixture.OLD;
import static dev.myriarch.opamp.Fixture.OTHERS;
import static dev.myriarch.opamp.Fixture.collector;
import static dev.myriarch.opamp.Fixture.described;
import static dev.myriarch.opamp.Fixture.description;
import static dev.myriarch.opamp.Fixture.heartbeat;
import static dev.myriarch.opamp.Fixture.message;
import static dev.myriarch.opamp.Fixture.reported;
import static dev.myriarch.opamp.Fixture.session;
import static dev.myriarch.opamp.Fixture.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.agent.AgentEvent;
import dev.myriarch.base.Brand;
import dev.myriarch.base.Value;
import dev.myriarch.domain.AgentKind;
import dev.myriarch.domain.ConfigHash;
import dev.myriarch.domain.RemoteConfigStatus;
import dev.myriarch.opamp.AgentMessage.ComponentsReport;
import dev.myriarch.opamp.AgentMessage.EffectiveConfigReport;
import dev.myriarch.opamp.AgentMessage.HealthReport;
import dev.myriarch.opamp.AgentMessage.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MessageDeciderTest {
    private static final SessionState KNOWN =
            session(collector(Optional.empty(), Optional.empty()));

    private static SessionState fresh(KnownAgent agent) {
        SessionState start = SessionState.start(ID, Transport.WEBSOCKET, Optional.empty(), NOW);
        return start.withAgent(agent);
    }

    private static MessageDecision decide(SessionState state, AgentMessage message) {
        return MessageDecider.decide(state, message, NOW);
    }

    private static SessionState componentsAsked(SessionState state) {
        return state.withAsked(state.asked().withComponents(Optional.of(NOW)));
    }

    private static List<String> events(MessageDecision decision) {
        return decision.changes().stream()
                .filter(Change.AddEvent.class::isInstance)
                .map(change -> ((Change.AddEvent) change).event().type())
                .toList();
    }

    private static boolean asksForEverything(SessionState state, AgentMessage message) {
        return decide(state, message).requestFullState();
    }

    @Test
    void aHeartbeatChangesNothing() {
        MessageDecision decision = decide(KNOWN, heartbeat(8));
        assertThat(decision.changes()).isEmpty();
        assertThat(decision.requestFullState()).isFalse();
        assertThat(decision.assign()).isFalse();
        assertThat(decision.state()).isEqualTo(KNOWN.withSequence(8));
    }

    @Test
    void everythingIsAskedForWhenSomethingMayBeMissing() {
        SessionState unknown = fresh(KnownAgent.unknown());
        SessionState first = fresh(KNOWN.agent());
        assertThat(asksForEverything(unknown, heartbeat(8))).isTrue();
        assertThat(asksForEverything(unknown.withSequence(7), heartbeat(8))).isTrue();
        assertThat(asksForEverything(first, heartbeat(8))).isTrue();
        assertThat(asksForEverything(KNOWN, heartbeat(9))).isTrue();
        assertThat(asksForEverything(KNOWN, heartbeat(7))).isTrue();
        assertThat(asksForEverything(KNOWN, described(9))).isTrue();
        assertThat(asksForEverything(KNOWN.withFullStateWanted(true), heartbeat(8))).isTrue();

        assertThat(asksForEverything(unknown, described(0))).isFalse();
        assertThat(asksForEverything(first, described(3))).isFalse();
        assertThat(asksForEverything(KNOWN, heartbeat(8))).isFalse();
        assertThat(
                        decide(KNOWN.withFullStateWanted(true), heartbeat(8))
                                .state()
                                .asked()
                                .fullStateWanted())
                .isFalse();
    }

    @Test
    void theLastMessageOfAnAgentIsNotAskedForMore() {
        AgentMessage last = new AgentMessage(ID, 99, CAPABILITIES, false, true, Report.empty());
        assertThat(asksForEverything(KNOWN, last)).isFalse();
    }

    @Test
    void sequenceNumbersWrapAround() {
        SessionState end = KNOWN.withSequence(-1L);
        assertThat(asksForEverything(end, heartbeat(0))).isFalse();
    }

    @Test
    void aFirstDescriptionRegistersAndAssigns() {
        MessageDecision decision = decide(fresh(KnownAgent.unknown()), described(0));
        assertThat(decision.changes().getFirst())
                .isEqualTo(
                        new Change.PutDescription(
                                AgentKind.COLLECTOR, IDENTIFYING, OTHERS, CAPABILITIES));
        assertThat(events(decision)).containsExactly("registered");
        assertThat(decision.assign()).isTrue();
        assertThat(decision.state().agent().stored()).isTrue();
    }

    @Test
    void anUnchangedDescriptionWritesNothing() {
        assertThat(decide(KNOWN, described(8)).changes()).isEmpty();
        assertThat(decide(KNOWN, described(8)).assign()).isFalse();
    }

    @Test
    void changesOfVersionAndDescriptionAreEvents() {
        Report newVersion =
                description(Map.of("service.name", "otelcol", "service.version", "1.0.0"), OTHERS);
        assertThat(events(decide(KNOWN, message(8, newVersion))))
                .containsExactly("version_changed");
        Report newHost = description(IDENTIFYING, Map.of("host.name", "edge-2"));
        assertThat(events(decide(KNOWN, message(8, newHost))))
                .containsExactly("description_changed");
        assertThat(decide(KNOWN, message(8, newHost)).assign()).isTrue();
    }

    @Test
    void attributesThatAreNotKeptAreOneEventPerChange() {
        List<String> keys =
                IntStream.range(0, 300).mapToObj(i -> "k" + i + "x".repeat(300)).toList();
        Report report =
                new Report(
                        Optional.of(
                                new AgentMessage.DescriptionReport(
                                        new KeptAttributes(IDENTIFYING, List.of("long"), List.of()),
                                        new KeptAttributes(
                                                Map.of("host.name", "edge-9"), List.of(), keys))),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty());
        assertThat(events(decide(fresh(KnownAgent.unknown()), message(0, report))))
                .containsExactly("registered", "attributes_cut");
        MessageDecision decision = decide(KNOWN, message(8, report));
        assertThat(events(decision)).containsExactly("description_changed", "attributes_cut");
        assertThat(decision.changes())
                .filteredOn(Change.AddEvent.class::isInstance)
                .last()
                .isInstanceOfSatisfying(
                        Change.AddEvent.class,
                        added ->
                                assertThat(added.event().text())
                                        .startsWith(
                                                "attributes are larger than what is kept: cut to"
                                                        + " 4096 characters: long; left out: k0xx")
                                        .endsWith("… and 280 more")
                                        .hasSizeLessThan(2000));
        assertThat(events(decide(decision.state(), message(9, report)))).isEmpty();
    }

    @Test
    void theKindFollowsNameModeAndCapabilities() {
        record Case(Map<String, String> identifying, long capabilities, AgentKind kind) {}
        for (Case c :
                List.of(
                        new Case(Map.of("service.name", "x"), 0x2, AgentKind.COLLECTOR),
                        new Case(Map.of("service.name", "x"), 0x1, AgentKind.UNKNOWN),
                        new Case(
                                Map.of("service.name", Brand.UPDATER_SERVICE_NAME),
                                0x2,
                                AgentKind.UPDATER),
                        new Case(
                                Map.of("service.name", Brand.BRIDGE_SERVICE_NAME),
                                0x2,
                                AgentKind.BRIDGE),
                        new Case(
                                Map.of(Brand.BRIDGE_MODE_ATTRIBUTE, "standalone"),
                                0x2,
                                AgentKind.BRIDGE))) {
            assertThat(DescriptionSummary.of(c.identifying(), Map.of()).kind(c.capabilities()))
                    .as("%s", c)
                    .isEqualTo(c.kind());
        }
    }

    @Test
    void newCapabilitiesCountAtOnceAndAnotherKindAsksForTheDescription() {
        AgentMessage fewer = new AgentMessage(ID, 8, 0x1, false, false, Report.empty());
        MessageDecision decision = decide(KNOWN, fewer);
        assertThat(decision.changes()).containsExactly(new Change.PutCapabilities(0x1));
        assertThat(decision.state().agent().acceptsRemoteConfig()).isFalse();
        assertThat(decision.requestFullState()).isTrue();

        AgentMessage sameKind =
                new AgentMessage(ID, 8, CAPABILITIES | 1L << 63, false, false, Report.empty());
        assertThat(decide(KNOWN, sameKind).requestFullState()).isFalse();
        assertThat(decide(KNOWN, sameKind).changes()).hasSize(1);
    }

    @Test
    void healthIsWrittenWhenItChangesAndAnEventWhenItFlips() {
        AgentMessage good = health(8, true, "StatusOK");
        MessageDecision first = decide(KNOWN, good);
        assertThat(first.changes()).hasSize(1);
        assertThat(events(first)).isEmpty();
        assertThat(decide(first.state(), health(9, true, "StatusOK")).changes()).isEmpty();
        assertThat(decide(first.state(), health(9, true, "StatusRecoverableError")).changes())
                .hasSize(1);
        assertThat(events(decide(first.state(), health(9, false, "StatusPermanentError"))))
                .containsExactly("health_changed");
    }

    /** Texts of the health events of a session that hears {@code reports} one after the other. */
    private static List<String> told(AgentMessage... reports) {
        SessionState state = KNOWN;
        List<String> texts = new ArrayList<>();
        for (AgentMessage report : reports) {
            MessageDecision decision = decide(state, report);
            for (Change change : decision.changes()) {
                if (change instanceof Change.AddEvent(AgentEvent event)) {
                    texts.add(event.text());
                }
            }
            state = decision.state();
        }
        return texts;
    }

    @Test
    void aStartIsNoFailureAndAStopIsNone() {
        AgentMessage well = health(8, true, "StatusOK");
        AgentMessage starting = health(8, false, "StatusStarting");
        AgentMessage stopping = health(8, false, "StatusStopping");
        AgentMessage crashed = failure("exit code 1");
        assertThat(told(starting, well)).isEmpty();
        assertThat(told(health(8, false, ""), starting, well)).isEmpty();
        assertThat(told(well, stopping, starting, well)).isEmpty();
        assertThat(told(well, stopping, starting, crashed, starting, crashed, well))
                .containsExactly("unhealthy: exit code 1", "healthy again");
        // Nobody stopped it, so it ended by itself.
        assertThat(told(well, starting, well))
                .containsExactly("unhealthy: StatusStarting", "healthy again");
    }

    @Test
    void aRestartThatAppliesAConfigurationIsNoFailureEither() {
        AgentMessage well = health(8, true, "StatusOK");
        AgentMessage starting = health(8, false, "StatusStarting");
        AgentMessage applying = status(8, NEW, RemoteConfigStatus.APPLYING);
        AgentMessage applied = status(8, NEW, RemoteConfigStatus.APPLIED);
        assertThat(told(well, applying, starting, well)).isEmpty();
        // A client that had to wait says both at once.
        AgentMessage both =
                new AgentMessage(
                        ID,
                        8,
                        CAPABILITIES,
                        false,
                        false,
                        new Report(
                                Optional.empty(),
                                starting.report().health(),
                                Optional.empty(),
                                applying.report().remoteConfig(),
                                Optional.empty()));
        assertThat(told(well, both, well)).isEmpty();
        assertThat(told(well, applying, starting, failure("exit code 1")))
                .containsExactly("unhealthy: exit code 1");
        assertThat(told(well, applying, well, applied, starting))
                .containsExactly("applied the configuration", "unhealthy: StatusStarting");
    }

    @Test
    void aStopDoesNotTakeThePlaceOfTheLastHealth() {
        SessionState well = decide(KNOWN, health(8, true, "StatusOK")).state();
        MessageDecision stopping = decide(well, health(9, false, "StatusStopping"));
        assertThat(stopping.changes()).isEmpty();
        assertThat(decide(stopping.state(), failure("Supervisor is shutdown")).changes()).isEmpty();
        // An agent that says good-bye because it failed, failed.
        AgentMessage last =
                new AgentMessage(
                        ID, 10, CAPABILITIES, false, true, failure("out of memory").report());
        assertThat(events(decide(well, last))).containsExactly("health_changed");
        assertThat(decide(well, last).changes()).hasSize(2);
    }

    @Test
    void aHealthFromBeforeTheConnectionIsNoAlarmWhenTheAgentStarts() {
        KnownAgent agent = decide(KNOWN, health(8, true, "StatusOK")).state().agent();
        MessageDecision starting = decide(session(agent), health(8, false, "StatusStarting"));
        assertThat(events(starting)).isEmpty();
        assertThat(starting.changes()).hasSize(1);
        assertThat(events(decide(starting.state(), health(9, true, "StatusOK")))).isEmpty();
        assertThat(events(decide(starting.state(), failure("crashed"))))
                .containsExactly("health_changed");
    }

    private static AgentMessage failure(String error) {
        return health(8, new HealthReport(false, Value.ofTexts(Map.of("lastError", error))));
    }

    private static AgentMessage health(long sequence, boolean healthy, String status) {
        return health(sequence, new HealthReport(healthy, Value.ofTexts(Map.of("status", status))));
    }

    private static AgentMessage health(long sequence, HealthReport report) {
        return message(
                sequence,
                new Report(
                        Optional.empty(),
                        Optional.of(report),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty()));
    }

    @Test
    void anEffectiveConfigurationIsWrittenOnceAndNeverForABridge() {
        EffectiveConfigReport report =
                new EffectiveConfigReport(NEW, new byte[] {'a'}, "text/yaml");
        AgentMessage message =
                message(
                        8,
                        new Report(
                                Optional.empty(),
                                Optional.empty(),
                                Optional.of(report),
                                Optional.empty(),
                                Optional.empty()));
        MessageDecision decision = decide(KNOWN, message);
        assertThat(decision.changes()).hasSize(1);
        assertThat(decide(decision.state().withSequence(7), message).changes()).isEmpty();

        SessionState bridge =
                session(
                        KNOWN.agent()
                                .withDescription(
                                        AgentKind.BRIDGE,
                                        DescriptionSummary.of(
                                                Map.of("service.name", Brand.BRIDGE_SERVICE_NAME),
                                                Map.of()),
                                        CAPABILITIES));
        assertThat(decide(bridge, message).changes()).isEmpty();
    }

    @Test
    void aStatusIsWrittenWhenItIsNews() {
        SessionState wanted = session(collector(Optional.of(NEW), Optional.empty()));
        MessageDecision applying = decide(wanted, status(8, NEW, RemoteConfigStatus.APPLYING));
        assertThat(applying.changes()).hasSize(1);
        assertThat(events(applying)).isEmpty();
        assertThat(decide(applying.state(), status(9, NEW, RemoteConfigStatus.APPLYING)).changes())
                .isEmpty();
        MessageDecision applied =
                decide(applying.state(), status(9, NEW, RemoteConfigStatus.APPLIED));
        assertThat(events(applied)).containsExactly("config_applied");
    }

    @Test
    void havingNoConfigurationIsNoNews() {
        Report unset =
                new Report(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(
                                new AgentMessage.RemoteConfigReport(
                                        Optional.empty(), RemoteConfigStatus.UNSET, "")),
                        Optional.empty());
        assertThat(decide(KNOWN, message(8, unset)).changes()).isEmpty();
    }

    @Test
    void aFailureOfTheDesiredConfigurationMarksItAndAnyOtherDoesNot() {
        SessionState wanted = session(collector(Optional.of(NEW), Optional.empty()));
        MessageDecision failed = decide(wanted, status(8, NEW, RemoteConfigStatus.FAILED));
        assertThat(failed.changes()).contains(new Change.PutFailed(NEW));
        assertThat(events(failed)).containsExactly("config_failed");
        assertThat(failed.state().agent().wanted().isFailed(NEW)).isTrue();
        assertThat(decide(wanted, status(8, OLD, RemoteConfigStatus.FAILED)).changes())
                .doesNotContain(new Change.PutFailed(OLD));
    }

    @Test
    void aRepeatedFailureSetsAMarkAgainThatSomebodyCleared() {
        SessionState cleared =
                session(collector(Optional.of(NEW), reported(NEW, RemoteConfigStatus.FAILED)));
        assertThat(decide(cleared, status(8, NEW, RemoteConfigStatus.FAILED)).changes())
                .containsExactly(new Change.PutFailed(NEW));
    }

    @Test
    void componentsAreAskedForByHashAndStoredWhenTheyCome() {
        ConfigHash set = new ConfigHash("0102");
        MessageDecision named = decide(KNOWN, components(8, set, Optional.empty()));
        assertThat(named.changes()).isEmpty();
        assertThat(named.assign()).isFalse();
        assertThat(named.requestComponents()).isTrue();

        SessionState asked = componentsAsked(named.state());
        Map<String, List<String>> types = Map.of("receivers", List.of("nop"));
        MessageDecision stored = decide(asked, components(9, set, Optional.of(types)));
        assertThat(stored.changes()).containsExactly(new Change.PutComponents(set, types));
        assertThat(stored.assign()).isTrue();
        assertThat(stored.state().asked().componentsAt()).isEmpty();
        assertThat(stored.requestComponents()).isFalse();
        assertThat(decide(stored.state(), components(10, set, Optional.of(types))).changes())
                .isEmpty();
        assertThat(
                        decide(stored.state(), components(10, set, Optional.empty()))
                                .requestComponents())
                .isFalse();

        // Another set: asked for, until the agent goes back to the one it had.
        ConfigHash other = new ConfigHash("0304");
        MessageDecision changed = decide(stored.state(), components(10, other, Optional.empty()));
        assertThat(changed.requestComponents()).isTrue();
        SessionState waiting = componentsAsked(changed.state());
        assertThat(
                        decide(waiting, components(11, set, Optional.empty()))
                                .state()
                                .asked()
                                .componentsAt())
                .isEmpty();
    }

    private static AgentMessage components(
            long sequence, ConfigHash hash, Optional<Map<String, List<String>>> types) {
        return message(
                sequence,
                new Report(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(new ComponentsReport(hash, types))));
    }

    @Test
    void nothingIsWrittenForAnAgentWithoutRow() {
        MessageDecision decision =
                decide(fresh(KnownAgent.unknown()), status(3, NEW, RemoteConfigStatus.APPLIED));
        assertThat(decision.changes()).isEmpty();
        assertThat(decision.requestFullState()).isTrue();
    }
}
