package dev.myriarch.opamp;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.myriarch.agent.AgentEvent;
import dev.myriarch.agent.PackageReport;
import dev.myriarch.agent.UpdateAttempt;
import dev.myriarch.agent.UpdateAttempts;
import dev.myriarch.artifact.ArtifactId;
import dev.myriarch.artifact.DownloadTokens;
import dev.myriarch.artifact.PackageOffer;
import dev.myriarch.base.Brand;
import dev.myriarch.base.Sha256;
import dev.myriarch.domain.AgentId;
import dev.myriarch.opamp.proto.AgentDescription;
import dev.myriarch.opamp.proto.AgentToServer;
import dev.myriarch.opamp.proto.AnyValue;
import dev.myriarch.opamp.proto.ComponentHealth;
import dev.myriarch.opamp.proto.Header;
import dev.myriarch.opamp.proto.KeyValue;
import dev.myriarch.opamp.proto.PackageAvailable;
import dev.myriarch.opamp.proto.PackageStatus;
import dev.myriarch.opamp.proto.PackageStatusEnum;
import dev.myriarch.opamp.proto.PackageStatuses;
import dev.myriarch.opamp.proto.PackageType;
import dev.myriarch.opamp.proto.PackagesAvailable;
import dev.myriarch.opamp.proto.ServerToAgent;
import dev.myriarch.testing.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What an updater is sent, and when. */
class PackageOfferPgTest {
    private static final TestDatabase DATABASE = TestDatabase.create();
    private static final AgentId ID = new AgentId(new UUID(61, 1));
    private static final long CAPABILITIES = 0x2819;
    private static final String VERSION = "0.162.0";

    private final Desk desk = new Desk(DATABASE);
    private final Desk.Sent pushed = new Desk.Sent();
    private Conversation conversation = connection(Transport.WEBSOCKET);
    private long capabilities = CAPABILITIES;
    private long sequence;

    @AfterEach
    void close() {
        desk.close();
    }

    @AfterAll
    static void drop() {
        DATABASE.close();
    }

    private Conversation connection(Transport transport) {
        return desk.conversation(Desk.TOKEN, "192.0.2.1", transport, pushed);
    }

    private AgentToServer.Builder message() {
        return AgentToServer.newBuilder()
                .setInstanceUid(ByteString.copyFrom(ID.toBytes()))
                .setSequenceNum(sequence++)
                .setCapabilities(capabilities);
    }

    private ServerToAgent say(AgentToServer.Builder message) {
        return Desk.answer(conversation, message.build());
    }

    private static KeyValue attribute(String key, String value) {
        return KeyValue.newBuilder()
                .setKey(key)
                .setValue(AnyValue.newBuilder().setStringValue(value))
                .build();
    }

    private ServerToAgent register(String service, Map<String, String> others) {
        AgentDescription.Builder description =
                AgentDescription.newBuilder()
                        .addIdentifyingAttributes(attribute("service.name", service));
        others.forEach(
                (key, value) -> description.addNonIdentifyingAttributes(attribute(key, value)));
        return say(message().setAgentDescription(description));
    }

    private void register() {
        assertThat(register(Brand.UPDATER_SERVICE_NAME, Map.of()).hasPackagesAvailable()).isFalse();
    }

    private PackageOffer offer(String version) {
        return desk.packages.offer(ID, version, desk.clock.instant());
    }

    /** What the event of a change brings. */
    private Optional<PackagesAvailable> push() {
        int before = pushed.messages.size();
        desk.desk.pushes().push(desk.sessions.find(ID).orElseThrow());
        return pushed.messages.size() == before
                ? Optional.empty()
                : Optional.of(pushed.messages.getLast().getPackagesAvailable());
    }

    private boolean heartbeatBringsPackages() {
        return say(message()).hasPackagesAvailable();
    }

