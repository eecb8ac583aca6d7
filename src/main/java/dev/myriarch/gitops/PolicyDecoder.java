package dev.myriarch.gitops;

import dev.myriarch.domain.Selector;
import dev.myriarch.gitops.RolloutPolicy.FailureThreshold;
import dev.myriarch.gitops.RolloutPolicy.OnFailure;
import dev.myriarch.gitops.RolloutPolicy.Timing;
import dev.myriarch.gitops.RolloutPolicy.Wave;
import dev.myriarch.gitops.RolloutPolicy.Windows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Reads rollout policies. */
final class PolicyDecoder {
    private static final Duration HEALTH_WAIT = Duration.ofSeconds(60);
    private static final Duration OFFLINE_GRACE = Duration.ofMinutes(15);
    private static final String TIMEZONE_ATTRIBUTE = "site.timezone";

    private PolicyDecoder() {}

    static RolloutPolicy decode(ObjectMeta meta, ObjectView spec, Issues issues) {
        ObjectView threshold = spec.object("failureThreshold");
        Optional<String> defaultZone = spec.text("defaultTimezone");
        if (defaultZone.isPresent() && !WindowDecoder.isZone(defaultZone.get())) {
            issues.error(
                    "policy_invalid",
                    spec.at("defaultTimezone"),
                    "the zone must be one of the IANA database, such as Europe/Berlin or UTC");
        }
        return new RolloutPolicy(
                meta,
                spec.text("displayName", meta.name()),
                waves(spec, issues),
                (int) spec.integer("maxConcurrent", 0),
                new Timing(
                        spec.duration("healthWait").orElse(HEALTH_WAIT),
                        spec.duration("applyTimeout"),
                        spec.duration("offlineGracePeriod").orElse(OFFLINE_GRACE)),
                new FailureThreshold(
                        (int) threshold.integer("maxFailed", 0),
                        (int) threshold.integer("maxFailedPercent", 0)),
                OnFailure.valueOf(spec.text("onFailure", "pause").toUpperCase(Locale.ROOT)),
                new Windows(
                        spec.text("timezoneAttribute", TIMEZONE_ATTRIBUTE),
                        defaultZone,
                        WindowDecoder.decode(spec.objects("maintenanceWindows"), issues)));
    }

    private static List<Wave> waves(ObjectView spec, Issues issues) {
        List<Wave> waves = new ArrayList<>();
        Set<String> names = new HashSet<>();
        int reached = 0;
        for (ObjectView view : spec.objects("waves")) {
            Optional<Selector> selector =
                    view.has("selector")
                            ? Optional.of(SelectorDecoder.decode(view.object("selector"), issues))
                            : Optional.empty();
            Optional<Integer> percent =
                    view.has("percent")
                            ? Optional.of((int) view.integer("percent", 0))
                            : Optional.empty();
            String name = view.text("name", "");
            if (!names.add(name)) {
                issues.error(
                        "wave_invalid",
                        view.at("name"),
                        "two waves have the name \"%s\"".formatted(name));
            }
            if (selector.isPresent() == percent.isPresent()) {
                issues.error(
                        "wave_invalid",
                        view.origin(),
                        "a wave has either a selector or a percent; this one has %s"
                                .formatted(selector.isPresent() ? "both" : "none"));
            } else if (percent.isPresent()) {
                reached = checkPercent(view, percent.get(), reached, issues);
            }
            waves.add(new Wave(name, selector, percent, view.flag("requireApproval", false)));
        }
        return waves;
    }

    private static int checkPercent(ObjectView view, int percent, int reached, Issues issues) {
        if (percent < 1 || percent > 100) {
            issues.error("wave_invalid", view.at("percent"), "percent must be from 1 to 100");
            return reached;
        }
        if (percent <= reached) {
            issues.error(
                    "wave_invalid",
                    view.at("percent"),
                    "percent is a share of all agents up to this wave, so it must be above %d"
                            .formatted(reached));
        }
        return Math.max(percent, reached);
    }
}
