package dev.myriarch.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.agent.Description;
import dev.myriarch.agent.pg.AgentStorePg;
import dev.myriarch.cluster.Job;
import dev.myriarch.cluster.Leadership;
import dev.myriarch.domain.AgentId;
import dev.myriarch.domain.AgentKind;
import dev.myriarch.metrics.MetricRegistry;
import dev.myriarch.testing.TestDatabase;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class InventoryGaugesPgTest {
    private static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");

    private final TestDatabase database = TestDatabase.create();
    private final AgentStorePg agents = new AgentStorePg(database.database());
    private final MetricRegistry metrics = new MetricRegistry();
    private final Lead lead = new Lead();

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void theLeaderCountsAgentsAndWhoLeadsNoMoreShowsNone() {
        for (int number = 1; number <= 3; number++) {
            AgentId id = new AgentId(new UUID(0, number));
            agents.upsertDescription(
                    id,
                    AgentKind.COLLECTOR,
                    new Description(Map.of(), Map.of(), Map.of(), Map.of(), 0),
                    "none",
                    NOW);
            if (number == 1) {
                assertThat(agents.markOnline(id, "r", "websocket", "10.0.0.1", NOW)).isTrue();
            }
        }
        InventoryGauges gauges = new InventoryGauges(agents, lead, metrics);
        gauges.refresh();
        assertThat(metrics.expose())
                .contains("myriarch_agents{status=\"offline\"} 2\n")
                .contains("myriarch_agents{status=\"online\"} 1\n")
                .contains("myriarch_agent_health{health=\"unknown\"} 3\n")
                .contains("myriarch_config_sync{state=\"none\"} 3\n");

        lead.leads = false;
        lead.listeners.forEach(Runnable::run);
        assertThat(metrics.expose()).doesNotContain("myriarch_agents{", "myriarch_config_sync{");
    }

    private static final class Lead implements Leadership {
        private final List<Runnable> listeners = new ArrayList<>();
        private boolean leads = true;

        @Override
        public boolean isLeader() {
            return leads;
        }

        @Override
        public long term() {
            return leads ? 1 : 0;
        }

        @Override
        public void act(Job.Work work) throws InterruptedException {
            work.run();
        }

        @Override
        public void onChange(Runnable listener) {
            listeners.add(listener);
        }
    }
}