    private ServerToAgent report(PackageOffer offer, PackageStatusEnum status) {
        return say(
                message()
                        .setPackageStatuses(
                                PackageStatuses.newBuilder()
                                        .putPackages(
                                                "",
                                                PackageStatus.newBuilder()
                                                        .setStatus(status)
                                                        .build())
                                        .setServerProvidedAllPackagesHash(
                                                ByteString.copyFrom(
                                                        offer.content()
                                                                .allPackagesHash()
                                                                .toBytes()))));
    }

    private static String token(PackagesAvailable packages) {
        Header header = file(packages).getFile().getHeaders().getHeaders(0);
        assertThat(header.getKey()).isEqualTo("Authorization");
        assertThat(header.getValue()).startsWith("Bearer myrd_");
        return header.getValue().substring("Bearer ".length());
    }

    private static PackageAvailable file(PackagesAvailable packages) {
        assertThat(packages.getPackagesMap()).containsOnlyKeys("");
        return packages.getPackagesOrThrow("");
    }

    private Optional<DownloadTokens.Claim> claim(PackagesAvailable packages, ArtifactId artifact) {
        return StoredPackages.TOKENS.check(token(packages), artifact, desk.clock.instant());
    }

    private List<AgentEvent> told() {
        return desk.store.events(ID, 100).reversed().stream()
                .filter(event -> event.type().equals("package_offered"))
                .toList();
    }

    @Test
    void anOfferHoldsTheOnePackageAsTheUpdaterNeedsIt() {
        register();
        PackageOffer offer = offer(VERSION);
        PackagesAvailable packages = push().orElseThrow();
        PackageAvailable available = file(packages);
        assertThat(available.getType()).isEqualTo(PackageType.PackageType_TopLevel);
        assertThat(available.getVersion()).isEqualTo("v0.162.0");
        assertThat(available.getHash().toByteArray())
                .isEqualTo(offer.content().packageHash().toBytes());
        assertThat(packages.getAllPackagesHash().toByteArray())
                .isEqualTo(offer.content().allPackagesHash().toBytes());
        assertThat(available.getFile().getContentHash().toByteArray())
                .isEqualTo(HexFormat.of().parseHex(Sha256.hex(VERSION)));
        assertThat(available.getFile().getSignature().toByteArray())
                .isEqualTo(StoredPackages.bundle(VERSION));
        assertThat(available.getFile().getDownloadUrl())
                .isEqualTo(
                        "https://fleet.example.com/api/v1/artifacts/%s/content/%s"
                                .formatted(
                                        offer.content().artifact(), StoredPackages.file(VERSION)));
        assertThat(claim(packages, offer.content().artifact()))
                .contains(
                        new DownloadTokens.Claim(
                                ID, offer.content().artifact(), desk.clock.instant()));
        assertThat(told())
                .extracting(AgentEvent::text)
                .containsExactly("offered the version 0.162.0");
        assertThat(told().getFirst().details().toString())
                .contains(offer.content().artifact().toString())
                .contains("new")
                .doesNotContain("myrd_");
        assertThat(desk.registry.expose())
                .contains("myriarch_opamp_package_offers_total{reason=\"new\"} 1");
    }

    @Test
    void anUpdaterThatReachesTheServerByAnAllowedAddressLoadsFromThere() {
        register(
                Brand.UPDATER_SERVICE_NAME,
                Map.of(Brand.SERVER_ENDPOINT_ATTRIBUTE, "ws://MYRIARCH.svc:8080"));
        offer(VERSION);
        assertThat(file(push().orElseThrow()).getFile().getDownloadUrl())
                .startsWith(StoredPackages.INNER + "/api/v1/artifacts/");
    }

