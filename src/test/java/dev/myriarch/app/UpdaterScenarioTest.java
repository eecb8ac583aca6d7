package dev.myriarch.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.myriarch.app.ClusterUnderTest.Replica;
import dev.myriarch.artifact.Artifact;
import dev.myriarch.artifact.ArtifactId;
import dev.myriarch.artifact.DownloadTokens;
import dev.myriarch.artifact.pg.ArtifactStorePg;
import dev.myriarch.artifact.pg.PackageOfferStorePg;
import dev.myriarch.base.Brand;
import dev.myriarch.base.SemanticVersion;
import dev.myriarch.base.Sha256;
import dev.myriarch.db.Jdbc;
import dev.myriarch.domain.AgentId;
import dev.myriarch.opamp.proto.AgentDescription;
import dev.myriarch.opamp.proto.AgentToServer;
import dev.myriarch.opamp.proto.AnyValue;
import dev.myriarch.opamp.proto.DownloadableFile;
import dev.myriarch.opamp.proto.KeyValue;
import dev.myriarch.opamp.proto.ServerToAgent;
import dev.myriarch.testing.ApiClient;
import dev.myriarch.testing.Await;
import dev.myriarch.testing.TestDatabase;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two processes of {@code myriarchd serve}, a collector on one and an updater that polls both. */
class UpdaterScenarioTest {
    private static final AgentId UPDATER = new AgentId(new UUID(81, 1));
    private static final String VERSION = "0.162.0";
    private static final byte[] BUNDLE = "{\"bundle\":1}".getBytes(StandardCharsets.UTF_8);

    @TempDir private Path folder;

    private final TestDatabase database = TestDatabase.createEmpty();
    private final HttpClient client = HttpClient.newHttpClient();

    @AfterEach
    void stop() {
        client.shutdownNow();
        database.close();
    }

    @Test
    void anUpdaterIsLinkedAndOfferedAPackageByEitherReplica() throws Exception {
        try (ClusterUnderTest cluster = new ClusterUnderTest(folder, database.url(), "10s")) {
            Replica one = cluster.start("one");
            Replica two = cluster.start("two");
            String token = cluster.enrollmentToken("edge-1");
            try (TestAgent collector = TestAgent.connect(one.endpoint(), token, "edge-1")) {
                Await.until(
                        "the first configuration",
                        ClusterUnderTest.SOON,
                        () -> collector.hasConfigWith("check_interval"));
                ServerToAgent first = poll(two, token, described(collector.id(), "EDGE-1"));
                assertThat(first.hasPackagesAvailable()).isFalse();
                assertThat(linked(one, collector.id(), "updater")).isEqualTo(UPDATER.toString());
                assertThat(linked(two, UPDATER, "collector")).isEqualTo(collector.id().toString());

                // Nothing but a test makes an offer yet.
                ArtifactId artifact = offer();
                DownloadableFile file =
                        poll(one, token, heartbeat(1))
                                .getPackagesAvailable()
                                .getPackagesOrThrow("")
                                .getFile();
                assertThat(file.getDownloadUrl())
                        .isEqualTo(
                                "https://myriarch.example/api/v1/artifacts/%s/content/%s"
                                        .formatted(artifact, "otelcol.tar.gz"));
                assertThat(file.getSignature().toByteArray()).isEqualTo(BUNDLE);
                String header = file.getHeaders().getHeaders(0).getValue();
                assertThat(
                                new DownloadTokens(sharedKey(), Duration.ofHours(24))
                                        .check(
                                                header.substring("Bearer ".length()),
                                                artifact,
                                                Instant.now())
                                        .map(DownloadTokens.Claim::updater))
                        .contains(UPDATER);
            }
        }
    }

    private static String linked(Replica replica, AgentId agent, String side) {
        return ApiClient.text(
                ApiClient.at(replica.api().get("/agents/" + agent), side).orElseThrow(), "id");
    }

    private ArtifactId offer() {
        ArtifactStorePg artifacts = new ArtifactStorePg(database.database());
        Artifact planned =
                artifacts.findOrCreate(
                        Artifact.planned(
                                new ArtifactId(new UUID(81, 2)),
                                new Artifact.Key(
                                        "otelcol-contrib",
                                        SemanticVersion.parseStrict(VERSION).orElseThrow(),
                                        "linux",
                                        "amd64"),
                                "otelcol.tar.gz",
                                "https://example.com/otelcol.tar.gz",
                                Instant.now()));
        assertThat(
                        artifacts.markVerified(
                                planned,
                                new Artifact.State.Ready(Sha256.hex(VERSION), 3, true),
                                BUNDLE,
                                Instant.now()))
                .isTrue();
        assertThat(
                        new PackageOfferStorePg(database.database())
                                .put(
                                        UPDATER,
                                        planned.id(),
                                        Optional.empty(),
                                        Optional.empty(),
                                        Instant.now()))
                .isTrue();
        return planned.id();
    }

    /** Made by the first replica that started. */
    private byte[] sharedKey() {
        return database.database()
                .one(
                        "SELECT value FROM kv WHERE key = 'artifacts/download-key'",
                        Jdbc.Binder.NONE,
                        row -> row.bytes("value"))
                .orElseThrow();
    }

    private ServerToAgent poll(Replica replica, String token, AgentToServer message)
            throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(
                                URI.create("http://" + replica.url().getAuthority() + "/v1/opamp"))
                        .header("Authorization", "Bearer " + token)
                        .header("Content-Type", "application/x-protobuf")
                        .timeout(ClusterUnderTest.SOON)
                        .POST(HttpRequest.BodyPublishers.ofByteArray(message.toByteArray()))
                        .build();
        HttpResponse<byte[]> response =
                client.send(request, HttpResponse.BodyHandlers.ofByteArray());
        assertThat(response.statusCode()).isEqualTo(200);
        return ServerToAgent.parser().parseFrom(response.body());
    }

    private static AgentToServer heartbeat(long sequence) {
        return AgentToServer.newBuilder()
                .setInstanceUid(ByteString.copyFrom(UPDATER.toBytes()))
                .setSequenceNum(sequence)
                .setCapabilities(0x2819)
                .build();
    }

    private static AgentToServer described(AgentId collector, String host) {
        return heartbeat(0).toBuilder()
                .setAgentDescription(
                        AgentDescription.newBuilder()
                                .addIdentifyingAttributes(
                                        attribute("service.name", Brand.UPDATER_SERVICE_NAME))
                                .addNonIdentifyingAttributes(attribute("host.name", host))
                                .addNonIdentifyingAttributes(
                                        attribute(
                                                Brand.COLLECTOR_UID_ATTRIBUTE,
                                                collector.toString())))
                .build();
    }

    private static KeyValue attribute(String key, String value) {
        return KeyValue.newBuilder()
                .setKey(key)
                .setValue(AnyValue.newBuilder().setStringValue(value))
                .build();
    }
}
