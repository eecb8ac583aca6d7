package dev.myriarch.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.agent.UpdaterLink.Mismatch;
import dev.myriarch.agent.UpdaterLink.Side;
import dev.myriarch.agent.UpdaterLink.Verdict;
import dev.myriarch.base.Brand;
import dev.myriarch.domain.AgentId;
import dev.myriarch.domain.AgentKind;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UpdaterLinkTest {
    private static final AgentId UPDATER = new AgentId(new UUID(21, 1));
    private static final AgentId COLLECTOR = new AgentId(new UUID(21, 2));

    @ParameterizedTest
    @CsvSource(
            nullValues = "linked",
            value = {
                // updater credential, host, collector kind, credential, host, mismatch
                "token:1, edge-1, collector, token:1, edge-1, linked",
                "token:1, EDGE-1.Example, collector, token:1, edge-1.example, linked",
                "token:1, '', collector, token:1, edge-1, linked",
                "token:1, edge-1, collector, token:1, '', linked",
                "token:1, '', collector, token:1, '', linked",
                "certificate:CN=a, edge-1, collector, certificate:CN=a, edge-1, linked",
                "token:1, edge-1, collector, token:1, edge-2, OTHER_HOST",
                "token:1, edge-1, collector, token:1, edge-1.example, OTHER_HOST",
                "token:1, edge-1, collector, token:2, edge-1, OTHER_CREDENTIAL",
                "token:1, edge-1, collector, token:2, edge-2, OTHER_CREDENTIAL",
                "certificate:CN=a, edge-1, collector, certificate:CN=A, edge-1, OTHER_CREDENTIAL",
                "certificate:CN=a, edge-1, collector, token:1, edge-1, OTHER_CREDENTIAL",
                "token:1, edge-1, collector, '', edge-1, NOT_ENROLLED",
                "'', edge-1, collector, token:1, edge-1, NOT_ENROLLED",
                "'', edge-1, collector, '', edge-1, NOT_ENROLLED",
                "none, edge-1, collector, none, edge-1, NO_CREDENTIAL",
                "none, edge-1, collector, token:1, edge-1, OTHER_CREDENTIAL",
                "token:1, edge-1, updater, token:1, edge-1, NOT_A_COLLECTOR",
                "token:1, edge-1, bridge, token:1, edge-1, NOT_A_COLLECTOR",
                "token:1, edge-1, unknown, token:1, edge-1, NOT_A_COLLECTOR",
            })
    void theRuleHoldsCredentialsAndHostsAgainstEachOther(
            String credential,
            String host,
            String kind,
            String otherCredential,
            String otherHost,
            Mismatch expected) {
        assertThat(
                        UpdaterLink.mismatch(
                                new Side(UPDATER, AgentKind.UPDATER, credential, host),
                                new Side(
                                        COLLECTOR, AgentKind.of(kind), otherCredential, otherHost)))
                .isEqualTo(Optional.ofNullable(expected));
    }

    @Test
    void anAgentThatIsNoUpdaterOrNamesNobodyIsAlone() {
        assertThat(judge(AgentKind.COLLECTOR, COLLECTOR.toString())).isEqualTo(new Verdict.Alone());
        assertThat(judge(AgentKind.UPDATER, "")).isEqualTo(new Verdict.Alone());
    }

    @Test
    void aCollectorThatDidNotRegisterYetIsNoReasonToRefuse() {
        assertThat(judge(AgentKind.UPDATER, new UUID(21, 3).toString()))
                .isEqualTo(new Verdict.Alone());
    }

    @Test
    void whatIsNoInstanceUidIsRefused() {
        assertThat(judge(AgentKind.UPDATER, "${INSTANCE_UID}"))
                .isEqualTo(new Verdict.Refused(Mismatch.NOT_A_UID));
    }

    @Test
    void theCollectorIsFoundByItsUidInAnySpelling() {
        Verdict linked =
                new Verdict.Linked(new Side(COLLECTOR, AgentKind.COLLECTOR, "token:1", "edge-1"));
        assertThat(judge(AgentKind.UPDATER, COLLECTOR.toString())).isEqualTo(linked);
        assertThat(judge(AgentKind.UPDATER, COLLECTOR.toString().toUpperCase(Locale.ROOT)))
                .isEqualTo(linked);
    }

    @Test
    void anUpdaterThatNamesItselfIsRefused() {
        assertThat(judge(AgentKind.UPDATER, UPDATER.toString()))
                .isEqualTo(new Verdict.Refused(Mismatch.NOT_A_COLLECTOR));
    }

    private static Verdict judge(AgentKind kind, String named) {
        Map<String, String> attributes =
                named.isEmpty()
                        ? Map.of("host.name", "edge-1")
                        : Map.of("host.name", "edge-1", Brand.COLLECTOR_UID_ATTRIBUTE, named);
        Agent updater = agent(UPDATER, kind, attributes);
        Agent collector = agent(COLLECTOR, AgentKind.COLLECTOR, Map.of("host.name", "edge-1"));
        return UpdaterLink.judge(
                updater,
                id ->
                        id.equals(COLLECTOR)
                                ? Optional.of(collector)
                                : Optional.of(updater).filter(agent -> agent.id().equals(id)));
    }

    private static Agent agent(AgentId id, AgentKind kind, Map<String, String> attributes) {
        return new Agent(
                id,
                kind,
                new Description(Map.of(), attributes, Map.of(), Map.of(), 0),
                new Connection(
                        true,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty()),
                new Reported(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty()),
                new Assignment(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        "",
                        Optional.empty(),
                        "none"),
                "token:1",
                Instant.parse("2026-03-01T10:00:00Z"));
    }
}
