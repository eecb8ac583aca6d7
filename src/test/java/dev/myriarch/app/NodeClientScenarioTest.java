package dev.myriarch.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.base.Sha256;
import dev.myriarch.base.Value;
import dev.myriarch.json.Json;
import dev.myriarch.testing.ApiClient;
import dev.myriarch.testing.Await;
import dev.myriarch.testing.DevServer;
import dev.myriarch.testing.NodePackages;
import dev.myriarch.testing.ProcessUnderTest;
import dev.myriarch.testing.QuickstartCopy;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** An agent on the OpAMP client for Node, over plain HTTP. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NodeClientScenarioTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    @TempDir static Path folder;

    private DevServer server;
    private QuickstartCopy repository;

    @BeforeAll
    void start() throws IOException {
        NodePackages.install(NodeClientScenarioTest.class);
        repository = QuickstartCopy.in(folder.resolve("repository"));
        server = DevServer.start(repository.folder(), folder.resolve("state"), 0);
    }

    @AfterAll
    void stop() {
        if (server != null) {
            server.close();
        }
    }

    @Test
    void anAgentOverPlainHttpGetsItsConfigurationUnderOneKey() throws IOException {
        try (ProcessUnderTest client = client("node-a", Map.of())) {
            Value offer = Json.read("{" + client.awaitLine("{\"event\":\"config\",", SOON));

            assertThat(ApiClient.at(offer, "keys.1")).isEmpty();
            assertThat(ApiClient.text(offer, "keys.0")).isEqualTo("myriarch.yaml");
            assertThat(ApiClient.text(offer, "contentTypes.0")).isEqualTo("text/yaml");
            assertThat(ApiClient.text(offer, "hash"))
                    .isEqualTo(Sha256.hex(ApiClient.text(offer, "text")));
            Value agent = awaitAgent("node-a", "in_sync");
            assertThat(ApiClient.text(agent, "status")).isEqualTo("online");
            assertThat(ApiClient.text(agent, "version")).isEqualTo("1.2.3");
            assertThat(ApiClient.text(agent, "fleet")).isEqualTo("linux-hosts");
            client.endInput();
            assertThat(client.awaitExit(SOON)).isZero();
        }
    }

    @Test
    void aRefusedConfigurationIsMarkedAndNotOfferedAgain() {
        try (ProcessUnderTest client = client("node-b", Map.of("FAIL_ON", "hostmetrics"))) {
            client.awaitLine("{\"event\":\"config\",", SOON);

            Value agent = awaitAgent("node-b", "failed");

            assertThat(ApiClient.text(agent, "cause")).contains("refused: contains hostmetrics");
            // The client polls twice a second: three more polls would bring a second offer.
            Value before = agent(agent);
            Await.until(
                    "three more messages of the client",
                    SOON,
                    () ->
                            !ApiClient.text(agent(agent), "summary.lastSeenAt")
                                    .equals(ApiClient.text(before, "summary.lastSeenAt")));
            assertThat(client.output().stream().filter(l -> l.contains("\"config\"")).count())
                    .isEqualTo(1);
        }
    }

    @Test
    void aWrongTokenIsRefusedAndLeavesNoAgent() {
        try (ProcessUnderTest client =
                client("stranger", Map.of("TOKEN", "myre_" + "x".repeat(32)))) {
            client.awaitLine("{\"event\":\"started\"}", SOON);
            try (ProcessUnderTest other = client("known", Map.of())) {
                other.awaitLine("{\"event\":\"config\",", SOON);
                awaitAgent("known", "in_sync");
            }
            assertThat(ApiClient.at(server.api().get("/agents?q=stranger"), "items.0")).isEmpty();
        }
    }

    private Value agent(Value summary) {
        return server.api().get("/agents/" + ApiClient.text(summary, "id"));
    }

    private ProcessUnderTest client(String hostName, Map<String, String> more) {
        var environment = new java.util.HashMap<String, String>();
        environment.put("ENDPOINT", server.url().resolve("/v1/opamp").toString());
        environment.put("TOKEN", server.enrollmentToken());
        environment.put("HOST_NAME", hostName);
        environment.putAll(more);
        return NodePackages.run("opamp-client.mjs", environment);
    }

    private Value awaitAgent(String hostName, String sync) {
        return Await.present(
                hostName + " is " + sync,
                SOON,
                () ->
                        ApiClient.at(
                                server.api().get("/agents?configSync=" + sync + "&q=" + hostName),
                                "items.0"));
    }
}