    @Test
    void withoutAnOfferNothingIsSentNotEvenAnEmptySet() {
        register();
        assertThat(push()).isEmpty();
        assertThat(heartbeatBringsPackages()).isFalse();
        PackageOffer offer = offer(VERSION);
        assertThat(push()).isPresent();
        report(offer, PackageStatusEnum.PackageStatusEnum_Installed);
        desk.packages.withdraw(ID);
        assertThat(push()).isEmpty();
        desk.clock.advance(Duration.ofHours(30));
        assertThat(heartbeatBringsPackages()).isFalse();
    }

    @Test
    void anUpdaterThatDoesNotAcceptPackagesIsSentNone() {
        capabilities = CAPABILITIES & ~0x8;
        register();
        offer(VERSION);
        assertThat(push()).isEmpty();
        assertThat(heartbeatBringsPackages()).isFalse();
        capabilities = CAPABILITIES;
        assertThat(heartbeatBringsPackages()).as("it does from now on").isTrue();
    }

    @Test
    void anAgentThatIsNoUpdaterAnyMoreIsSentNone() {
        register();
        offer(VERSION);
        assertThat(register("something", Map.of()).hasPackagesAvailable()).isFalse();
        assertThat(push()).isEmpty();
        assertThat(register(Brand.UPDATER_SERVICE_NAME, Map.of()).hasPackagesAvailable()).isFalse();
        assertThat(push()).as("it is one again").isPresent();
    }

    @Test
    void anOfferIsSentAgainAfterAMinuteUntilTheUpdaterKnowsIt() {
        register();
        PackageOffer offer = offer(VERSION);
        assertThat(push()).isPresent();
        desk.clock.advance(Duration.ofSeconds(59));
        assertThat(heartbeatBringsPackages()).isFalse();
        assertThat(push()).isEmpty();
        desk.clock.advance(Duration.ofSeconds(1));
        assertThat(heartbeatBringsPackages()).isTrue();
        assertThat(
                        report(offer, PackageStatusEnum.PackageStatusEnum_Installing)
                                .hasPackagesAvailable())
                .isFalse();
        desk.clock.advance(Duration.ofMinutes(10));
        assertThat(heartbeatBringsPackages()).isFalse();
    }

    @Test
    void anOfferThatCouldNotBeReadOrNotedIsSentWithTheNextAnswer() {
        register();
        offer(VERSION);
        desk.sessions.find(ID).orElseThrow().wantRefresh();
        desk.database.setFailing(sql -> sql.contains("INTO agent_events"));
        assertThat(say(message()).hasErrorResponse()).isTrue();
        desk.database.setAway(false);
        assertThat(heartbeatBringsPackages()).isTrue();
        assertThat(heartbeatBringsPackages()).isFalse();
        assertThat(told()).hasSize(1);
    }

    @Test
    void anotherOfferIsSentAtOnce() {
        register();
        offer(VERSION);
        assertThat(file(push().orElseThrow()).getVersion()).isEqualTo("v0.162.0");
        offer("0.163.0");
        assertThat(file(push().orElseThrow()).getVersion()).isEqualTo("v0.163.0");
        offer(VERSION);
        assertThat(file(push().orElseThrow()).getVersion()).as("back again").isEqualTo("v0.162.0");
    }

    @Test
    void aFailedOneIsSentOncePerConnectionAndOnceMoreWhenItIsOfferedAgain() {
        register();
        PackageOffer offer = offer(VERSION);
        assertThat(push()).isPresent();
        assertThat(
                        report(offer, PackageStatusEnum.PackageStatusEnum_InstallFailed)
                                .hasPackagesAvailable())
                .isFalse();
        desk.clock.advance(Duration.ofHours(13));
        assertThat(heartbeatBringsPackages()).as("the same connection").isFalse();

        offer(VERSION);
        assertThat(push()).as("offered again").isPresent();
        report(offer, PackageStatusEnum.PackageStatusEnum_InstallFailed);
        desk.clock.advance(Duration.ofMinutes(2));
        assertThat(heartbeatBringsPackages()).isFalse();

        conversation = connection(Transport.WEBSOCKET);
        assertThat(heartbeatBringsPackages()).as("another connection").isTrue();
        desk.clock.advance(Duration.ofMinutes(2));
        assertThat(heartbeatBringsPackages()).isFalse();
        assertThat(told())
                .extracting(AgentEvent::text)
                .containsExactly(
                        "offered the version 0.162.0",
                        "offered once more, after it failed, the version 0.162.0",
                        "offered once more, after it failed, the version 0.162.0");
    }

