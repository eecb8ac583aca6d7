package dev.myriarch.auth.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.audit.AuditEvent;
import dev.myriarch.auth.ApiToken;
import dev.myriarch.auth.AuthServices;
import dev.myriarch.auth.EnrollmentAuthenticator;
import dev.myriarch.auth.Role;
import dev.myriarch.auth.Samples;
import dev.myriarch.auth.StoredCredentials;
import dev.myriarch.base.Value;
import dev.myriarch.gen.Operation;
import dev.myriarch.http.ApiHandler;
import dev.myriarch.http.ApiResponse;
import dev.myriarch.json.Json;
import dev.myriarch.system.api.QueryCheck;
import dev.myriarch.testing.ApiServer;
import dev.myriarch.testing.DirectBus;
import dev.myriarch.testing.SettableClock;
import dev.myriarch.testing.TestDatabase;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Authentication through the real router and server. */
final class AuthServerTest {
    private static final TestDatabase DATABASE = TestDatabase.create();
    private static final String LOGIN = "{\"username\":\"dev\",\"password\":\"secret\"}";

    private final SettableClock clock = new SettableClock(Samples.NOW);
    private final StoredCredentials stores = new StoredCredentials(DATABASE);
    private final DirectBus bus = new DirectBus();
    private final List<AuditEvent> audit = Collections.synchronizedList(new ArrayList<>());
    private final AuthServices auth =
            new AuthServices(
                    Samples.settings(),
                    stores.all(),
                    new EnrollmentAuthenticator(true, stores.enrollmentTokens(), clock, _ -> {}),
                    bus,
                    clock,
                    new Random(1));

    private ApiServer server;

    @AfterAll
    static void drop() {
        DATABASE.close();
    }

