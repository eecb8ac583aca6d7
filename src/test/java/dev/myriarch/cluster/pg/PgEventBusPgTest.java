package dev.myriarch.cluster.pg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.cluster.Backoff;
import dev.myriarch.cluster.BusEvent;
import dev.myriarch.cluster.ReplicaId;
import dev.myriarch.db.DatabaseUrl;
import dev.myriarch.db.DedicatedSessions;
import dev.myriarch.db.Jdbc;
import dev.myriarch.db.PoolOptions;
import dev.myriarch.db.PooledDatabase;
import dev.myriarch.domain.AgentId;
import dev.myriarch.metrics.MetricRegistry;
import dev.myriarch.testing.Await;
import dev.myriarch.testing.TcpProxy;
import dev.myriarch.testing.TestDatabase;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PgEventBusPgTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final TestDatabase DATABASE = TestDatabase.createEmpty();
    private static final DedicatedSessions.Keepalive KEEPALIVE =
            new LeaderBudget(Duration.ofSeconds(10)).keepalive();

    private final List<AutoCloseable> open = new ArrayList<>();

    /** One replica and what its subscriber heard. */
    private record Replica(PgEventBus bus, MetricRegistry metrics, List<BusEvent> heard) {
        boolean heardTimes(BusEvent event, int times) {
            return heard.stream().filter(event::equals).count() == times;
        }

        long reconnects() {
            return heard.stream().filter(BusEvent.BusReconnected.class::isInstance).count();
        }
    }

    @AfterEach
    void closeReplicas() throws Exception {
        for (AutoCloseable one : open.reversed()) {
            one.close();
        }
    }

    @AfterAll
    static void close() {
        DATABASE.close();
    }

    private Replica replica(String id) {
        return replica(id, DATABASE.url(), DATABASE.database());
    }

    private Replica replica(String id, DatabaseUrl url, Jdbc regular) {
        return replica(
                id, url, regular, new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(30)));
    }

    private Replica replica(String id, DatabaseUrl url, Jdbc regular, Backoff reconnect) {
        MetricRegistry metrics = new MetricRegistry();
        PgEventBus bus =
                new PgEventBus(
                        new ReplicaId(id),
                        new DedicatedSessions(url, "bus " + id, Duration.ofSeconds(1), KEEPALIVE),
                        regular,
                        Duration.ofMillis(300),
                        InstantSource.system(),
                        metrics,
                        reconnect);
        open.add(bus);
        List<BusEvent> heard = new CopyOnWriteArrayList<>();
        bus.subscribe("test", heard::add);
        bus.start();
        Replica replica = new Replica(bus, metrics, heard);
        Await.until(id + " listens", SOON, () -> replica.reconnects() == 1);
        return replica;
    }

    private TcpProxy proxy() {
        String hosts = DATABASE.url().hosts();
        TcpProxy proxy = TcpProxy.to(Integer.parseInt(hosts.substring(hosts.lastIndexOf(':') + 1)));
        open.add(proxy);
        return proxy;
    }

    private static DatabaseUrl through(TcpProxy proxy) {
        DatabaseUrl url = DATABASE.url();
        return new DatabaseUrl(
                "127.0.0.1:" + proxy.port(),
                url.database(),
                url.user(),
                url.password(),
                url.parameters());
    }

    @Test
    void everyReplicaHearsAnEventOnce() {
        Replica one = replica("one");
        Replica two = replica("two");
        Replica three = replica("three");
        BusEvent event = new BusEvent.GitopsSynced("a", true);
        BusEvent last = new BusEvent.GitopsSynced("b", true);

        one.bus().publish(event);
        Await.until("two hears it", SOON, () -> two.heardTimes(event, 1));
        two.bus().publish(last);

        for (Replica replica : List.of(one, two, three)) {
            Await.until("the last event", SOON, () -> replica.heardTimes(last, 1));
            // Notifications keep their order, so a second one of the first would be here by now.
            assertThat(replica.heardTimes(event, 1)).isTrue();
        }
    }

    /** The server would end a session that never asks anything, however much it hears. */
    @Test
    void sessionIsAskedAlsoWhileEventsArriveAllTheTime() throws InterruptedException {
        Replica one = replica("busy");
        AtomicBoolean enough = new AtomicBoolean();
        Thread flood =
                Thread.ofVirtual()
                        .start(() -> {
                            while (!enough.get()) {
                                send("noise");
                            }
                        });
        try {
            Await.until(
                    "a question in the noise",
                    SOON,
                    () ->
                            !DATABASE.database()
                                    .list(
                                            "SELECT 1 AS one FROM pg_stat_activity WHERE"
                                                    + " application_name = 'bus busy' AND query"
                                                    + " LIKE '%pg_backend_pid%'",
                                            Jdbc.Binder.NONE, row -> row.integer("one"))
                                    .isEmpty());
        } finally {
            enough.set(true);
            flood.join();
        }
        assertThat(one.reconnects()).isEqualTo(1);
    }

    @Test
    void manyAgentsArriveInParts() {
        Replica one = replica("one");
        Replica two = replica("two");
        List<AgentId> agents =
                LongStream.range(0, 250).mapToObj(n -> new AgentId(new UUID(0, n))).toList();

        one.bus().publish(new BusEvent.DesiredStateChanged(agents));

        Await.until("all agents", SOON, () -> desired(two.heard()).size() == 250);
        assertThat(desired(two.heard())).containsExactlyElementsOf(agents);
        assertThat(desired(one.heard())).containsExactlyElementsOf(agents);
    }

    private static List<AgentId> desired(List<BusEvent> events) {
        return events.stream()
                .flatMap(event ->
                        event instanceof BusEvent.DesiredStateChanged(var agents)
                                ? agents.stream()
                                : null)
                .toList();
    }

    @Test
    void endedSessionIsReplacedAndSubscribersAreTold() {
        Replica one = replica("one");
        Replica two = replica("two");

        DATABASE.endSessions();

        Await.until("both listen again", SOON, () -> one.reconnects() + two.reconnects() == 4);
        BusEvent event = new BusEvent.CredentialsChanged();
        one.bus().publish(event);
        Await.until("the event", SOON, () -> two.heardTimes(event, 1));
        assertThat(one.heardTimes(event, 1)).isTrue();
    }

    @Test
    void silentSessionIsNoticedWithoutAFarewell() {
        TcpProxy proxy = proxy();
        Replica one = replica("one");
        Replica cut = replica("cut", through(proxy), DATABASE.database());

        proxy.silence();

        Await.until("listens again", SOON, () -> cut.reconnects() == 2);
        BusEvent event = new BusEvent.EnrollmentTokensChanged();
        one.bus().publish(event);
        Await.until("the event", SOON, () -> cut.heardTimes(event, 1));
    }

    @Test
    void unreachableDatabaseMeansNotConnected() {
        TcpProxy proxy = proxy();
        Replica cut = replica("cut", through(proxy), DATABASE.database());
        assertThat(cut.bus().isConnected()).isTrue();

        proxy.refuse(true);
        proxy.silence();

        Await.until("not connected", SOON, () -> !cut.bus().isConnected());
        proxy.refuse(false);
        Await.until("connected again", SOON, cut.bus()::isConnected);
    }

    @Test
    void eventThatCannotBeSentYetIsSentLater() {
        TcpProxy proxy = proxy();
        proxy.refuse(true);
        PoolOptions options =
                new PoolOptions(2, Duration.ofSeconds(1), Duration.ofSeconds(1), "sender");
        PooledDatabase pool = new PooledDatabase(through(proxy), options);
        open.add(pool);
        Replica one = replica("one", DATABASE.url(), pool);
        Replica two = replica("two");
        BusEvent event = new BusEvent.GitopsSyncRequested();

        one.bus().publish(event);
        Await.until("local delivery", SOON, () -> one.heardTimes(event, 1));
        proxy.refuse(false);

        Await.until("the event", SOON, () -> two.heardTimes(event, 1));
    }

    @Test
    void aDatabaseThatIsBackIsUsedAtOnceHoweverLongItWasAway() {
        TcpProxy proxy = proxy();
        PooledDatabase regular = new PooledDatabase(through(proxy), PoolOptions.DEFAULT);
        open.add(regular);
        Duration never = Duration.ofDays(1);
        Replica one = replica("one", through(proxy), regular, new Backoff(never, never));
        regular.onReturn(one.bus()::retryNow);
        Replica two = replica("two");
        BusEvent event = new BusEvent.GitopsSynced("kept", true);

        proxy.refuse(true);
        proxy.cut();
        Await.until("the loss is noticed", SOON, () -> !one.bus().isConnected());
        one.bus().publish(event);
        Await.until(
                "statements fail", SOON, () -> Await.attempt(() -> one(regular)).get().isEmpty());
        proxy.refuse(false);
        assertThat(one(regular)).isEqualTo(1);

        Await.until("it listens again", SOON, () -> one.reconnects() == 2);
        Await.until("what waited is sent", SOON, () -> two.heardTimes(event, 1));
    }

    private static int one(PooledDatabase database) {
        return database.one("SELECT 1 AS one", Jdbc.Binder.NONE, row -> row.integer("one"))
                .orElseThrow();
    }

    @Test
    void whatANewerVersionSendsIsIgnoredAndCounted() {
        Replica one = replica("one");
        send("{\"type\":\"from_the_future\"}");
        send("rubbish");
        Await.until(
                "both counted",
                SOON,
                () ->
                        one.metrics()
                                .expose()
                                .contains("myriarch_bus_ignored_total{reason=\"malformed\"} 1\n"));
        assertThat(one.metrics().expose())
                .contains("myriarch_bus_ignored_total{reason=\"unknown_type\"} 1\n");
        assertThat(one.heard()).containsExactly(new BusEvent.BusReconnected());
    }

    private static void send(String payload) {
        DATABASE.database()
                .list(
                        "SELECT count(pg_notify('myriarch_events', ?)) AS sent",
                        parameters -> parameters.text(payload),
                        row -> row.bigint("sent"));
    }

    @Test
    void closingSendsWhatWaits() {
        Replica one = replica("one");
        Replica two = replica("two");
        BusEvent event = new BusEvent.GitopsSynced("last words", true);

        one.bus().publish(event);
        one.bus().close();

        Await.until("the event", SOON, () -> two.heardTimes(event, 1));
    }
}
