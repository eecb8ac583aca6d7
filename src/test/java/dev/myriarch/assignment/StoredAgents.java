package dev.myriarch.assignment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.agent.Agent;
import dev.myriarch.agent.AgentEvent;
import dev.myriarch.agent.pg.AgentStorePg;
import dev.myriarch.assignment.pg.AssignmentStorePg;
import dev.myriarch.assignment.pg.RenderedConfigStorePg;
import dev.myriarch.db.Database;
import dev.myriarch.domain.ConfigHash;
import dev.myriarch.testing.WatchedDatabase;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Linux agents by number, and the stores of the service on a watched database. What the test itself
 * puts there or reads is not watched.
 */
final class StoredAgents {
    private static final int MANY = 1000;

    final AgentStorePg store;
    final WatchedDatabase database;
    private final Database unwatched;

    StoredAgents(Database unwatched) {
        this.unwatched = unwatched;
        store = new AgentStorePg(unwatched);
        database = new WatchedDatabase(unwatched);
    }

    AssignmentService.Stores watched() {
        return new AssignmentService.Stores(
                new AgentStorePg(database),
                new AssignmentStorePg(database),
                new RenderedConfigStorePg(database));
    }

    void register(int number) {
        Agent agent = TestAgents.linux(number, TestAgents.NONE);
        assertThat(
                        store.upsertDescription(
                                agent.id(),
                                agent.kind(),
                                agent.description(),
                                agent.credential(),
                                TestAgents.NOW))
                .isTrue();
    }

    Agent get(int number) {
        return store.find(TestAgents.id(number)).orElseThrow();
    }

    /** The oldest first. */
    List<AgentEvent> events(int number) {
        return store.events(TestAgents.id(number), MANY).reversed();
    }

    /**
     * Runs before each compare-and-set of the service, as another replica that comes first: on a
     * thread of its own, because this one may have begun a transaction.
     */
    void beforeStoring(Runnable other) {
        database.setBefore(sql -> {
            if (sql.contains("UPDATE agents")) {
                CompletableFuture.runAsync(other, task -> Thread.ofVirtual().start(task)).join();
            }
        });
    }

    /** Assigns an agent to the fleet g, as another replica. */
    void assignElsewhere(int number, ConfigHash hash) {
        int hits =
                unwatched.update(
                        """
                        UPDATE agents SET fleet_name = 'g', assigned_config_hash = ?,
                          desired_config_hash = ? WHERE id = ?
                        """,
                        parameters ->
                                parameters
                                        .text(hash.hex())
                                        .text(hash.hex())
                                        .uuid(TestAgents.id(number).uuid()));
        assertThat(hits).isEqualTo(1);
    }
}
