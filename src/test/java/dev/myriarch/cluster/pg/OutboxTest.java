package dev.myriarch.cluster.pg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.cluster.BusEvent;
import dev.myriarch.domain.AgentId;
import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class OutboxTest {
    private final Outbox outbox = new Outbox(250, 2);

    private static List<AgentId> agents(long from, long to) {
        return LongStream.range(from, to).mapToObj(n -> new AgentId(new UUID(0, n))).toList();
    }

    @Test
    void agentsOfOneKindAreMergedAndCutIntoHundreds() {
        assertThat(outbox.add(new BusEvent.AgentStateChanged(agents(0, 120)))).isTrue();
        assertThat(outbox.add(new BusEvent.AgentStateChanged(agents(100, 210)))).isTrue();
        assertThat(outbox.add(new BusEvent.DesiredStateChanged(agents(0, 1)))).isTrue();
        assertThat(outbox.take())
                .containsExactly(
                        new BusEvent.AgentStateChanged(agents(0, 100)),
                        new BusEvent.AgentStateChanged(agents(100, 200)),
                        new BusEvent.AgentStateChanged(agents(200, 210)),
                        new BusEvent.DesiredStateChanged(agents(0, 1)));
        assertThat(outbox.take()).isEmpty();
    }

    @Test
    void equalEventsWaitOnce() {
        outbox.add(new BusEvent.GitopsSyncRequested());
        outbox.add(new BusEvent.GitopsSyncRequested());
        outbox.add(new BusEvent.GitopsSynced("a", true));
        assertThat(outbox.take())
                .containsExactly(
                        new BusEvent.GitopsSyncRequested(), new BusEvent.GitopsSynced("a", true));
    }

    @Test
    void whatDoesNotFitIsToldAndTheRestKept() {
        assertThat(outbox.add(new BusEvent.AssignmentChanged(agents(0, 251)))).isFalse();
        assertThat(outbox.add(new BusEvent.AssignmentChanged(agents(0, 250)))).isTrue();
        assertThat(outbox.add(new BusEvent.GitopsSynced("a", true))).isTrue();
        assertThat(outbox.add(new BusEvent.GitopsSynced("b", true))).isTrue();
        assertThat(outbox.add(new BusEvent.GitopsSynced("c", true))).isFalse();
        assertThat(outbox.take()).hasSize(5);
    }

    @Test
    void localEventIsNeverSent() {
        assertThat(outbox.add(new BusEvent.BusReconnected())).isTrue();
        assertThat(outbox.take()).isEmpty();
    }
}
