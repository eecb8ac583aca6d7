package dev.myriarch.assignment.pg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.agent.Assignment;
import dev.myriarch.assignment.AssignmentChange;
import dev.myriarch.assignment.RenderedConfigStore;
import dev.myriarch.domain.AgentId;
import dev.myriarch.domain.ConfigHash;
import dev.myriarch.testing.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class AssignmentStorePgTest {
    private static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");
    private static final AgentId ID = new AgentId(new UUID(1, 2));
    private static final ConfigHash ONE = ConfigHash.of(new byte[] {1});
    private static final ConfigHash TWO = ConfigHash.of(new byte[] {2});
    private static final Assignment NONE =
            assignment(Optional.empty(), Optional.empty(), Optional.empty());

    private final TestDatabase database = TestDatabase.create();
    private final AssignmentStorePg store = new AssignmentStorePg(database.database());
    private final RenderedConfigStorePg configs = new RenderedConfigStorePg(database.database());

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void assignmentIsStoredWhenTheExpectedOneIsThere() {
        insert(ID);

        assertThat(store.compareAndSet(ID, NONE, change("f", ONE, ONE), NOW)).isTrue();

        assertThat(row())
                .isEqualTo("f " + ONE + " " + ONE + " - 0.149.0 [] {\"tier\": \"edge\"} pending");
    }

    @Test
    void anotherAssignmentMeanwhileKeepsItself() {
        insert(ID);
        store.compareAndSet(ID, NONE, change("f", ONE, ONE), NOW);
        String before = row();

        assertThat(store.compareAndSet(ID, NONE, change("g", TWO, TWO), NOW)).isFalse();
        assertThat(
                        store.compareAndSet(
                                ID,
                                assignment(Optional.of("f"), Optional.of(ONE), Optional.of(TWO)),
                                change("g", TWO, TWO),
                                NOW))
                .isFalse();

        assertThat(row()).isEqualTo(before);
    }

    @Test
    void newDesiredHashClearsTheFailedMarkerAndTheSameOneKeepsIt() {
        insert(ID);
        store.compareAndSet(ID, NONE, change("f", ONE, ONE), NOW);
        database.database()
                .update(
                        "UPDATE agents SET failed_config_hash = ?",
                        parameters -> parameters.text(ONE.hex()));
        Assignment first = expected("f", ONE, ONE);

        assertThat(store.compareAndSet(ID, first, change("f", TWO, ONE), NOW)).isTrue();
        assertThat(row()).contains(ONE + " " + ONE + " 0.149.0").endsWith(" failed");
        assertThat(store.compareAndSet(ID, expected("f", TWO, ONE), change("f", TWO, TWO), NOW))
                .isTrue();
        assertThat(row()).startsWith("f " + TWO + " " + TWO + " - ");
    }

    @Test
    void unknownAgentIsNoHit() {
        assertThat(store.compareAndSet(ID, NONE, change("f", ONE, ONE), NOW)).isFalse();
        assertThat(store.agentIds()).isEmpty();
    }

    @Test
    void idsAreSorted() {
        AgentId later = new AgentId(new UUID(2, 0));
        insert(later);
        insert(ID);

        assertThat(store.agentIds()).containsExactly(ID, later);
    }

    @Test
    void renderedConfigurationKeepsItsFirstProvenance() {
        byte[] body = "a: 1\n".getBytes(StandardCharsets.UTF_8);
        ConfigHash hash = ConfigHash.of(body);

        configs.put(config(hash, body, "f", "r1"), NOW);
        configs.put(config(hash, body, "g", "r2"), NOW.plusSeconds(5));

        assertThat(configs.find(hash)).hasValue(body);
        assertThat(configs.find(ONE)).isEmpty();
        assertThat(
                        database.database()
                                .list(
                                        """
                                        SELECT fleet || ' ' || revision || ' ' || layers::text
                                          || ' ' || (used_at - created_at)::text AS facts
                                        FROM rendered_configs
                                        """,
                                        _ -> {},
                                        row -> row.text("facts")))
                .containsExactly("f r1 [\"b\", \"b#x\"] 00:00:05");
    }

    private static RenderedConfigStore.RenderedConfig config(
            ConfigHash hash, byte[] body, String fleet, String revision) {
        return new RenderedConfigStore.RenderedConfig(
                hash, body, fleet, "b", revision, List.of("b", "b#x"));
    }

    private void insert(AgentId id) {
        database.database()
                .update(
                        """
                        INSERT INTO agents (id, kind, created_at, updated_at)
                        VALUES (?, 'collector', ?, ?)
                        """,
                        parameters -> parameters.uuid(id.uuid()).instant(NOW).instant(NOW));
    }

    private String row() {
        return database.database()
                .one(
                        """
                        SELECT concat_ws(' ', coalesce(fleet_name, '-'),
                          coalesce(assigned_config_hash, '-'), coalesce(desired_config_hash, '-'),
                          coalesce(failed_config_hash, '-'), coalesce(target_version, '-'),
                          '[' || assignment_error || ']', labels::text, config_sync) AS facts
                        FROM agents
                        """,
                        _ -> {},
                        row -> row.text("facts"))
                .orElseThrow();
    }

    private static AssignmentChange change(String fleet, ConfigHash assigned, ConfigHash desired) {
        return new AssignmentChange(
                Map.of("tier", "edge"),
                Optional.of(fleet),
                Optional.of(assigned),
                Optional.of(desired),
                Optional.of("0.149.0"),
                "");
    }

    private static Assignment expected(String fleet, ConfigHash assigned, ConfigHash desired) {
        return new Assignment(
                Optional.of(fleet),
                Optional.of(assigned),
                Optional.of(desired),
                Optional.empty(),
                Optional.of("0.149.0"),
                "",
                Optional.empty(),
                "");
    }

    private static Assignment assignment(
            Optional<String> fleet, Optional<ConfigHash> assigned, Optional<ConfigHash> desired) {
        return new Assignment(
                fleet,
                assigned,
                desired,
                Optional.empty(),
                Optional.empty(),
                "",
                Optional.empty(),
                "");
    }
}
