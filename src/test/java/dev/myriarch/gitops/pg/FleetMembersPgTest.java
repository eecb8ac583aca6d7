package dev.myriarch.gitops.pg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.db.Database;
import dev.myriarch.gitops.FleetMembers;
import dev.myriarch.testing.TestDatabase;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

final class FleetMembersPgTest {
    private static final TestDatabase DATABASE = TestDatabase.create();

    private static final String INSERT =
            """
            INSERT INTO agents (id, kind, fleet_name, assigned_config_hash, created_at, updated_at)
            VALUES (?, 'collector', ?, ?, now(), now())
            """;

    @AfterAll
    static void close() {
        DATABASE.close();
    }

    @Test
    void agentsAreCountedByFleetAndState() {
        Database database = DATABASE.database();
        FleetMembersPg members = new FleetMembersPg(database);
        assertThat(members.counts()).isEmpty();

        agent(database, 1, "edge", "aa");
        agent(database, 2, "edge", "aa");
        agent(database, 3, "edge", "");
        agent(database, 4, "", "");

        assertThat(members.counts())
                .isEqualTo(
                        Map.of(
                                "edge",
                                new FleetMembers.Members(Map.of("drift", 2L, "none", 1L)),
                                "",
                                new FleetMembers.Members(Map.of("none", 1L))));
    }

    private static void agent(Database database, int number, String fleet, String assigned) {
        database.update(
                INSERT,
                parameters ->
                        parameters
                                .uuid(new UUID(0, number))
                                .text(fleet.isEmpty() ? null : fleet)
                                .text(assigned.isEmpty() ? null : assigned));
    }
}
