package dev.myriarch.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.agent.UpdateAttempt.Phase;
import dev.myriarch.agent.UpdateAttempt.State;
import dev.myriarch.agent.UpdateAttempt.Step;
import dev.myriarch.base.Value;
import dev.myriarch.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UpdateAttemptsTest {
    private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");

    private static final String ROLLED_BACK =
            """
            {"healthy": true, "status": "StatusOK", "lastError": "last update failed: …",
             "components": {"dev.myriarch.update": {
               "healthy": true, "status": "rolled_back",
               "lastError": "update to v0.162.0 failed: unhealthy; rolled back to v0.161.0",
               "startTime": "2026-03-01T10:00:00Z", "statusTime": "2026-03-01T10:03:20Z",
               "components": {
                 "version": {"healthy": true, "status": "v0.162.0"},
                 "from": {"healthy": true, "status": "v0.161.0"},
                 "step:downloading": {"healthy": true, "status": "done",
                   "startTime": "2026-03-01T10:00:01Z", "statusTime": "2026-03-01T10:01:00Z"},
                 "step:verifying": {"healthy": true, "status": "done"},
                 "step:installing": {"healthy": true, "status": "done"},
                 "step:restarting": {"healthy": true, "status": "done"},
                 "step:health_check": {"healthy": false, "status": "failed",
                   "lastError": "no answer within 2m0s"},
                 "step:rolling_back": {"healthy": true, "status": "done"}}}}}
            """;

    private static Optional<UpdateAttempt> read(String json) {
        return UpdateAttempts.of(Json.read(json));
    }

    private static UpdateAttempt attempt(String update) {
        return read("{\"components\": {\"dev.myriarch.update\": " + update + "}}").orElseThrow();
    }

    private static Step step(Phase phase, State state) {
        return new Step(phase, state, Optional.empty(), Optional.empty(), "");
    }

    @Test
    void anAttemptIsReadWithItsStepsInTheirOrder() {
        assertThat(read(ROLLED_BACK))
                .contains(
                        new UpdateAttempt(
                                Phase.ROLLED_BACK,
                                "0.162.0",
                                "0.161.0",
                                false,
                                "update to v0.162.0 failed: unhealthy; rolled back to v0.161.0",
                                Optional.of(START),
                                Optional.of(START.plusSeconds(200)),
                                List.of(
                                        new Step(
                                                Phase.DOWNLOADING,
                                                State.DONE,
                                                Optional.of(START.plusSeconds(1)),
                                                Optional.of(START.plusSeconds(60)),
                                                ""),
                                        step(Phase.VERIFYING, State.DONE),
                                        step(Phase.INSTALLING, State.DONE),
                                        step(Phase.RESTARTING, State.DONE),
                                        new Step(
                                                Phase.HEALTH_CHECK,
                                                State.FAILED,
                                                Optional.empty(),
                                                Optional.empty(),
                                                "no answer within 2m0s"),
                                        step(Phase.ROLLING_BACK, State.DONE))));
    }

    @ParameterizedTest
    @CsvSource({
        "downloading, DOWNLOADING, false",
        "verifying, VERIFYING, false",
        "installing, INSTALLING, false",
        "restarting, RESTARTING, false",
        "health_check, HEALTH_CHECK, false",
        "rolling_back, ROLLING_BACK, false",
        "succeeded, SUCCEEDED, true",
        "failed, FAILED, true",
        "rolled_back, ROLLED_BACK, true",
    })
    void everyPhaseIsKnown(String status, Phase phase, boolean end) {
        UpdateAttempt attempt = attempt("{\"status\": \"%s\"}".formatted(status));
        assertThat(attempt.phase()).isEqualTo(phase);
        assertThat(attempt.phase().text()).isEqualTo(status);
        assertThat(attempt.phase().isEnd()).isEqualTo(end);
    }

    @Test
    void aFirstInstallationHasNoVersionBefore() {
        UpdateAttempt attempt =
                attempt(
                        """
                        {"status": "downloading", "components": {
                          "version": {"status": "v0.162.0"}, "from": {},
                          "step:downloading": {"status": "running"}}}
                        """);
        assertThat(attempt.version()).isEqualTo("0.162.0");
        assertThat(attempt.from()).isEmpty();
        assertThat(attempt.steps()).containsExactly(step(Phase.DOWNLOADING, State.RUNNING));
    }

    @Test
    void aFailureWithoutAWayBackIsTold() {
        assertThat(attempt("{\"status\": \"failed\", \"healthy\": false}").broken()).isTrue();
        assertThat(attempt("{\"status\": \"failed\", \"healthy\": true}").broken()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "[]",
                "{}",
                "{\"status\": \"downloading\"}",
                "{\"components\": []}",
                "{\"components\": {\"dev.myriarch.update\": null}}",
                "{\"components\": {\"dev.myriarch.update\": {}}}",
                "{\"components\": {\"dev.myriarch.update\": {\"status\": 3}}}",
                "{\"components\": {\"dev.myriarch.update\": {\"status\": \"\"}}}",
                "{\"components\": {\"dev.myriarch.update\": {\"status\": \"DOWNLOADING\"}}}",
                "{\"components\": {\"dev.myriarch.update\": {\"status\": \"dancing\"}}}",
            })
    void whatTellsNoPhaseIsNoAttempt(String tree) {
        assertThat(read(tree)).isEmpty();
    }

    @Test
    void partsThatAreNotUnderstoodAreLeftOut() {
        UpdateAttempt attempt =
                attempt(
                        """
                        {"status": "installing", "healthy": "yes", "startTime": "yesterday",
                         "statusTime": 12, "lastError": {}, "components": {
                           "version": {"status": true}, "from": [],
                           "step:downloading": {"status": "done", "startTime": "2026-13-01"},
                           "step:verifying": {"status": "doing"},
                           "step:installing": "running",
                           "step:succeeded": {"status": "done"},
                           "step:": {"status": "done"},
                           "downloading": {"status": "failed"}}}
                        """);
        assertThat(attempt)
                .isEqualTo(
                        new UpdateAttempt(
                                Phase.INSTALLING,
                                "",
                                "",
                                false,
                                "",
                                Optional.empty(),
                                Optional.empty(),
                                List.of(step(Phase.DOWNLOADING, State.DONE))));
    }

    @Test
    void textsAreBounded() {
        UpdateAttempt attempt =
                attempt(
                        """
                        {"status": "failed", "lastError": "%s", "components": {
                           "version": {"status": "v%s"},
                           "step:downloading": {"status": "failed", "lastError": "%s"}}}
                        """
                                .formatted("e".repeat(5000), "1".repeat(500), "d".repeat(5000)));
        assertThat(attempt.error()).hasSize(1000);
        assertThat(attempt.version()).hasSize(64);
        assertThat(attempt.steps().getFirst().error()).hasSize(1000);
    }

    @Test
    void noTreeFails() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        int found = 0;
        for (int i = 0; i < 20_000; i++) {
            Value tree = mutated(Json.read(ROLLED_BACK), random);
            try {
                found += UpdateAttempts.of(tree).isPresent() ? 1 : 0;
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + seed + " tree " + tree, e);
            }
        }
        assertThat(found).as("seed " + seed).isBetween(1, 19_999);
    }

    /** The tree with some of its parts replaced by something else, or left out. */
    private static Value mutated(Value value, Random random) {
        if (random.nextInt(30) == 0) {
            return switch (random.nextInt(7)) {
                case 0 -> Value.ofNull();
                case 1 -> Value.of(random.nextLong());
                case 2 -> Value.of(Double.NaN);
                case 3 -> Value.of("\uD83D\uDE00\u0000".repeat(random.nextInt(700)));
                case 4 -> Value.emptySequence();
                case 5 -> Value.emptyMapping();
                default -> new Value.Sequence(new ArrayList<>(List.of(value)));
            };
        }
        if (value instanceof Value.Mapping(Map<String, Value> entries)) {
            Map<String, Value> next = new LinkedHashMap<>();
            entries.forEach((key, entry) -> {
                if (random.nextInt(50) != 0) {
                    next.put(key, mutated(entry, random));
                }
            });
            return new Value.Mapping(next);
        }
        return value;
    }
}
