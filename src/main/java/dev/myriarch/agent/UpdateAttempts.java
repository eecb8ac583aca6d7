package dev.myriarch.agent;

import dev.myriarch.agent.UpdateAttempt.Phase;
import dev.myriarch.agent.UpdateAttempt.State;
import dev.myriarch.agent.UpdateAttempt.Step;
import dev.myriarch.base.Brand;
import dev.myriarch.base.Value;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the attempt to update in the health tree of an updater ({@link Reported#health}). Whatever
 * the tree holds, nothing is thrown: a part that is not understood is left out, and without a phase
 * there is no attempt.
 */
public final class UpdateAttempts {
    private static final int MAX_VERSION = 64;
    private static final int MAX_ERROR = 1000;

    private UpdateAttempts() {}

    public static Optional<UpdateAttempt> of(Value health) {
        Optional<Value> update = component(health, Brand.UPDATE_COMPONENT);
        Optional<Phase> phase = update.flatMap(tree -> phase(text(tree, "status")));
        return phase.map(known -> attempt(known, update.orElseThrow()));
    }

    private static UpdateAttempt attempt(Phase phase, Value update) {
        List<Step> steps = new ArrayList<>();
        for (Phase step : Phase.values()) {
            if (!step.isEnd()) {
                component(update, Brand.UPDATE_STEP_PREFIX + step.text())
                        .flatMap(tree -> step(step, tree))
                        .ifPresent(steps::add);
            }
        }
        return new UpdateAttempt(
                phase,
                version(update, "version"),
                version(update, "from"),
                !isHealthy(update),
                error(update),
                time(update, "startTime"),
                time(update, "statusTime"),
                steps);
    }

    private static Optional<Step> step(Phase phase, Value tree) {
        return state(text(tree, "status"))
                .map(state ->
                        new Step(
                                phase,
                                state,
                                time(tree, "startTime"),
                                time(tree, "statusTime"),
                                error(tree)));
    }

    private static Optional<Phase> phase(String text) {
        return Arrays.stream(Phase.values()).filter(each -> each.text().equals(text)).findFirst();
    }

    private static Optional<State> state(String text) {
        return Arrays.stream(State.values()).filter(each -> each.text().equals(text)).findFirst();
    }

    private static String version(Value update, String child) {
        String text = component(update, child).map(tree -> text(tree, "status")).orElse("");
        return cut(text.startsWith("v") ? text.substring(1) : text, MAX_VERSION);
    }

    private static String error(Value tree) {
        return cut(text(tree, "lastError"), MAX_ERROR);
    }

    private static boolean isHealthy(Value tree) {
        return !(entry(tree, "healthy").orElse(Value.of(true)) instanceof Value.Bool(boolean truth))
                || truth;
    }

    private static Optional<Instant> time(Value tree, String key) {
        String text = text(tree, key);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(Instant.parse(text));
        } catch (DateTimeException notATime) {
            return Optional.empty();
        }
    }

    private static Optional<Value> component(Value tree, String name) {
        return entry(tree, "components").flatMap(components -> entry(components, name));
    }

    private static String text(Value tree, String key) {
        return entry(tree, key).orElse(Value.of("")) instanceof Value.Text(String text) ? text : "";
    }

    private static Optional<Value> entry(Value tree, String key) {
        return tree instanceof Value.Mapping(Map<String, Value> entries)
                ? Optional.ofNullable(entries.get(key))
                : Optional.empty();
    }

    private static String cut(String text, int max) {
        return text.length() <= max ? text : text.substring(0, max);
    }
}