    @Test
    void anOfferThatTakesLongIsSentWithAFreshToken() {
        register();
        PackageOffer offer = offer(VERSION);
        PackagesAvailable first = push().orElseThrow();
        report(offer, PackageStatusEnum.PackageStatusEnum_Downloading);
        desk.clock.advance(Duration.ofHours(12).minusSeconds(1));
        assertThat(heartbeatBringsPackages()).isFalse();
        desk.clock.advance(Duration.ofSeconds(1));
        ServerToAgent answer = say(message());
        assertThat(answer.hasPackagesAvailable()).isTrue();
        assertThat(token(answer.getPackagesAvailable())).isNotEqualTo(token(first));
        assertThat(answer.getPackagesAvailable().getAllPackagesHash())
                .isEqualTo(first.getAllPackagesHash());
        desk.clock.advance(Duration.ofHours(12));
        assertThat(claim(first, offer.content().artifact())).isEmpty();
        assertThat(claim(answer.getPackagesAvailable(), offer.content().artifact())).isPresent();
        report(offer, PackageStatusEnum.PackageStatusEnum_Installed);
        desk.clock.advance(Duration.ofHours(100));
        assertThat(heartbeatBringsPackages()).as("it is done").isFalse();
    }

    /** The token of another connection is as old as the offer. */
    @Test
    void anotherConnectionRefreshesTheTokenAsWell() {
        register();
        PackageOffer offer = offer(VERSION);
        assertThat(push()).isPresent();
        report(offer, PackageStatusEnum.PackageStatusEnum_Downloading);
        conversation = connection(Transport.WEBSOCKET);
        assertThat(heartbeatBringsPackages()).isFalse();
        desk.clock.advance(Duration.ofHours(12));
        assertThat(heartbeatBringsPackages()).isTrue();
    }

    @Test
    void aHeartbeatAsksTheDatabaseNothingWhateverIsOffered() {
        register();
        PackageOffer offer = offer(VERSION);
        assertThat(push()).isPresent();
        desk.database.takeStatements();
        assertThat(heartbeatBringsPackages()).isFalse();
        assertThat(desk.database.takeStatements()).as("sent").isEmpty();
        report(offer, PackageStatusEnum.PackageStatusEnum_Installing);
        desk.database.takeStatements();
        desk.clock.advance(Duration.ofMinutes(2));
        assertThat(heartbeatBringsPackages()).isFalse();
        assertThat(desk.database.takeStatements()).as("at work").isEmpty();
        report(offer, PackageStatusEnum.PackageStatusEnum_Installed);
        desk.database.takeStatements();
        assertThat(heartbeatBringsPackages()).isFalse();
        assertThat(desk.database.takeStatements()).as("done").isEmpty();
    }

    @Test
    void anAgentThatPollsGetsItWithItsNextPoll() {
        conversation = connection(Transport.HTTP);
        register();
        PackageOffer offer = offer(VERSION);
        assertThat(heartbeatBringsPackages()).as("nobody told this replica").isFalse();
        desk.sessions.find(ID).orElseThrow().wantRefresh();
        assertThat(heartbeatBringsPackages()).isTrue();
        assertThat(heartbeatBringsPackages()).isFalse();
        report(offer, PackageStatusEnum.PackageStatusEnum_Installing);
        assertThat(heartbeatBringsPackages()).isFalse();
    }

