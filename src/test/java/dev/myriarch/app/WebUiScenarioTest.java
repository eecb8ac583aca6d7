package dev.myriarch.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.testing.DevServer;
import dev.myriarch.testing.ProcessUnderTest;
import dev.myriarch.testing.QuickstartCopy;
import dev.myriarch.testing.Skip;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A headless Chromium walks through the UI of a running server; web/e2e has the walk. */
class WebUiScenarioTest {
    private static final Path WEB = Path.of("web").toAbsolutePath();
    private static final Path CLIENTS = Path.of("src/test/node").toAbsolutePath();

    @TempDir Path folder;

    @Test
    void everyPageWorksInABrowserAndIsAccessible() throws IOException {
        String browser = System.getenv("CHROMIUM");
        boolean built = Files.exists(WEB.resolve("dist/index.html"));
        Skip.unless(
                browser != null && built,
                WebUiScenarioTest.class,
                "needs CHROMIUM (path of a browser) and a built UI; scripts/check sets up both");
        QuickstartCopy repository = QuickstartCopy.in(folder.resolve("repository"));
        try (DevServer server = DevServer.start(repository.folder(), folder.resolve("state"), 0);
                ProcessUnderTest agent = agent(server);
                ProcessUnderTest walk = walk(server, String.valueOf(browser))) {
            int code = walk.awaitExit(Duration.ofMinutes(5));
            assertThat(code).as("walk: %s %s", walk.output(), walk.errors()).isZero();
            assertThat(agent.process().isAlive()).isTrue();
        }
    }

    private static ProcessUnderTest agent(DevServer server) {
        ProcessUnderTest agent =
                ProcessUnderTest.start(
                        List.of("node", "opamp-client.mjs"),
                        CLIENTS,
                        Map.of(
                                "ENDPOINT",
                                server.url().resolve("/v1/opamp").toString(),
                                "TOKEN",
                                server.enrollmentToken(),
                                "HOST_NAME",
                                "browser-test-host"));
        agent.awaitLine("{\"event\":\"config\",", Duration.ofSeconds(30));
        return agent;
    }

    private static ProcessUnderTest walk(DevServer server, String browser) {
        Map<String, String> environment = new HashMap<>();
        environment.put("BASE_URL", server.url().toString());
        environment.put("USERNAME", server.username());
        environment.put("PASSWORD", server.password());
        environment.put("CHROMIUM", browser);
        environment.put(
                "SCREENSHOTS",
                System.getProperty(
                        "screenshots", Path.of("target/screenshots").toAbsolutePath().toString()));
        return ProcessUnderTest.start(List.of("npm", "run", "--silent", "e2e"), WEB, environment);
    }
}