    @BeforeEach
    void start() throws IOException {
        Map<Operation, ApiHandler> handlers =
                new HashMap<>(new AuthHandlers(auth, bus, audit::add, clock, true).handlers());
        handlers.put(Operation.SYNC_GITOPS, _ -> ApiResponse.noContent());
        handlers.put(Operation.LIST_AGENTS, _ -> ApiResponse.noContent());
        server =
                ApiServer.start(
                        handlers, List.of(new AuthFilter(auth.requests()), new QueryCheck()));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void signInThenMeThenSignOut() throws Exception {
        HttpResponse<String> login = server.post("/auth/login", LOGIN);

        assertThat(login.statusCode()).isEqualTo(200);
        String setCookie = login.headers().firstValue("Set-Cookie").orElseThrow();
        assertThat(setCookie)
                .matches(
                        "myriarch_session=[A-Za-z0-9_-]{43}; Path=/; HttpOnly; SameSite=Lax;"
                                + " Secure");
        String cookie = setCookie.substring(0, setCookie.indexOf(';'));
        Value.Mapping me = (Value.Mapping) Json.read(login.body());
        assertThat(me.entries().get("name")).isEqualTo(Value.of("dev"));
        assertThat(me.entries().get("role")).isEqualTo(Value.of("admin"));
        String csrf = ((Value.Text) me.entries().getOrDefault("csrfToken", Value.ofNull())).value();

        assertThat(server.get("/me", "Cookie", cookie).body()).isEqualTo(login.body());

        HttpResponse<String> forged = server.post("/auth/logout", "", "Cookie", cookie);
        assertThat(forged.statusCode()).isEqualTo(403);
        assertThat(forged.body()).contains("\"code\":\"csrf_failed\"");
        HttpResponse<String> wrong =
                server.post("/auth/logout", "", "Cookie", cookie, "X-CSRF-Token", csrf + "x");
        assertThat(wrong.body()).contains("\"code\":\"csrf_failed\"");

        HttpResponse<String> logout =
                server.post("/auth/logout", "", "Cookie", cookie, "X-CSRF-Token", csrf);
        assertThat(logout.statusCode()).isEqualTo(204);
        assertThat(logout.headers().firstValue("Set-Cookie"))
                .hasValueSatisfying(value -> assertThat(value).contains("Max-Age=0"));
        assertThat(server.get("/me", "Cookie", cookie).statusCode()).isEqualTo(401);
        assertThat(audit)
                .extracting(AuditEvent::action)
                .containsExactly("auth.login", "auth.logout");
    }

    @Test
    void aWrongPasswordIsAuditedAndThenLimited() throws Exception {
        String wrong = "{\"username\":\"dev\",\"password\":\"wrong\"}";
        for (int i = 0; i < 10; i++) {
            assertThat(server.post("/auth/login", wrong).statusCode()).isEqualTo(401);
        }

        HttpResponse<String> limited = server.post("/auth/login", LOGIN);

        assertThat(limited.statusCode()).isEqualTo(429);
        assertThat(limited.headers().firstValue("Retry-After")).contains("6");
        assertThat(audit).hasSize(10).noneMatch(AuditEvent::success);
        assertThat(audit.getFirst().actor()).isEqualTo("anonymous");
        assertThat(audit.toString()).doesNotContain("wrong");
    }

    @Test
    void aLoginThatAFormOfAnotherSiteCanSendIsRefused() throws Exception {
        HttpResponse<String> response =
                server.send(
                        server.request("/auth/login", "Content-Type", "text/plain")
                                .POST(java.net.http.HttpRequest.BodyPublishers.ofString(LOGIN))
                                .build());

        assertThat(response.statusCode()).isEqualTo(415);
    }

    @Test
    void withoutACredentialNothingButThePublicRoutesAnswers() throws Exception {
        assertThat(server.get("/auth/options").body())
                .isEqualTo("{\"password\":true,\"oidc\":false}");

        HttpResponse<String> response = server.get("/agents?colour=red");

        assertThat(response.statusCode()).isEqualTo(401);
        assertThat(response.headers().firstValue("WWW-Authenticate"))
                .contains("Bearer realm=\"myriarch\"");
        assertThat(response.body()).contains("\"code\":\"unauthorized\"").doesNotContain("colour");
    }

    @Test
    void theRoleOfATokenDecides() throws Exception {
        stores.put(Samples.API_TOKEN, Samples.apiToken(Role.VIEWER));
        String operator = "myra_" + "o".repeat(32);
        stores.put(operator, Samples.apiToken(Role.OPERATOR));

        HttpResponse<String> viewer =
                server.post("/gitops/actions/sync", "", bearer(Samples.API_TOKEN));
        assertThat(viewer.statusCode()).isEqualTo(403);
        assertThat(viewer.body()).contains("the role viewer does not have the permission");
        assertThat(server.get("/agents", bearer(Samples.API_TOKEN)).statusCode()).isEqualTo(204);
        assertThat(server.post("/gitops/actions/sync", "", bearer(operator)).statusCode())
                .isEqualTo(204);
    }

    @Test
    void aTokenHasNoSessionToEndAndNoCsrfToken() throws Exception {
        ApiToken token = Samples.apiToken(Role.VIEWER);
        stores.put(Samples.API_TOKEN, token);

        assertThat(server.get("/me", bearer(Samples.API_TOKEN)).body())
                .isEqualTo("{\"name\":\"ci\",\"role\":\"viewer\",\"permissions\":[\"read\"]}");
        assertThat(server.post("/auth/logout", "", bearer(Samples.API_TOKEN)).statusCode())
                .isEqualTo(400);
    }

    @Test
    void aQueryThatTheDocumentDoesNotDescribeIsRefused() throws Exception {
        stores.put(Samples.API_TOKEN, Samples.apiToken(Role.VIEWER));

        HttpResponse<String> unknown = server.get("/agents?colour=red", bearer(Samples.API_TOKEN));
        HttpResponse<String> known = server.get("/agents?status=online", bearer(Samples.API_TOKEN));

        assertThat(unknown.statusCode()).isEqualTo(400);
        assertThat(unknown.body()).contains("unknown query parameter colour");
        assertThat(known.statusCode()).isEqualTo(204);
    }

    @Test
    void aBrokenStoreIsUnavailable() throws Exception {
        stores.database().setAway(true);

        HttpResponse<String> response = server.get("/me", bearer(Samples.API_TOKEN));

        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.body()).doesNotContain("out of reach");
    }

    private static String[] bearer(String token) {
        return new String[] {"Authorization", "Bearer " + token};
    }
}
