package dev.myriarch.system.api;

import dev.myriarch.auth.Principal;
import dev.myriarch.base.ErrorCode;
import dev.myriarch.base.MyriarchException;
import dev.myriarch.base.Sha256;
import dev.myriarch.http.ApiFilter;
import dev.myriarch.http.ApiHandler;
import dev.myriarch.http.ApiRequest;
import dev.myriarch.http.ApiResponse;
import dev.myriarch.system.KeyValueStore;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Lets an action that is asked for again under the same {@code Idempotency-Key} be done once: the
 * repetition gets the answer of the first request. Only what succeeded is remembered; a request
 * that failed may be made again. Comes after the filters that authenticate and check.
 */
public final class IdempotencyFilter implements ApiFilter {
    static final String HEADER = "Idempotency-Key";

    /** On the answer to a repetition. */
    static final String REPLAYED = "Idempotency-Replayed";

    private static final Logger LOG = System.getLogger("dev.myriarch.system");
    private static final Pattern KEY = Pattern.compile("[!-~]{1,255}");
    private static final Pattern SEGMENT = Pattern.compile("\\{(\\w+)}");

    private final RememberedAnswers answers;
    private final InstantSource clock;

    public IdempotencyFilter(KeyValueStore store, InstantSource clock) {
        this(new RememberedAnswers(store, RememberedAnswers.MOST_KEYS), clock);
    }

    IdempotencyFilter(RememberedAnswers answers, InstantSource clock) {
        this.answers = answers;
        this.clock = clock;
    }

    @Override
    public ApiResponse filter(ApiRequest request, ApiHandler next) throws IOException {
        Optional<String> key = request.header(HEADER);
        Optional<Principal> caller = request.attribute(Principal.class);
        if (key.isEmpty() || caller.isEmpty() || !isAction(request)) {
            return next.handle(request);
        }
        if (!KEY.matcher(key.get()).matches()) {
            throw new MyriarchException(
                    ErrorCode.BAD_REQUEST,
                    "the header " + HEADER + " must have 1 to 255 visible ASCII characters");
        }
        return switch (answers.claim(
                caller.get().reference(), key.get(), digest(request), clock.instant())) {
            case RememberedAnswers.Claim.Granted granted -> act(granted, request, next);
            case RememberedAnswers.Claim.Done(ApiResponse.Bytes answer) ->
                    answer.withHeader(REPLAYED, "true");
            case RememberedAnswers.Claim.Running _ ->
                    throw new MyriarchException(
                            ErrorCode.CONFLICT,
                            "a request with this " + HEADER + " is still running; try again");
            case RememberedAnswers.Claim.OfAnother _ ->
                    throw new MyriarchException(
                            ErrorCode.VALIDATION_FAILED,
                            "this " + HEADER + " was used for another request; use a new one");
            case RememberedAnswers.Claim.TooMany _ ->
                    throw new MyriarchException(
                            ErrorCode.TOO_MANY_REQUESTS,
                            "more than %d different values of %s in 24 hours; leave the header out"
                                    .formatted(answers.mostKeys(), HEADER));
        };
    }

    private static boolean isAction(ApiRequest request) {
        return request.route().method().equals("POST")
                && request.route().pattern().contains("/actions/");
    }

    private ApiResponse act(
            RememberedAnswers.Claim.Granted granted, ApiRequest request, ApiHandler next)
            throws IOException {
        Optional<ApiResponse.Bytes> answer = Optional.empty();
        try {
            ApiResponse given = next.handle(request);
            answer =
                    Optional.of(given)
                            .filter(ApiResponse.Bytes.class::isInstance)
                            .map(ApiResponse.Bytes.class::cast);
            return given;
        } finally {
            remember(granted, answer);
        }
    }

    /** What was done is done, also when that cannot be stored. */
    private void remember(
            RememberedAnswers.Claim.Granted granted, Optional<ApiResponse.Bytes> answer) {
        try {
            if (answer.isPresent()) {
                answers.done(granted, answer.get());
            } else {
                answers.nothingDone(granted);
            }
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "the answer to an action could not be remembered", e);
        }
    }

    /** Operation, values of the path, query and body, each with its length. */
    private static String digest(ApiRequest request) throws IOException {
        MessageDigest digest = Sha256.newDigest();
        add(digest, request.route().operationId());
        Matcher segments = SEGMENT.matcher(request.route().pattern());
        while (segments.find()) {
            add(digest, request.path(segments.group(1)));
        }
        for (String name : new TreeSet<>(request.queryNames())) {
            List<String> values = request.queries(name);
            add(digest, name);
            add(digest, String.valueOf(values.size()));
            values.forEach(value -> add(digest, value));
        }
        add(digest, request.body());
        return HexFormat.of().formatHex(digest.digest());
    }

    private static void add(MessageDigest digest, String text) {
        add(digest, text.getBytes(StandardCharsets.UTF_8));
    }

    private static void add(MessageDigest digest, byte[] part) {
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(part.length).array());
        digest.update(part);
    }
}
