package dev.myriarch.system.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.myriarch.auth.Principal;
import dev.myriarch.auth.Role;
import dev.myriarch.base.ErrorCode;
import dev.myriarch.base.MyriarchException;
import dev.myriarch.base.Value;
import dev.myriarch.http.ApiHandler;
import dev.myriarch.http.ApiRequest;
import dev.myriarch.http.ApiResponse;
import dev.myriarch.http.Route;
import dev.myriarch.system.pg.KeyValueStorePg;
import dev.myriarch.testing.FakeRequest;
import dev.myriarch.testing.SettableClock;
import dev.myriarch.testing.TestDatabase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two replicas with one database. */
class IdempotencyFilterPgTest {
    private static final TestDatabase DATABASE = TestDatabase.create();
    private static final Route RESTART =
            new Route("POST", "/agents/{id}/actions/restart", "restartAgent", "agents:restart");
    private static final Principal ALICE = new Principal("user:1", "Alice", Role.OPERATOR);
    private static final Principal BOB = new Principal("user:2", "Bob", Role.OPERATOR);

    private final SettableClock clock = new SettableClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final KeyValueStorePg store = new KeyValueStorePg(DATABASE.database(), clock);
    private final IdempotencyFilter first = new IdempotencyFilter(store, clock);
    private final IdempotencyFilter second = new IdempotencyFilter(store, clock);
    private final AtomicInteger done = new AtomicInteger();

    @BeforeEach
    void clear() {
        DATABASE.clear(List.of("kv"));
    }

    @AfterAll
    static void close() {
        DATABASE.close();
    }

    private static FakeRequest request(Route route, Principal caller, String key, String body) {
        FakeRequest request =
                new FakeRequest(route)
                        .withPath("id", "a1")
                        .withHeader(IdempotencyFilter.HEADER, key)
                        .withJson(body);
        request.attribute(Principal.class, caller);
        return request;
    }

    private static FakeRequest request(String key) {
        return request(RESTART, ALICE, key, "{}");
    }

    /** Does it, and answers with how often it was done. */
    private ApiResponse act(ApiRequest request) {
        return ApiResponse.json(202, Value.of(done.incrementAndGet()))
                .withHeader("Location", "/agents/" + request.path("id"));
    }

    private ApiResponse.Bytes ask(IdempotencyFilter replica, ApiRequest request)
            throws IOException {
        return (ApiResponse.Bytes) replica.filter(request, this::act);
    }

