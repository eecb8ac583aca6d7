package dev.myriarch.agent.pg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.agent.Agent;
import dev.myriarch.agent.AgentLinks;
import dev.myriarch.agent.AgentQuery;
import dev.myriarch.agent.Description;
import dev.myriarch.agent.UpdaterLink.Mismatch;
import dev.myriarch.agent.UpdaterLink.Side;
import dev.myriarch.agent.UpdaterLink.Verdict;
import dev.myriarch.base.Brand;
import dev.myriarch.base.UuidV7;
import dev.myriarch.db.Jdbc;
import dev.myriarch.domain.AgentId;
import dev.myriarch.domain.AgentKind;
import dev.myriarch.domain.DisconnectCause;
import dev.myriarch.testing.Await;
import dev.myriarch.testing.TestDatabase;
import dev.myriarch.testing.WatchedDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class UpdaterLinkStorePgTest {
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final TestDatabase DATABASE = TestDatabase.create();
    private static final AgentStorePg AGENTS = new AgentStorePg(DATABASE.database());
    private static final UpdaterLinkStorePg LINKS = new UpdaterLinkStorePg(DATABASE.database());

    @BeforeEach
    void clear() {
        DATABASE.clear(List.of("agents"));
    }

    @AfterAll
    static void close() {
        DATABASE.close();
    }

    private static AgentId register(AgentKind kind, String host, String named) {
        AgentId id = new AgentId(UuidV7.create(NOW));
        describe(id, kind, host, named);
        return id;
    }

    private static void describe(AgentId id, AgentKind kind, String host, String named) {
        Map<String, String> attributes = new HashMap<>(Map.of("host.name", host));
        if (!named.isEmpty()) {
            attributes.put(Brand.COLLECTOR_UID_ATTRIBUTE, named);
        }
        AGENTS.upsertDescription(
                id,
                kind,
                new Description(Map.of(), attributes, Map.of(), Map.of(), 0),
                "token:1",
                NOW);
    }

    private static AgentId collector() {
        return register(AgentKind.COLLECTOR, "edge-1", "");
    }

    private static AgentId updater(AgentId collector) {
        return register(AgentKind.UPDATER, "edge-1", collector.toString());
    }

    private static Agent read(AgentId id) {
        return AGENTS.find(id).orElseThrow();
    }

    private static boolean link(AgentId updater, AgentId collector) {
        return LINKS.store(read(updater), new Verdict.Linked(Side.of(read(collector))), NOW);
    }

    private static void online(AgentId id, Instant since) {
        assertThat(AGENTS.markOnline(id, "r1", "websocket", "192.0.2.1", since)).isTrue();
    }

    private static Optional<AgentId> updaterOf(AgentId collector) {
        return read(collector).links().updater();
    }

    @Test
    void aLinkIsReadFromBothSides() {
        AgentId collector = collector();
        AgentId updater = updater(collector);
        assertThat(read(updater).links()).isEqualTo(AgentLinks.NONE);
        assertThat(link(updater, collector)).isTrue();
        assertThat(read(updater).links())
                .isEqualTo(new AgentLinks(Optional.empty(), Optional.of(collector), ""));
        assertThat(read(collector).links())
                .isEqualTo(new AgentLinks(Optional.of(updater), Optional.empty(), ""));
        assertThat(AGENTS.findAll(List.of(collector)).getFirst().links().updater())
                .contains(updater);
        assertThat(AGENTS.list(AgentQuery.all()).items())
                .filteredOn(agent -> agent.id().equals(collector))
                .singleElement()
                .satisfies(agent -> assertThat(agent.links().updater()).contains(updater));
    }

    @Test
    void whatIsStoredAlreadyOrWasReadBeforeAChangeIsNotStored() {
        AgentId collector = collector();
        AgentId updater = updater(collector);
        Agent before = read(updater);
        assertThat(link(updater, collector)).isTrue();
        assertThat(link(updater, collector)).as("the same once more").isFalse();
        assertThat(LINKS.store(before, new Verdict.Refused(Mismatch.OTHER_HOST), NOW)).isFalse();
        assertThat(LINKS.store(read(updater), new Verdict.Refused(Mismatch.OTHER_HOST), NOW))
                .isTrue();
        assertThat(read(updater).links())
                .isEqualTo(
                        new AgentLinks(
                                Optional.empty(), Optional.empty(), Mismatch.OTHER_HOST.text()));
        assertThat(LINKS.store(read(updater), new Verdict.Alone(), NOW)).isTrue();
        assertThat(read(updater).links()).isEqualTo(AgentLinks.NONE);
    }

    @Test
    void aSideThatChangedMeanwhileIsNotLinked() {
        AgentId collector = collector();
        AgentId updater = updater(collector);
        Agent readUpdater = read(updater);
        Verdict readCollector = new Verdict.Linked(Side.of(read(collector)));

        describe(collector, AgentKind.COLLECTOR, "edge-2", "");
        assertThat(LINKS.store(readUpdater, readCollector, NOW)).as("another host").isFalse();
        describe(collector, AgentKind.UNKNOWN, "edge-1", "");
        assertThat(LINKS.store(readUpdater, readCollector, NOW)).as("another kind").isFalse();
        describe(collector, AgentKind.COLLECTOR, "edge-1", "");
        AGENTS.rebind(collector, "token:1", "token:2", NOW);
        assertThat(LINKS.store(readUpdater, readCollector, NOW)).as("a credential").isFalse();
        AGENTS.rebind(collector, "token:2", "token:1", NOW);
        AGENTS.rebind(updater, "token:1", "token:2", NOW);
        assertThat(LINKS.store(readUpdater, readCollector, NOW)).as("its credential").isFalse();
        AGENTS.rebind(updater, "token:2", "token:1", NOW);
        assertThat(LINKS.store(readUpdater, readCollector, NOW)).as("all as it was").isTrue();
        AGENTS.delete(collector);
        assertThat(LINKS.store(read(updater), readCollector, NOW)).as("it is gone").isFalse();
    }

    @Test
    void aLinkEndsWithTheCredentialOfEitherSide() {
        AgentId collector = collector();
        AgentId updater = updater(collector);
        AgentId other = updater(collector);
        link(updater, collector);
        link(other, collector);

        AGENTS.releaseCredential(updater, NOW);
        assertThat(read(updater).links()).isEqualTo(AgentLinks.NONE);
        assertThat(updaterOf(collector)).contains(other);

        AGENTS.rebind(collector, "token:1", "token:2", NOW);
        assertThat(read(other).links()).isEqualTo(AgentLinks.NONE);
        assertThat(updaterOf(collector)).isEmpty();
        assertThat(read(collector).credential()).isEqualTo("token:2");
    }

    @Test
    void aLinkEndsWithTheCollectorAndWithTheUpdater() {
        AgentId collector = collector();
        AgentId updater = updater(collector);
        AgentId other = updater(collector);
        link(updater, collector);
        link(other, collector);
        AGENTS.delete(updater);
        assertThat(updaterOf(collector)).contains(other);
        AGENTS.delete(collector);
        assertThat(read(other).links()).isEqualTo(AgentLinks.NONE);
    }

    @Test
    void ofSeveralUpdatersTheOneThatIsOnlineAndCameLastIsTheCollectors() {
        AgentId collector = collector();
        AgentId first = updater(collector);
        AgentId second = updater(collector);
        AgentId third = updater(collector);
        List.of(first, second, third).forEach(updater -> link(updater, collector));

        online(first, NOW);
        assertThat(updaterOf(collector)).as("the only one online").contains(first);
        online(second, NOW.plusSeconds(1));
        assertThat(updaterOf(collector)).as("came last").contains(second);
        AGENTS.markOffline(second, "r1", DisconnectCause.NETWORK, NOW.plusSeconds(2));
        assertThat(updaterOf(collector)).as("the one that is left").contains(first);
        AGENTS.markOffline(first, "r1", DisconnectCause.NETWORK, NOW.plusSeconds(3));
        assertThat(updaterOf(collector)).as("came last, with none online").contains(second);
    }

    @Test
    void updatersThatNameACollectorAreFoundBeforeItRegisters() {
        AgentId collector = new AgentId(UuidV7.create(NOW));
        AgentId lower = updater(collector);
        AgentId upper =
                register(
                        AgentKind.UPDATER, "edge-1", collector.toString().toUpperCase(Locale.ROOT));
        register(AgentKind.UNKNOWN, "edge-1", collector.toString());
        updater(new AgentId(UuidV7.create(NOW)));
        assertThat(LINKS.updatersNaming(collector)).containsExactlyInAnyOrder(lower, upper);
    }

    @Test
    void collectorsThatComeAtOnceAreAskedForTogether() throws Exception {
        WatchedDatabase watched = new WatchedDatabase(DATABASE.database());
        UpdaterLinkStorePg links = new UpdaterLinkStorePg(watched);
        List<AgentId> collectors = new ArrayList<>();
        List<AgentId> updaters = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            collectors.add(collector());
            updaters.add(updater(collectors.get(i)));
        }
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch gate = new CountDownLatch(1);
        watched.setBefore(_ -> {
            watched.setBefore(_ -> {});
            held.countDown();
            awaitOpen(gate);
        });
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<List<AgentId>>> found = new ArrayList<>();
            found.add(threads.submit(() -> links.updatersNaming(collectors.getFirst())));
            held.await();
            for (AgentId collector : collectors.subList(1, 5)) {
                found.add(threads.submit(() -> links.updatersNaming(collector)));
            }
            Await.until("they wait", Duration.ofMinutes(1), () -> links.waiting() == 4);
            gate.countDown();
            for (int i = 0; i < 5; i++) {
                assertThat(found.get(i).get()).containsExactly(updaters.get(i));
            }
        }
        assertThat(watched.takeStatements()).hasSize(2);
    }

    private static void awaitOpen(CountDownLatch gate) {
        try {
            gate.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void updatersAreFoundThroughAnIndexAndMayWriteAnything() {
        AgentId collector = collector();
        AgentId updater = updater(collector);
        // An index takes texts of a third of a page only.
        StringBuilder random = new StringBuilder();
        for (int i = 0; i < 900; i++) {
            random.append(Integer.toHexString((i * 0x9E3779B1) ^ 0x5BD1E995));
        }
        AgentId other = register(AgentKind.UPDATER, "edge-1", random.toString());
        assertThat(AGENTS.find(other)).isPresent();
        assertThat(LINKS.updatersNaming(collector)).containsExactly(updater);

        List<String> plan =
                DATABASE.database()
                        .inTransaction(jdbc -> {
                            // The table of a test is too small for any index.
                            int _ = jdbc.update("SET LOCAL enable_seqscan = off", Jdbc.Binder.NONE);
                            return jdbc.list(
                                    "EXPLAIN " + UpdaterLinkStorePg.NAMING,
                                    parameters -> parameters.text("x").integer(1),
                                    row -> row.text("QUERY PLAN"));
                        });
        assertThat(String.join("\n", plan)).contains("agents_named_collector");
    }

    @Test
    void manyUpdatersThatNameOneCollectorAreNotAllLookedAt() {
        AgentId collector = collector();
        for (int i = 0; i < 25; i++) {
            updater(collector);
        }
        AgentId online = updater(collector);
        online(online, NOW);
        updater(collector);
        assertThat(LINKS.updatersNaming(collector)).hasSize(20).contains(online);
    }
}
