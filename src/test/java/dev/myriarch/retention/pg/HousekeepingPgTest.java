package dev.myriarch.retention.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.myriarch.cluster.BusEvent;
import dev.myriarch.db.Jdbc;
import dev.myriarch.domain.AgentId;
import dev.myriarch.retention.Housekeeping;
import dev.myriarch.retention.Kept;
import dev.myriarch.retention.RetentionPeriods;
import dev.myriarch.testing.DirectBus;
import dev.myriarch.testing.SettableClock;
import dev.myriarch.testing.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HousekeepingPgTest {
    private static final TestDatabase DATABASE = TestDatabase.create();
    private static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");
    private static final Duration DAY = Duration.ofDays(1);
    private static final RetentionPeriods PERIODS =
            new RetentionPeriods(
                    DAY.multipliedBy(30),
                    DAY.multipliedBy(30),
                    DAY.multipliedBy(400),
                    DAY.multipliedBy(180),
                    DAY.multipliedBy(7),
                    DAY.multipliedBy(30));

    private final SettableClock clock = new SettableClock(NOW);
    private final DirectBus bus = new DirectBus();
    private final Map<Kept, Integer> removed = new EnumMap<>(Kept.class);

    @AfterAll
    static void close() {
        DATABASE.close();
    }

    @AfterEach
    void clear() {
        DATABASE.clear(
                List.of(
                        "agents",
                        "audit_events",
                        "rollouts",
                        "gitops_syncs",
                        "rendered_configs",
                        "effective_configs",
                        "component_sets",
                        "kv"));
    }

    @Test
    void eventsEndWithTheirPeriods() throws InterruptedException {
        agent(1, true, NOW);
        for (int age : List.of(29, 31)) {
            execute(
                    """
                    INSERT INTO agent_events (agent_id, at, type, severity, text)
                    VALUES ('%s', ?, 't', 'info', 'x')
                    """
                            .formatted(id(1)),
                    age);
        }
        for (int age : List.of(399, 401)) {
            execute(
                    """
                    INSERT INTO audit_events (at, actor, action, target_type, target_id, result)
                    VALUES (?, 'a', 'b', 'c', 'd', 'success')
                    """,
                    age);
        }
        housekeeping(PERIODS, 1_000, 10).run();

        assertThat(count("agent_events")).isEqualTo(1);
        assertThat(count("audit_events")).isEqualTo(1);
        assertThat(removed).containsEntry(Kept.AGENT_EVENTS, 1).containsEntry(Kept.AUDIT_EVENTS, 1);

        clock.advance(DAY.multipliedBy(2));
        housekeeping(PERIODS, 1_000, 10).run();
        assertThat(count("agent_events")).isZero();
        assertThat(count("audit_events")).isZero();
    }

    @Test
    void agentsThatAreOfflineForLongAreRemovedAndAnnounced() throws InterruptedException {
        agent(1, false, NOW.minus(DAY.multipliedBy(31)));
        agent(2, false, NOW.minus(DAY.multipliedBy(29)));
        agent(3, true, NOW.minus(DAY.multipliedBy(31)));
        execute(
                """
                INSERT INTO agent_events (agent_id, at, type, severity, text)
                VALUES ('%s', ?, 't', 'info', 'x')
                """
                        .formatted(id(1)),
                1);
        housekeeping(PERIODS, 1_000, 10).run();

        assertThat(texts("SELECT id::text AS t FROM agents ORDER BY id"))
                .containsExactly(id(2).toString(), id(3).toString());
        assertThat(count("agent_events")).isZero();
        assertThat(bus.published()).containsExactly(new BusEvent.AgentRemoved(id(1)));
    }

    @Test
    void onlyFinishedRolloutsEndWithAllThatBelongsToThem() throws InterruptedException {
        rollout(1, "completed", 181);
        rollout(2, "completed", 179);
        rollout(3, "paused", 181);
        housekeeping(PERIODS, 1_000, 10).run();

        assertThat(texts("SELECT fleet AS t FROM rollouts ORDER BY id"))
                .containsExactly("f2", "f3");
        assertThat(count("rollout_targets")).isEqualTo(2);
    }

    @Test
    void theLastSyncOfEachResultStays() throws InterruptedException {
        for (String result : List.of("applied", "invalid", "applied", "failed")) {
            execute(
                    "INSERT INTO gitops_syncs (at, revision, result) VALUES (?, 'r', '%s')"
                            .formatted(result),
                    31);
        }
        execute("INSERT INTO gitops_syncs (at, revision, result) VALUES (?, 'r', 'invalid')", 29);
        housekeeping(PERIODS, 1_000, 10).run();

        assertThat(texts("SELECT result AS t FROM gitops_syncs ORDER BY id"))
                .containsExactly("applied", "failed", "invalid");
    }

    @Test
    void contentIsKeptForItsPeriodAfterTheLastReferenceIsGone() throws InterruptedException {
        agent(1, true, NOW);
        String[] columns = {
            "assigned_config_hash",
            "desired_config_hash",
            "failed_config_hash",
            "remote_config_hash"
        };
        for (int i = 0; i < columns.length; i++) {
            rendered(hash(i), 100);
            execute(
                    "UPDATE agents SET %s = '%s', updated_at = ?".formatted(columns[i], hash(i)),
                    0);
        }
        rendered(hash(4), 100);
        rollout(1, "completed", 1);
        execute("UPDATE rollout_targets SET from_ref = '%s', updated_at = ?".formatted(hash(4)), 0);
        rendered(hash(5), 8);
        rendered(hash(6), 6);
        execute(
                "INSERT INTO effective_configs VALUES ('%s', '', '', now(), ?)".formatted(hash(0)),
                8);
        execute(
                "INSERT INTO effective_configs VALUES ('%s', '', '', now(), ?)".formatted(hash(1)),
                8);
        execute(
                "UPDATE agents SET effective_config_hash = '%s', updated_at = ?".formatted(hash(1)),
                0);
        component("a", 8);
        component("b", 8);
        execute("UPDATE agents SET components_hash = 'b', updated_at = ?", 0);

        housekeeping(PERIODS, 1_000, 10).run();
        assertThat(texts("SELECT hash AS t FROM rendered_configs ORDER BY hash"))
                .containsExactly(hash(0), hash(1), hash(2), hash(3), hash(4), hash(6));
        assertThat(texts("SELECT hash AS t FROM effective_configs")).containsExactly(hash(1));
        assertThat(texts("SELECT hash AS t FROM component_sets")).containsExactly("b");

        execute("UPDATE agents SET assigned_config_hash = NULL, updated_at = ?", 0);
        clock.advance(DAY.multipliedBy(6));
        housekeeping(PERIODS, 1_000, 10).run();
        assertThat(texts("SELECT hash AS t FROM rendered_configs")).contains(hash(0));
        clock.advance(DAY.multipliedBy(2));
        housekeeping(PERIODS, 1_000, 10).run();
        assertThat(texts("SELECT hash AS t FROM rendered_configs"))
                .doesNotContain(hash(0))
                .contains(hash(1), hash(4));
    }

    @Test
    void expiredKeysAreRemovedAndOthersStay() throws InterruptedException {
        execute("INSERT INTO kv VALUES ('ended', '', now(), ?)", 0);
        execute("INSERT INTO kv VALUES ('lives', '', now(), ?)", -1);
        DATABASE.database()
                .update("INSERT INTO kv VALUES ('for ever', '', now(), NULL)", Jdbc.Binder.NONE);
        housekeeping(PERIODS, 1_000, 10).remove(Kept.EXPIRED_KEYS);
        assertThat(texts("SELECT key AS t FROM kv ORDER BY key"))
                .containsExactly("for ever", "lives");
    }

    @Test
    void aPeriodOfZeroKeepsEverything() throws InterruptedException {
        agent(1, false, NOW.minus(DAY.multipliedBy(9_000)));
        rendered(hash(1), 9_000);
        rollout(1, "completed", 9_000);
        Duration never = Duration.ZERO;
        housekeeping(new RetentionPeriods(never, never, never, never, never, never), 1_000, 10)
                .run();
        assertThat(count("agents")).isEqualTo(1);
        assertThat(count("rendered_configs")).isEqualTo(1);
        assertThat(count("rollouts")).isEqualTo(1);
    }

    @Test
    void aRunIsBoundedAndTheNextOneGoesOn() throws InterruptedException {
        agent(1, true, NOW);
        for (int i = 0; i < 7; i++) {
            execute(
                    """
                    INSERT INTO agent_events (agent_id, at, type, severity, text)
                    VALUES ('%s', ?, 't', 'info', '%d')
                    """
                            .formatted(id(1), i),
                    40 - i);
        }
        housekeeping(PERIODS, 2, 2).run();
        assertThat(texts("SELECT text AS t FROM agent_events ORDER BY id"))
                .containsExactly("4", "5", "6");
        housekeeping(PERIODS, 2, 2).run();
        assertThat(count("agent_events")).isZero();
        assertThat(removed).containsEntry(Kept.AGENT_EVENTS, 7);
    }

    @Test
    void anInterruptEndsTheRunBetweenTwoBatches() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> housekeeping(PERIODS, 2, 2).run())
                .isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
    }

    private Housekeeping housekeeping(RetentionPeriods periods, int batch, int batches) {
        return new Housekeeping(
                periods,
                new RetentionStorePg(DATABASE.database()),
                bus,
                clock,
                new Housekeeping.Bounds(batch, batches),
                (kept, count) -> removed.merge(kept, count, Integer::sum));
    }

    private static AgentId id(int number) {
        return new AgentId(new UUID(0, number));
    }

    private static String hash(int number) {
        return Integer.toHexString(number).repeat(64);
    }

    private static void agent(int number, boolean online, Instant seen) {
        DATABASE.database()
                .update(
                        """
                        INSERT INTO agents (id, kind, online, last_seen_at, created_at, updated_at)
                        VALUES (?, 'collector', ?, ?, ?, ?)
                        """,
                        parameters ->
                                parameters
                                        .uuid(id(number).uuid())
                                        .bool(online)
                                        .instant(seen)
                                        .instant(seen)
                                        .instant(seen));
    }

    private static void rendered(String hash, int age) {
        execute(
                """
                INSERT INTO rendered_configs (hash, body, fleet, blueprint, revision, created_at,
                  used_at) VALUES ('%s', '', '', '', '', now(), ?)
                """
                        .formatted(hash),
                age);
    }

    private static void component(String hash, int age) {
        execute("INSERT INTO component_sets VALUES ('%s', '{}', now(), ?)".formatted(hash), age);
    }

    private static void rollout(int number, String status, int age) {
        execute(
                """
                INSERT INTO rollouts (id, kind, fleet, from_ref, to_ref, origin, created_by, policy,
                  status, created_at, updated_at, finished_at)
                VALUES ('%s', 'config', 'f%d', '', '', 'gitops', 'gitops', '{}', '%s', now(), now(),
                  CASE WHEN '%s' = 'completed' THEN ?::timestamptz END)
                """
                        .formatted(id(number), number, status, status),
                age);
        execute(
                """
                INSERT INTO rollout_targets (rollout_id, agent_id, wave, host_name, from_ref, to_ref,
                  status, created_at, updated_at)
                VALUES ('%s', '%s', 0, 'h', '', '', 'succeeded', now(), ?)
                """
                        .formatted(id(number), id(1)),
                age);
    }

    /** Runs a statement whose only parameter is the time that was {@code age} days ago. */
    private static void execute(String sql, int age) {
        DATABASE.database()
                .update(sql, parameters -> parameters.instant(NOW.minus(DAY.multipliedBy(age))));
    }

    private static long count(String table) {
        return DATABASE.database()
                .one("SELECT count(*) AS n FROM " + table, Jdbc.Binder.NONE, row -> row.bigint("n"))
                .orElseThrow();
    }

    private static List<String> texts(String sql) {
        return DATABASE.database().list(sql, Jdbc.Binder.NONE, row -> row.text("t"));
    }
}