    private static String text(ApiResponse.Bytes answer) {
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    private static void refused(ErrorCode code, IdempotencyFilter replica, ApiRequest request) {
        ApiHandler unused =
                _ -> {
                    throw new AssertionError("it is done again");
                };
        assertThatThrownBy(() -> replica.filter(request, unused))
                .isInstanceOfSatisfying(
                        MyriarchException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    @Test
    void anActionThatIsAskedForAgainIsDoneOnceOnAllReplicas() throws Exception {
        ApiResponse.Bytes answer = ask(first, request("k1"));
        ApiResponse.Bytes again = ask(second, request("k1"));
        assertThat(done).hasValue(1);
        assertThat(answer.headers()).doesNotContainKey(IdempotencyFilter.REPLAYED);
        assertThat(again.status()).isEqualTo(202);
        assertThat(text(again)).isEqualTo(text(answer)).isEqualTo("1");
        assertThat(again.contentType()).isEqualTo(answer.contentType());
        assertThat(again.headers())
                .isEqualTo(Map.of("Location", "/agents/a1", IdempotencyFilter.REPLAYED, "true"));
    }

    @Test
    void otherKeysAndCallersAreOtherRequests() throws Exception {
        ask(first, request("k1"));
        ask(first, request("k2"));
        ask(first, request(RESTART, BOB, "k1", "{}"));
        assertThat(done).hasValue(3);
    }

    @Test
    void aKeyOfAnotherRequestIsRefused() throws Exception {
        ask(first, request("k1"));
        Route resync =
                new Route("POST", "/agents/{id}/actions/resync", "resyncAgent", "agents:resync");
        refused(ErrorCode.VALIDATION_FAILED, second, request(resync, ALICE, "k1", "{}"));
        refused(ErrorCode.VALIDATION_FAILED, second, request(RESTART, ALICE, "k1", "{\"a\":1}"));
        refused(ErrorCode.VALIDATION_FAILED, second, request("k1").withPath("id", "a2"));
        refused(ErrorCode.VALIDATION_FAILED, second, request("k1").withQuery("dry", "true"));
        assertThat(text(ask(second, request("k1")))).isEqualTo("1");
    }

    @Test
    void aRequestThatFailedMayBeMadeAgainOrAnotherOne() throws Exception {
        ApiHandler fails =
                _ -> {
                    throw new MyriarchException(ErrorCode.PRECONDITION_FAILED, "offline");
                };
        assertThatThrownBy(() -> first.filter(request("k1"), fails)).hasMessage("offline");
        assertThat(text(ask(second, request("k1")))).isEqualTo("1");
        assertThatThrownBy(() -> first.filter(request("k2"), fails)).hasMessage("offline");
        ask(second, request(RESTART, ALICE, "k2", "{\"a\":1}"));
        assertThat(done).hasValue(2);
    }

    @Test
    void aRepetitionWaitsForTheFirstRequestUnlessThatIsAbandoned() throws Exception {
        ApiHandler slow =
                request -> {
                    refused(ErrorCode.CONFLICT, second, request("k1"));
                    clock.advance(RememberedAnswers.ABANDONED);
                    assertThat(text(ask(second, request("k1")))).isEqualTo("1");
                    return act(request);
                };
        // What took too long does not replace the answer of the one that went on.
        assertThat(text((ApiResponse.Bytes) first.filter(request("k1"), slow))).isEqualTo("2");
        assertThat(text(ask(first, request("k1")))).isEqualTo("1");
    }

    @Test
    void anAnswerIsForgottenAfterADay() throws Exception {
        ask(first, request("k1"));
        clock.advance(RememberedAnswers.REMEMBERED.minus(Duration.ofSeconds(1)));
        assertThat(text(ask(first, request("k1")))).isEqualTo("1");
        clock.advance(Duration.ofSeconds(1));
        assertThat(text(ask(first, request("k1")))).isEqualTo("2");
    }

    @Test
    void aCallerHasSoManyKeysAtMost() throws Exception {
        int most = 3;
        IdempotencyFilter few = new IdempotencyFilter(new RememberedAnswers(store, most), clock);
        for (int i = 0; i < most; i++) {
            ask(few, request("k" + i));
        }
        refused(ErrorCode.TOO_MANY_REQUESTS, few, request("another"));
        ask(few, request("k1"));
        ask(few, request(RESTART, BOB, "another", "{}"));
        assertThat(done).hasValue(most + 1);
    }

    @Test
    void aKeyWhoseRequestFailedCountsForNothing() throws Exception {
        assertThatThrownBy(() ->
                        first.filter(
                                request("k1"),
                                _ -> {
                                    throw new IllegalStateException("no");
                                }))
                .isInstanceOf(IllegalStateException.class);
        assertThat(store.count("idempotency/")).isZero();
    }

    @Test
    void anAnswerThatIsTooLargeIsNotRemembered() throws Exception {
        ApiHandler large =
                _ -> ApiResponse.text("text/plain", "x".repeat(RememberedAnswers.MOST_BYTES + 1));
        first.filter(request("k1"), large);
        assertThat(text(ask(second, request("k1")))).isEqualTo("1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a b", "é", "a\nb"})
    void aKeyIsVisibleAscii(String key) {
        refused(ErrorCode.BAD_REQUEST, first, request(key));
    }

    @Test
    void aKeyHas255CharactersAtMost() throws Exception {
        ask(first, request("k".repeat(255)));
        refused(ErrorCode.BAD_REQUEST, first, request("k".repeat(256)));
    }

    @Test
    void whatIsNoActionTakesNoKey() throws Exception {
        Route logout = new Route("POST", "/auth/logout", "logout", "read");
        for (int i = 0; i < 2; i++) {
            ask(first, request(logout, ALICE, "k1", "{}"));
        }
        assertThat(done).hasValue(2);
        assertThat(store.count("")).isZero();
    }
}
