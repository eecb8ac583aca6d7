package dev.myriarch.opamp;

import dev.myriarch.agent.ConfigProof;
import dev.myriarch.agent.ConfigProof.Difference;
import dev.myriarch.agent.ConfigProof.Result;
import dev.myriarch.base.Value;
import dev.myriarch.domain.ConfigHash;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Compares what a collector reports with what it was offered. It reports in its own words: defaults
 * filled in, references resolved, values spelled anew, the additions of its supervisor. So every
 * value of the offer has to be in the report; what is there besides counts only when it is a
 * pipeline. A value that is not there, or has another shape, proves nothing; another value, or a
 * component or pipeline that is missing, does. Confined to one comparison; the entry is pure.
 */
final class RunningConfig {
    private static final int MAX_LISTED = 50;
    private static final int MAX_TEXT = 200;

    private final List<Difference> differences = new ArrayList<>();
    private final List<String> leftOut = new ArrayList<>();

    private RunningConfig() {}

    /**
     * @param offer as it was rendered
     * @param report as it is stored, without secrets
     */
    static ConfigProof compare(
            ConfigHash offerHash,
            String offer,
            ConfigHash reportHash,
            String report,
            SecretRedactor redactor) {
        Optional<Value.Mapping> offered = TreeRedaction.parse(offer);
        Optional<Value.Mapping> reported = TreeRedaction.parse(report);
        if (offered.isEmpty() || reported.isEmpty()) {
            return new ConfigProof(Result.UNKNOWN, offerHash, reportHash, List.of(), List.of());
        }
        Value hidden = new TreeRedaction(redactor).redact(unescaped(offered.get()));
        RunningConfig comparison = new RunningConfig();
        comparison.compare(offered.get(), hidden, reported.get(), new ConfigPath(List.of()));
        comparison.addedPipelines(offered.get(), reported.get());
        return new ConfigProof(
                comparison.result(),
                offerHash,
                reportHash,
                comparison.differences.stream().limit(MAX_LISTED).toList(),
                comparison.leftOut.stream().limit(MAX_LISTED).toList());
    }

    private Result result() {
        if (!differences.isEmpty()) {
            return Result.DIFFERS;
        }
        return leftOut.isEmpty() ? Result.VERIFIED : Result.LEFT_OUT;
    }

    /** Two dollars are one in the report, and so is what is hashed there. */
    private static Value unescaped(Value value) {
        return switch (value) {
            case Value.Text(String text) -> Value.of(text.replace("$$", "$"));
            case Value.Sequence(List<Value> elements) ->
                    new Value.Sequence(elements.stream().map(RunningConfig::unescaped).toList());
            case Value.Mapping(Map<String, Value> entries) -> {
                Map<String, Value> all = new LinkedHashMap<>();
                entries.forEach((key, entry) -> all.put(key, unescaped(entry)));
                yield new Value.Mapping(all);
            }
            case Value.Int _, Value.Decimal _, Value.Bool _, Value.Null _ -> value;
        };
    }

    private void compare(Value offered, Value hidden, Value reported, ConfigPath path) {
        if (isNothing(offered)) {
            return;
        }
        switch (offered) {
            case Value.Mapping(Map<String, Value> entries) -> {
                if (reported instanceof Value.Mapping(Map<String, Value> others)
                        && hidden instanceof Value.Mapping(Map<String, Value> masks)) {
                    entries.forEach((key, entry) -> {
                        Value mask = masks.getOrDefault(key, entry);
                        child(entry, mask, others.get(key), path.with(key));
                    });
                } else {
                    absent(offered, path);
                }
            }
            case Value.Sequence(List<Value> elements) -> {
                if (reported instanceof Value.Sequence(List<Value> others)
                        && hidden instanceof Value.Sequence(List<Value> masks)) {
                    list(elements, masks, others, path);
                } else {
                    absent(offered, path);
                }
            }
            case Value.Text _, Value.Int _, Value.Decimal _, Value.Bool _, Value.Null _ ->
                    scalar(offered, hidden, reported, path);
        }
    }

    private void child(Value offered, Value hidden, @Nullable Value reported, ConfigPath path) {
        if (reported != null) {
            compare(offered, hidden, reported, path);
        } else if (path.isSection()) {
            compare(offered, hidden, Value.emptyMapping(), path);
        } else if (path.isComponent() || path.isPipeline()) {
            differs(path, isNothing(offered) ? "{}" : SameScalar.text(offered), "");
        } else if (!isNothing(offered)) {
            absent(offered, path);
        }
    }

