package dev.myriarch.opamp;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.myriarch.agent.AgentEvent;
import dev.myriarch.agent.pg.AgentStorePg;
import dev.myriarch.artifact.PackageOffer;
import dev.myriarch.base.Brand;
import dev.myriarch.domain.AgentId;
import dev.myriarch.opamp.proto.AgentDescription;
import dev.myriarch.opamp.proto.AgentToServer;
import dev.myriarch.opamp.proto.AnyValue;
import dev.myriarch.opamp.proto.KeyValue;
import dev.myriarch.opamp.proto.PackageStatus;
import dev.myriarch.opamp.proto.PackageStatusEnum;
import dev.myriarch.opamp.proto.PackageStatuses;
import dev.myriarch.opamp.proto.ServerToAgent;
import dev.myriarch.testing.Await;
import dev.myriarch.testing.DirectBus;
import dev.myriarch.testing.LastingTokens;
import dev.myriarch.testing.SettableClock;
import dev.myriarch.testing.TestDatabase;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two replicas, and an updater that is connected to one of them, or polls both. */
class PackageReplicasServerTest {
    private static final TestDatabase DATABASE = TestDatabase.create();
    private static final AgentId UPDATER = new AgentId(new UUID(71, 1));
    private static final AgentId COLLECTOR = new AgentId(new UUID(71, 2));
    private static final String TOKEN = "any";
    private static final long CAPABILITIES = 0x2819;

    private final SettableClock clock = new SettableClock(Fixture.NOW);
    private final AgentStorePg store = new AgentStorePg(DATABASE.database());
    private final DirectBus bus = new DirectBus();
    private final StoredPackages packages = new StoredPackages(DATABASE.database(), bus);
    private final TestReplica first;
    private final TestReplica second;
    private long sequence;

    PackageReplicasServerTest() throws IOException {
        DATABASE.clear(List.of("package_offers", "artifacts", "agents", "audit_events"));
        first = replica("r1");
        second = replica("r2");
    }

    private TestReplica replica(String name) throws IOException {
        return new TestReplica(
                DATABASE.database(),
                LastingTokens.everybody("token:1"),
                bus,
                clock,
                OpampSettings.defaults(name));
    }

    @AfterEach
    void stop() {
        first.close();
        second.close();
    }

    @AfterAll
    static void drop() {
        DATABASE.close();
    }

    private AgentToServer.Builder message() {
        return AgentToServer.newBuilder()
                .setInstanceUid(ByteString.copyFrom(UPDATER.toBytes()))
                .setSequenceNum(sequence++)
                .setCapabilities(CAPABILITIES);
    }

    private static KeyValue attribute(String key, String value) {
        return KeyValue.newBuilder()
                .setKey(key)
                .setValue(AnyValue.newBuilder().setStringValue(value))
                .build();
    }

    private AgentToServer described() {
        return message()
                .setAgentDescription(
                        AgentDescription.newBuilder()
                                .addIdentifyingAttributes(
                                        attribute("service.name", Brand.UPDATER_SERVICE_NAME))
                                .addNonIdentifyingAttributes(attribute("host.name", "edge-1"))
                                .addNonIdentifyingAttributes(
                                        attribute(
                                                Brand.COLLECTOR_UID_ATTRIBUTE,
                                                COLLECTOR.toString())))
                .build();
    }

    private AgentToServer status(PackageOffer offer, PackageStatusEnum status) {
        return message()
                .setPackageStatuses(
                        PackageStatuses.newBuilder()
                                .putPackages(
                                        "", PackageStatus.newBuilder().setStatus(status).build())
                                .setServerProvidedAllPackagesHash(
                                        ByteString.copyFrom(
                                                offer.content().allPackagesHash().toBytes())))
                .build();
    }

    /** The connection to the first replica is lost, and the replica knows. */
    private void leave(TestReplica.Socket socket) {
        socket.abort();
        Await.until(
                "the end of the connection",
                TestReplica.LIMIT,
                () -> !store.find(UPDATER).orElseThrow().connection().online());
    }

    private static String version(ServerToAgent message) {
        assertThat(message.hasPackagesAvailable()).isTrue();
        return message.getPackagesAvailable().getPackagesOrThrow("").getVersion();
    }

