package dev.myriarch.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.cluster.BusEvent;
import dev.myriarch.domain.AgentId;
import dev.myriarch.testing.DirectBus;
import dev.myriarch.testing.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class LiveHubTest {
    private final SettableClock clock = new SettableClock(Instant.parse("2026-01-31T12:00:00Z"));
    private final DirectBus bus = new DirectBus();
    private final LiveHub hub = new LiveHub(bus, clock, new LiveHub.Limits(3, 2));
    private final LiveClient client = hub.connect("user:1").orElseThrow();

    @Test
    void aChangedAgentIsOneEventASecond() {
        bus.publish(new BusEvent.AgentStateChanged(List.of(agent(1))));
        bus.publish(new BusEvent.AssignmentChanged(List.of(agent(1))));
        bus.publish(new BusEvent.DesiredStateChanged(List.of(agent(1), agent(2))));

        assertThat(events())
                .containsExactly(
                        LiveEvent.agentUpdated(agent(1)),
                        LiveEvent.FLEETS,
                        LiveEvent.STATS,
                        LiveEvent.agentUpdated(agent(2)));

        clock.advance(Duration.ofSeconds(1));
        hub.tick();
        assertThat(events())
                .containsExactly(
                        LiveEvent.agentUpdated(agent(1)), LiveEvent.FLEETS, LiveEvent.STATS);
        clock.advance(Duration.ofSeconds(1));
        hub.tick();
        assertThat(events()).isEmpty();
    }

    @Test
    void aRemovedAgentIsNotUpdatedAfterwards() {
        bus.publish(new BusEvent.AgentStateChanged(List.of(agent(1))));
        bus.publish(new BusEvent.AgentStateChanged(List.of(agent(1))));
        bus.publish(new BusEvent.AgentRemoved(agent(1)));
        events();

        clock.advance(Duration.ofSeconds(1));
        hub.tick();

        assertThat(events()).containsExactly(LiveEvent.FLEETS, LiveEvent.STATS);
    }

    @Test
    void aSyncTellsRevisionAndResult() {
        bus.publish(new BusEvent.GitopsSynced("abc", true));

        assertThat(events())
                .containsExactly(
                        new LiveEvent("gitops.synced", "{\"revision\":\"abc\",\"applied\":true}"),
                        LiveEvent.FLEETS,
                        LiveEvent.STATS);
    }

    @Test
    void aReconnectedBusMeansReadEverythingAgain() {
        bus.publish(new BusEvent.AgentStateChanged(List.of(agent(1))));
        bus.publish(new BusEvent.BusReconnected());

        assertThat(client.next(Duration.ZERO)).isEqualTo(new LiveClient.Next.Recheck());
        assertThat(events()).containsExactly(LiveEvent.RESYNC);
    }

    @Test
    void aClientThatDoesNotReadIsToldToReadEverythingAgain() {
        List<AgentId> agents = new ArrayList<>();
        for (int i = 0; i < LiveClient.BUFFER; i++) {
            agents.add(agent(i));
        }
        bus.publish(new BusEvent.AgentStateChanged(agents));
        bus.publish(new BusEvent.AgentStateChanged(List.of(agent(9999))));

        assertThat(events())
                .containsExactly(
                        LiveEvent.RESYNC, LiveEvent.STATS, LiveEvent.agentUpdated(agent(9999)));
    }

    @Test
    void moreAgentsThanAreRememberedMeanReadEverythingAgain() {
        List<AgentId> agents = new ArrayList<>();
        for (int i = 0; i <= LiveHub.MAX_AGENTS; i++) {
            agents.add(agent(i));
        }
        bus.publish(new BusEvent.AgentStateChanged(agents));

        assertThat(events()).startsWith(LiveEvent.RESYNC);
    }

    @Test
    void changedCredentialsMakeClientsProveThemselves() {
        bus.publish(new BusEvent.CredentialsChanged());

        assertThat(client.next(Duration.ZERO)).isEqualTo(new LiveClient.Next.Recheck());
        assertThat(client.next(Duration.ZERO)).isEqualTo(new LiveClient.Next.Nothing());
    }

    @Test
    void clientsAreLimitedPerCallerAndInAll() {
        assertThat(hub.connect("user:1")).isPresent();
        assertThat(hub.connect("user:1")).isEmpty();
        assertThat(hub.accepts("user:2")).isTrue();
        assertThat(hub.connect("user:2")).isPresent();
        assertThat(hub.accepts("user:3")).isFalse();
        assertThat(hub.connect("user:3")).isEmpty();

        client.close();

        assertThat(hub.connect("user:3")).isPresent();
        assertThat(hub.clients()).isEqualTo(3);
    }

    @Test
    void theEndOfTheHubIsTheEndOfItsClients() {
        hub.close();

        assertThat(client.next(Duration.ofMinutes(1))).isEqualTo(new LiveClient.Next.Ended());
        assertThat(hub.connect("user:1")).isEmpty();
        assertThat(hub.clients()).isZero();
        assertThat(bus.subscriptions()).isZero();
    }

    private List<LiveEvent> events() {
        List<LiveEvent> events = new ArrayList<>();
        while (client.next(Duration.ZERO) instanceof LiveClient.Next.Event(LiveEvent event)) {
            events.add(event);
        }
        return events;
    }

    private static AgentId agent(int number) {
        return new AgentId(new UUID(1, number));
    }
}