    private void scalar(Value offered, Value hidden, Value reported, ConfigPath path) {
        boolean expanded = SameScalar.text(offered).startsWith("${");
        if (reported instanceof Value.Mapping || reported instanceof Value.Sequence) {
            // A reference may stand for a whole tree, and a short form for a long one.
            if (!expanded) {
                absent(offered, path);
            }
        } else if (reported instanceof Value.Null && !expanded) {
            absent(offered, path);
        } else if (!SameScalar.isSame(offered, hidden, reported)) {
            differs(path, SameScalar.text(hidden), SameScalar.text(reported));
        }
    }

    /** Lists of names may gain entries; other lists are compared place by place. */
    private void list(
            List<Value> offered, List<Value> hidden, List<Value> reported, ConfigPath path) {
        if (isNames(offered) && isNames(reported)) {
            names(offered, hidden, reported, path);
            return;
        }
        for (int i = 0; i < offered.size(); i++) {
            if (i >= reported.size()) {
                absent(offered.get(i), path.with(String.valueOf(i)));
            } else {
                compare(
                        offered.get(i),
                        hidden.get(i),
                        reported.get(i),
                        path.with(String.valueOf(i)));
            }
        }
    }

    private void names(
            List<Value> offered, List<Value> hidden, List<Value> reported, ConfigPath path) {
        Set<Integer> taken = new HashSet<>();
        int before = -1;
        boolean ordered = true;
        for (int i = 0; i < offered.size(); i++) {
            int place = place(offered.get(i), hidden.get(i), reported, taken);
            if (place < 0) {
                differs(path, SameScalar.text(hidden.get(i)), join(reported));
                continue;
            }
            taken.add(place);
            ordered &= place > before;
            before = place;
        }
        if (!ordered && path.isOrdered()) {
            differs(path, join(hidden), join(reported));
        }
    }

    private static int place(
            Value offered, Value hidden, List<Value> reported, Set<Integer> taken) {
        for (int i = 0; i < reported.size(); i++) {
            if (!taken.contains(i) && SameScalar.isSame(offered, hidden, reported.get(i))) {
                return i;
            }
        }
        return -1;
    }

    private static boolean isNames(List<Value> list) {
        return list.stream()
                .noneMatch(e -> e instanceof Value.Mapping || e instanceof Value.Sequence);
    }

    private static String join(List<Value> names) {
        return String.join(", ", names.stream().map(SameScalar::text).toList());
    }

    private void addedPipelines(Value.Mapping offered, Value.Mapping reported) {
        Set<String> wanted = pipelines(offered);
        for (String name : pipelines(reported)) {
            if (!wanted.contains(name)) {
                differs(new ConfigPath(List.of("service", "pipelines", name)), "", "{…}");
            }
        }
    }

    private static Set<String> pipelines(Value.Mapping config) {
        return config.entries().get("service") instanceof Value.Mapping(Map<String, Value> service)
                        && service.get("pipelines")
                                instanceof Value.Mapping(Map<String, Value> pipelines)
                ? pipelines.keySet()
                : Set.of();
    }

    /** A value that the report has not, or has in a shape that cannot be compared. */
    private void absent(Value offered, ConfigPath path) {
        if (!path.isHidden() && !isDefault(offered)) {
            leftOut.add(cut(path.text()));
        }
    }

    private void differs(ConfigPath path, String offered, String reported) {
        differences.add(new Difference(cut(path.text()), cut(offered), cut(reported)));
    }

    private static String cut(String text) {
        return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT - 1) + "…";
    }

    private static boolean isNothing(Value value) {
        return switch (value) {
            case Value.Null _ -> true;
            case Value.Mapping(Map<String, Value> entries) -> entries.isEmpty();
            case Value.Sequence(List<Value> elements) -> elements.isEmpty();
            case Value.Text _, Value.Int _, Value.Decimal _, Value.Bool _ -> false;
        };
    }

    /** Zero values are what reports leave out first. */
    private static boolean isDefault(Value value) {
        return switch (value) {
            case Value.Null _ -> true;
            case Value.Bool(boolean truth) -> !truth;
            case Value.Text(String text) -> text.isEmpty();
            case Value.Int(var number) -> number.signum() == 0;
            case Value.Decimal(double number) -> number == 0;
            case Value.Sequence(List<Value> elements) -> elements.isEmpty();
            case Value.Mapping(Map<String, Value> entries) ->
                    entries.values().stream().allMatch(RunningConfig::isDefault);
        };
    }
}
