package dev.myriarch.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.myriarch.base.ErrorCode;
import dev.myriarch.base.MyriarchException;
import dev.myriarch.base.Value;
import dev.myriarch.json.Json;
import dev.myriarch.testing.Await;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RouterServerTest {
    private static final List<Route> ROUTES =
            List.of(
                    new Route("GET", "/agents/{id}", "getAgent", "read"),
                    new Route("DELETE", "/agents/{id}", "deleteAgent", "agents:delete"),
                    new Route("POST", "/echo", "echo", "public"),
                    new Route("POST", "/large", "large", "public"),
                    new Route("GET", "/fails/{how}", "fails", "public"));
    private static final RouterOptions OPTIONS =
            RouterOptions.of("/api/v1", 100, new ClientAddress(List.of()), InstantSource.system())
                    .withBodyLimits(Map.of("large", 1000));

    private static final Duration WAIT = Duration.ofSeconds(30);

    private final List<String> observed = new CopyOnWriteArrayList<>();
    private final TestServer server;
    private final RawClient client;

    RouterServerTest() throws IOException {
        Map<String, ApiHandler> handlers = new HashMap<>();
        handlers.put("getAgent", RouterServerTest::describe);
        handlers.put("deleteAgent", _ -> ApiResponse.noContent());
        handlers.put("echo", request -> ApiResponse.json(request.json()));
        handlers.put(
                "large", request -> ApiResponse.text("text/plain", "" + request.body().length));
        handlers.put("fails", request -> fail(request.path("how")));
        ApiFilter outer = (request, next) -> next.handle(request).withHeader("X-Outer", "1");
        ApiFilter inner =
                (request, next) -> {
                    request.attribute(Integer.class, 42);
                    return request.header("X-Deny").isPresent()
                            ? Problems.response(
                                    ErrorCode.UNAUTHORIZED, "sign in", request.requestId())
                            : next.handle(request);
                };
        Router router =
                new Router(
                        OPTIONS.withObserver((method, operation, status) ->
                                observed.add(method + " " + operation + " " + status)),
                        ROUTES,
                        handlers,
                        List.of(outer, inner));
        server = TestServer.start(HttpLimits.defaults(), router);
        client = server.raw();
    }

    @AfterEach
    void stop() throws IOException {
        client.close();
        server.close();
    }

    private static ApiResponse describe(ApiRequest request) {
        Map<String, String> seen = new HashMap<>();
        seen.put("id", request.path("id"));
        seen.put("q", request.query("q").orElse("none"));
        seen.put("all", String.join("|", request.queries("a")));
        seen.put("cookie", request.cookie("s").orElse("none"));
        seen.put("attribute", String.valueOf(request.attribute(Integer.class).orElse(0)));
        seen.put("client", request.clientAddress().getHostAddress());
        seen.put("secure", String.valueOf(request.secure()));
        return ApiResponse.json(Value.ofTexts(seen));
    }

    private static ApiResponse fail(String how) {
        switch (how) {
            case "busy" -> throw new MyriarchException(ErrorCode.UNAVAILABLE, "too many of you");
            case "broken" ->
                    throw new MyriarchException(
                            ErrorCode.UNAVAILABLE, "try again", new IOException("no answer"));
            case "conflict" -> throw new MyriarchException(ErrorCode.CONFLICT, "it has changed");
            case "issues" ->
                    throw ProblemException.invalid(
                            "two findings",
                            List.of(
                                    new ProblemIssue("required", "spec.name", "is missing"),
                                    new ProblemIssue("type", "spec.x", "must be a list")));
            case "later" ->
                    throw new ProblemException(
                            ErrorCode.TOO_MANY_REQUESTS,
                            "slow down",
                            List.of(),
                            Map.of("Retry-After", "5"));
            default -> throw new IllegalStateException("s3cret");
        }
    }

    private RawClient.Answer send(String method, String path, String... headers)
            throws IOException {
        String lines = headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n";
        client.send(method + " " + path + " HTTP/1.1\r\nHost: a\r\n" + lines + "\r\n");
        return method.equals("HEAD") ? client.readHead() : client.read();
    }

    private RawClient.Answer post(String path, String type, String body) throws IOException {
        client.send(
                "POST %s HTTP/1.1\r\nHost: a\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s"
                        .formatted(path, type, body.length(), body));
        return client.read();
    }

    private static Map<String, Value> problem(RawClient.Answer answer, String code) {
        assertThat(answer.header("Content-Type")).contains("application/problem+json");
        Map<String, Value> document = ((Value.Mapping) Json.read(answer.body())).entries();
        assertThat(document)
                .containsEntry("code", Value.of(code))
                .containsEntry("status", Value.of(answer.status()))
                .containsEntry("requestId", Value.of(answer.header("X-Request-Id").orElseThrow()))
                .containsKeys("type", "title", "detail", "issues");
        return document;
    }

    @Test
    void handlersSeeTheRequest() throws IOException {
        RawClient.Answer answer =
                send(
                        "GET",
                        "/api/v1/agents/a%20b?q=x+y&a=1&a=2",
                        "Cookie: r=1; s=tok=en; s=second",
                        "X-Forwarded-For: 192.0.2.1",
                        "X-Forwarded-Proto: https");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(((Value.Mapping) Json.read(answer.body())).entries())
                .isEqualTo(
                        Value.ofTexts(
                                        Map.of(
                                                "id", "a b",
                                                "q", "x y",
                                                "all", "1|2",
                                                "cookie", "tok=en",
                                                "attribute", "42",
                                                "client", "127.0.0.1",
                                                "secure", "false"))
                                .entries());
        assertThat(answer.header("X-Outer")).contains("1");
        assertThat(answer.header("Cache-Control")).contains("no-store");
        assertThat(answer.header("X-Content-Type-Options")).contains("nosniff");
        assertThat(answer.header("Strict-Transport-Security")).isEmpty();
        // Observed once the answer is out, which the client may see first.
        Await.until("the answer is observed", WAIT, () -> !observed.isEmpty());
        assertThat(observed).containsExactly("GET getAgent 200");
    }

    @Test
    void everyAnswerHasItsOwnRequestId() throws IOException {
        assertThat(send("GET", "/api/v1/agents/a").header("X-Request-Id"))
                .isNotEqualTo(send("GET", "/api/v1/agents/a").header("X-Request-Id"));
    }

    @Test
    void unknownPathsAreProblems() throws IOException {
        for (String path :
                List.of(
                        "/api/v1/agent",
                        "/api/v1/",
                        "/api/v1",
                        "/api/v10",
                        "/",
                        "/api/v1/agents/")) {
            RawClient.Answer answer = send("GET", path);
            assertThat(answer.status()).as(path).isEqualTo(404);
            problem(answer, "not_found");
        }
        Await.until("the answer is observed", WAIT, () -> observed.contains("GET - 404"));
    }

    @Test
    void otherMethodsAreToldWhatIsAllowed() throws IOException {
        RawClient.Answer answer = send("PUT", "/api/v1/agents/a");
        assertThat(answer.status()).isEqualTo(405);
        assertThat(answer.header("Allow")).contains("DELETE, GET, HEAD");
        problem(answer, "method_not_allowed");
        assertThat(send("GET", "/api/v1/echo").header("Allow")).contains("POST");
    }

    @Test
    void headIsAnsweredByGet() throws IOException {
        RawClient.Answer answer = send("HEAD", "/api/v1/agents/a");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Content-Length")).isPresent();
        assertThat(send("DELETE", "/api/v1/agents/a").status()).isEqualTo(204);
    }

    @Test
    void pathsThatDecodeToSomethingElseAreBadRequests() throws IOException {
        for (String id : List.of("a%2fb", "a%5Cb", "%2f")) {
            problem(send("GET", "/api/v1/agents/" + id), "bad_request");
        }
        problem(send("GET", "/api/v1/agents/a?q=1&q=2"), "bad_request");
        problem(send("GET", "/api/v1/agents/a?q=%ff"), "bad_request");
    }

    @Test
    void aFilterMayAnswer() throws IOException {
        problem(send("GET", "/api/v1/agents/a", "X-Deny: 1"), "unauthorized");
    }

    @Test
    void failuresWithACodeAreShown() throws IOException {
        assertThat(problem(send("GET", "/api/v1/fails/conflict"), "conflict"))
                .containsEntry("detail", Value.of("it has changed"));
        RawClient.Answer later = send("GET", "/api/v1/fails/later");
        problem(later, "too_many_requests");
        assertThat(later.header("Retry-After")).contains("5");
    }

    @Test
    void aBusyHandlerIsNoFaultThatIsLogged() throws IOException {
        List<String> logged = new CopyOnWriteArrayList<>();
        Handler handler =
                new Handler() {
                    @Override
                    public void publish(LogRecord line) {
                        logged.add(line.getMessage());
                    }

                    @Override
                    public void flush() {}

                    @Override
                    public void close() {}
                };
        Logger logger = Logger.getLogger(Router.class.getName());
        logger.addHandler(handler);
        try {
            RawClient.Answer busy = send("GET", "/api/v1/fails/busy");
            problem(busy, "unavailable");
            RawClient.Answer broken = send("GET", "/api/v1/fails/broken");
            problem(broken, "unavailable");
            assertThat(logged)
                    .contains("request " + requestId(broken) + " failed")
                    .doesNotContain("request " + requestId(busy) + " failed");
        } finally {
            logger.removeHandler(handler);
        }
    }

    private static String requestId(RawClient.Answer answer) {
        return answer.header("X-Request-Id").orElseThrow();
    }

    @Test
    void findingsAreListed() throws IOException {
        Value issues =
                problem(send("GET", "/api/v1/fails/issues"), "validation_failed").get("issues");
        assertThat(issues)
                .isInstanceOfSatisfying(
                        Value.Sequence.class,
                        list ->
                                assertThat(list.elements())
                                        .hasSize(2)
                                        .first()
                                        .isEqualTo(
                                                Json.read(
                                                        "{\"code\":\"required\",\"path\":\"spec.name\","
                                                                + "\"message\":\"is missing\"}")));
    }

    @Test
    void otherFailuresAreInternalAndTellNothing() throws IOException {
        RawClient.Answer answer = send("GET", "/api/v1/fails/badly");
        assertThat(answer.status()).isEqualTo(500);
        problem(answer, "internal");
        assertThat(answer.body()).doesNotContain("s3cret").doesNotContain("IllegalState");
    }

    @Test
    void jsonBodiesAreRead() throws IOException {
        assertThat(post("/api/v1/echo", "application/json; charset=utf-8", "{\"a\":[1]}").body())
                .isEqualTo("{\"a\":[1]}");
        problem(post("/api/v1/echo", "text/plain", "{}"), "unsupported_media_type");
        problem(post("/api/v1/echo", "application/json", "{"), "bad_request");
        problem(post("/api/v1/echo", "application/json", ""), "bad_request");
    }

    @Test
    void bodiesAreBoundedPerOperation() throws IOException {
        String body = "x".repeat(101);
        problem(post("/api/v1/echo", "application/json", body), "payload_too_large");
        assertThat(post("/api/v1/large", "text/plain", body).body()).isEqualTo("101");
        client.send("POST /api/v1/echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n");
        client.send("Transfer-Encoding: chunked\r\n\r\n65\r\n" + body + "\r\n0\r\n\r\n");
        RawClient.Answer answer = client.read();
        problem(answer, "payload_too_large");
        assertThat(answer.header("Connection")).contains("close");
    }

    @Test
    void aMalformedBodyIsAProblemAndEndsTheConnection() throws IOException {
        client.send("POST /api/v1/echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n");
        client.send("Transfer-Encoding: chunked\r\n\r\nnonsense\r\n");
        RawClient.Answer answer = client.read();
        problem(answer, "bad_request");
        assertThat(answer.header("Connection")).contains("close");
        assertThat(client.rest()).isEmpty();
    }

    @Test
    void mistakesInTheTableStopTheStart() {
        Map<String, ApiHandler> one = Map.of("getAgent", _ -> ApiResponse.noContent());
        List<Route> twice = List.of(ROUTES.getFirst(), ROUTES.getFirst());
        assertThatThrownBy(() -> new Router(OPTIONS, twice, one, List.of()))
                .hasMessageContaining("getAgent");
        assertThatThrownBy(() -> new Router(OPTIONS, ROUTES.subList(0, 2), one, List.of()))
                .hasMessageContaining("deleteAgent has no handler");
        assertThatThrownBy(() -> new Router(OPTIONS, List.of(), one, List.of()))
                .hasMessageContaining("handlers without a route: [getAgent]");
    }
}
