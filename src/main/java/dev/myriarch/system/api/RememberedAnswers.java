package dev.myriarch.system.api;

import dev.myriarch.base.Sha256;
import dev.myriarch.base.Value;
import dev.myriarch.http.ApiResponse;
import dev.myriarch.json.Json;
import dev.myriarch.json.JsonObject;
import dev.myriarch.system.KeyValueStore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What requests under an idempotency key came to, for all replicas: {@code {request, startedAt}}
 * while the first one runs, {@code {request, status, contentType, headers, body}} when it is done.
 * Housekeeping removes what is older than {@link #REMEMBERED}. Thread-safe.
 */
final class RememberedAnswers {
    static final Duration REMEMBERED = Duration.ofHours(24);

    /** No action takes that long, so whoever began it is gone. */
    static final Duration ABANDONED = Duration.ofMinutes(2);

    /** Of one caller: an action for each agent of a large fleet. */
    static final int MOST_KEYS = 50_000;

    static final int MOST_BYTES = 8 << 10;

    private static final String OWNER = "idempotency/";
    private static final int MIN_STATUS = 200;
    private static final int MAX_STATUS = 599;

    private final KeyValueStore store;
    private final int mostKeys;

    RememberedAnswers(KeyValueStore store, int mostKeys) {
        this.store = store;
        this.mostKeys = mostKeys;
    }

    int mostKeys() {
        return mostKeys;
    }

    /** What is known of a request under a key. */
    sealed interface Claim {
        /** Nobody did it: whoever got this does, and says what came of it. */
        record Granted(String key, String request, byte[] marker) implements Claim {}

        record Done(ApiResponse.Bytes answer) implements Claim {}

        record Running() implements Claim {}

        /** The key belongs to another request. */
        record OfAnother() implements Claim {}

        record TooMany() implements Claim {}
    }

    /**
     * @param caller stable reference of who asks
     * @param request digest of everything that makes the request what it is
     */
    Claim claim(String caller, String idempotencyKey, String request, Instant now) {
        String prefix = OWNER + caller + "/";
        String key = prefix + Sha256.hex(idempotencyKey);
        byte[] marker = bytes(Map.of("request", request, "startedAt", now.toString()));
        Optional<byte[]> known = store.find(key);
        if (known.isEmpty()) {
            if (store.count(prefix) >= mostKeys) {
                return new Claim.TooMany();
            }
            if (store.putIfAbsent(key, marker, REMEMBERED)) {
                return new Claim.Granted(key, request, marker);
            }
            known = store.find(key);
        }
        return known.map(stored -> claim(key, request, marker, stored, now))
                .orElseGet(Claim.Running::new);
    }

    private Claim claim(String key, String request, byte[] marker, byte[] stored, Instant now) {
        JsonObject entry =
                JsonObject.readStored(
                        new String(stored, StandardCharsets.UTF_8), "an answer under a key");
        boolean done = entry.has("status");
        Optional<Instant> startedAt = entry.optionalText("startedAt").map(Instant::parse);
        if (!entry.text("request").equals(request)) {
            return new Claim.OfAnother();
        }
        if (done) {
            return new Claim.Done(answer(entry));
        }
        boolean abandoned = startedAt.filter(at -> !now.isBefore(at.plus(ABANDONED))).isPresent();
        return abandoned && store.compareAndSet(key, stored, marker)
                ? new Claim.Granted(key, request, marker)
                : new Claim.Running();
    }

    /** An answer that is too large is not remembered, nor one that took too long. */
    void done(Claim.Granted granted, ApiResponse.Bytes answer) {
        if (answer.body().length > MOST_BYTES) {
            nothingDone(granted);
            return;
        }
        Map<String, Value> entry = new LinkedHashMap<>();
        entry.put("request", Value.of(granted.request()));
        entry.put("status", Value.of(answer.status()));
        entry.put("contentType", Value.of(answer.contentType()));
        entry.put("headers", Value.ofTexts(answer.headers()));
        entry.put("body", Value.of(Base64.getEncoder().encodeToString(answer.body())));
        // No hit: somebody took it for abandoned, and goes on with it.
        store.compareAndSet(
                granted.key(),
                granted.marker(),
                Json.write(new Value.Mapping(entry)).getBytes(StandardCharsets.UTF_8));
    }

    /** The same request, or another one, may be made under the key. */
    void nothingDone(Claim.Granted granted) {
        store.delete(granted.key(), granted.marker());
    }

    private static ApiResponse.Bytes answer(JsonObject entry) {
        return new ApiResponse.Bytes(
                (int) entry.integer("status", MIN_STATUS, MAX_STATUS),
                entry.text("contentType"),
                Base64.getDecoder().decode(entry.text("body")),
                entry.textMap("headers"));
    }

    private static byte[] bytes(Map<String, String> entry) {
        return Json.write(Value.ofTexts(entry)).getBytes(StandardCharsets.UTF_8);
    }
}