    private List<String> offered() {
        return store.events(UPDATER, 100).reversed().stream()
                .filter(event -> event.type().equals("package_offered"))
                .map(AgentEvent::text)
                .toList();
    }

    @Test
    void theReplicaThatHoldsTheConnectionPushesAnOffer() throws Exception {
        TestReplica.Socket socket = first.connect(TOKEN);
        assertThat(socket.ask(described()).hasPackagesAvailable()).isFalse();
        packages.offer(UPDATER, "0.162.0", clock.instant());
        assertThat(version(socket.next())).isEqualTo("v0.162.0");
        packages.offer(UPDATER, "0.163.0", clock.instant());
        assertThat(version(socket.next())).isEqualTo("v0.163.0");
        assertThat(offered()).hasSize(2);
    }

    @Test
    void anUpdaterThatMovesToTheOtherReplicaIsSentWhatItLacks() throws Exception {
        TestReplica.Socket socket = first.connect(TOKEN);
        socket.ask(described());
        PackageOffer offer = packages.offer(UPDATER, "0.162.0", clock.instant());
        version(socket.next());
        assertThat(
                        socket.ask(status(offer, PackageStatusEnum.PackageStatusEnum_Installed))
                                .hasPackagesAvailable())
                .isFalse();
        leave(socket);
        TestReplica.Socket moved = second.connect(TOKEN);
        assertThat(moved.ask(message().build()).hasPackagesAvailable()).isFalse();
        packages.offer(UPDATER, "0.163.0", clock.instant());
        assertThat(version(moved.next())).isEqualTo("v0.163.0");
        assertThat(offered())
                .containsExactly("offered the version 0.162.0", "offered the version 0.163.0");
    }

    @Test
    void anOfferThatWasMadeWhileItWasAwayComesWithTheFirstAnswer() throws Exception {
        TestReplica.Socket socket = first.connect(TOKEN);
        socket.ask(described());
        leave(socket);
        packages.offer(UPDATER, "0.162.0", clock.instant());
        TestReplica.Socket back = second.connect(TOKEN);
        assertThat(version(back.ask(message().build()))).isEqualTo("v0.162.0");
    }

    @Test
    void anUpdaterThatPollsBothIsSentAnOfferByOne() throws Exception {
        first.answer(TOKEN, described());
        second.answer(TOKEN, message().build());
        PackageOffer offer = packages.offer(UPDATER, "0.162.0", clock.instant());
        assertThat(version(second.answer(TOKEN, message().build()))).isEqualTo("v0.162.0");
        assertThat(
                        second.answer(
                                        TOKEN,
                                        status(
                                                offer,
                                                PackageStatusEnum.PackageStatusEnum_InstallFailed))
                                .hasPackagesAvailable())
                .isFalse();
        clock.advance(Duration.ofMinutes(2));
        // A session of a replica counts as a connection, and it failed on the other one.
        ServerToAgent retry = first.answer(TOKEN, message().build());
        assertThat(version(retry)).isEqualTo("v0.162.0");
        second.answer(TOKEN, status(offer, PackageStatusEnum.PackageStatusEnum_Installed));
        clock.advance(Duration.ofMinutes(2));
        assertThat(first.answer(TOKEN, message().build()).hasPackagesAvailable()).isFalse();
        assertThat(second.answer(TOKEN, message().build()).hasPackagesAvailable()).isFalse();
    }

    @Test
    void aCollectorAndItsUpdaterMayBeConnectedToDifferentReplicas() throws Exception {
        first.connect(TOKEN).ask(described());
        second.connect(TOKEN)
                .ask(
                        AgentToServer.newBuilder()
                                .setInstanceUid(ByteString.copyFrom(COLLECTOR.toBytes()))
                                .setCapabilities(Fixture.CAPABILITIES)
                                .setAgentDescription(
                                        AgentDescription.newBuilder()
                                                .addNonIdentifyingAttributes(
                                                        attribute("host.name", "edge-1")))
                                .build());
        assertThat(store.find(COLLECTOR).orElseThrow().links().updater()).contains(UPDATER);
        assertThat(store.find(UPDATER).orElseThrow().links().collector()).contains(COLLECTOR);
    }
}