    /** The polls of one updater come to several replicas, which tell each other nothing. */
    @Test
    void aPollOfWhatAnotherReplicaHeardIsLookedUp() {
        conversation = connection(Transport.HTTP);
        register();
        PackageOffer offer = offer(VERSION);
        desk.sessions.find(ID).orElseThrow().wantRefresh();
        assertThat(heartbeatBringsPackages()).isTrue();
        desk.store.storePackages(
                ID,
                new PackageReport(Optional.of(offer.content().allPackagesHash()), "", Map.of()),
                desk.clock.instant());
        desk.clock.advance(Duration.ofSeconds(61));
        desk.database.takeStatements();
        assertThat(heartbeatBringsPackages()).isFalse();
        assertThat(desk.database.takeStatements()).isNotEmpty();
        assertThat(heartbeatBringsPackages()).isFalse();
        assertThat(desk.database.takeStatements()).as("it is known now").isEmpty();
    }

    @Test
    void anOfferWhoseBundleIsAnotherOneByNowIsNotSent() {
        register();
        PackageOffer offer = offer(VERSION);
        desk.database.setBefore(sql -> {
            if (sql.contains("SELECT bundle FROM artifacts")) {
                int hits =
                        DATABASE.database()
                                .update(
                                        "UPDATE artifacts SET bundle = ? WHERE id = ?",
                                        parameters ->
                                                parameters
                                                        .bytes(
                                                                "{}"
                                                                        .getBytes(
                                                                                StandardCharsets
                                                                                        .UTF_8))
                                                        .uuid(offer.content().artifact().uuid()));
                assertThat(hits).isEqualTo(1);
            }
        });
        assertThat(push()).isEmpty();
        assertThat(told()).isEmpty();
        // It is another package now, which the next look at the offer finds.
        ServerToAgent answer = say(message());
        assertThat(answer.hasPackagesAvailable()).isTrue();
        assertThat(file(answer.getPackagesAvailable()).getFile().getSignature().toStringUtf8())
                .isEqualTo("{}");
    }

    @Test
    void theAttemptOfAnUpdaterIsStoredAsItTellsIt() {
        register();
        say(message().setHealth(health("installing", "running")));
        UpdateAttempt attempt = attempt().orElseThrow();
        assertThat(attempt.phase()).isEqualTo(UpdateAttempt.Phase.INSTALLING);
        assertThat(attempt.version()).isEqualTo("0.162.0");
        assertThat(attempt.steps())
                .extracting(UpdateAttempt.Step::state)
                .containsExactly(UpdateAttempt.State.DONE, UpdateAttempt.State.RUNNING);
        assertThat(attempt.startedAt()).contains(Fixture.NOW);
        say(message().setHealth(health("dancing", "\u0000")));
        assertThat(attempt()).as("what nobody understands").isEmpty();
        say(message().setHealth(health("succeeded", "done")));
        assertThat(attempt().map(UpdateAttempt::phase)).contains(UpdateAttempt.Phase.SUCCEEDED);
    }

    private Optional<UpdateAttempt> attempt() {
        return desk.agent(ID).reported().health().flatMap(UpdateAttempts::of);
    }

    private static ComponentHealth health(String phase, String state) {
        Map<String, ComponentHealth> children = new HashMap<>();
        children.put("version", status("v0.162.0"));
        children.put("from", status(""));
        children.put("step:downloading", status("done"));
        children.put("step:installing", status(state));
        return ComponentHealth.newBuilder()
                .setHealthy(true)
                .setStatus("StatusUpdating")
                .putComponentHealthMap(
                        "dev.myriarch.update",
                        status(phase).toBuilder()
                                .setStartTimeUnixNano(Fixture.NOW.getEpochSecond() * 1_000_000_000L)
                                .putAllComponentHealthMap(children)
                                .build())
                .build();
    }

    private static ComponentHealth status(String status) {
        return ComponentHealth.newBuilder().setHealthy(true).setStatus(status).build();
    }
}
