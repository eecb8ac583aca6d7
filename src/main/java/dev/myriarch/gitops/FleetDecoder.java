package dev.myriarch.gitops;

import dev.myriarch.base.SemanticVersion;
import dev.myriarch.base.VersionRange;
import dev.myriarch.gitops.Fleet.Selection;
import dev.myriarch.gitops.Fleet.UpdateExecutor;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reads fleets. */
final class FleetDecoder {
    private static final String DEFAULT_DISTRIBUTION = "otelcol-contrib";

    private FleetDecoder() {}

    static Fleet decode(ObjectMeta meta, ObjectView spec, Issues issues) {
        ObjectView collector = spec.object("collector");
        Optional<SemanticVersion> version = version(collector, issues);
        ObjectView update = spec.object("update");
        ObjectView rollout = spec.object("rollout");
        UpdateExecutor executor =
                UpdateExecutor.valueOf(update.text("executor", "none").toUpperCase(Locale.ROOT));
        Selection selection = selection(update.object("selection"), executor, version, issues);
        return new Fleet(
                meta,
                new Fleet.Presentation(
                        spec.text("displayName", meta.name()), spec.text("description", "")),
                new Fleet.Match(
                        SelectorDecoder.decode(spec.object("selector"), issues),
                        (int) spec.integer("priority", 0)),
                spec.text("blueprint", ""),
                spec.parameterValues("parameters"),
                new Fleet.Collector(collector.text("distribution", DEFAULT_DISTRIBUTION), version),
                new Fleet.Updates(
                        executor,
                        update.text("executorRef"),
                        update.mapping("params"),
                        selection,
                        rollout.text("configPolicy", RolloutPolicy.DEFAULT_NAME),
                        rollout.text("versionPolicy", RolloutPolicy.DEFAULT_NAME)),
                spec.object("bridge").flag("manage", false));
    }

    private static Optional<SemanticVersion> version(ObjectView collector, Issues issues) {
        Optional<String> text = collector.text("version").filter(each -> !each.isEmpty());
        Optional<SemanticVersion> version = text.flatMap(SemanticVersion::parseStrict);
        if (text.isPresent() && version.isEmpty()) {
            issues.error(
                    "invalid_field",
                    collector.at("version"),
                    "the version must have the form 0.162.0, without v");
        }
        return version;
    }

    private static Selection selection(
            ObjectView view,
            UpdateExecutor executor,
            Optional<SemanticVersion> target,
            Issues issues) {
        Optional<VersionRange> range = view.text("versionRange").flatMap(VersionRange::parse);
        boolean hasRange = view.text("versionRange").isPresent();
        if (hasRange && range.isEmpty()) {
            issues.error(
                    "selection_invalid",
                    view.at("versionRange"),
                    "the range cannot be read; write one such as \">=0.161.0, <=0.162.0\"");
        }
        List<SemanticVersion> versions = versions(view, issues);
        boolean hasVersions = view.has("versions");
        Selection selection =
                new Selection(
                        view.flag("enabled", false),
                        range,
                        versions,
                        view.flag("allowDowngrade", false),
                        view.flag("requireReason", false),
                        view.text("rolloutPolicy"));
        if (selection.enabled()) {
            checkEnabled(selection, view, executor, issues);
            if (hasRange == hasVersions) {
                issues.error(
                        "selection_invalid",
                        view.at(hasRange ? "versions" : "enabled"),
                        "exactly one of versionRange and versions is needed");
            } else if (range.isPresent() || !versions.isEmpty()) {
                checkTarget(selection, view, target, issues);
            }
        } else if (hasRange || hasVersions) {
            issues.warning(
                    "selection_invalid",
                    view.at("enabled"),
                    "the selection is not enabled, so its versions are ignored");
        }
        return selection;
    }

    private static List<SemanticVersion> versions(ObjectView view, Issues issues) {
        List<SemanticVersion> versions = new ArrayList<>();
        List<String> texts = view.texts("versions");
        for (int index = 0; index < texts.size(); index++) {
            Optional<SemanticVersion> version = SemanticVersion.parseStrict(texts.get(index));
            if (version.isEmpty() || versions.contains(version.get())) {
                issues.error(
                        "selection_invalid",
                        view.at("versions[" + index + "]"),
                        version.isEmpty()
                                ? "a version must have the form 0.162.0, without v"
                                : "the version is listed twice");
            } else {
                versions.add(version.get());
            }
        }
        return versions;
    }

    private static void checkEnabled(
            Selection selection, ObjectView view, UpdateExecutor executor, Issues issues) {
        if (selection.enabled() && executor == UpdateExecutor.NONE) {
            issues.error(
                    "selection_invalid",
                    view.at("enabled"),
                    "updates chosen in the UI need an executor; set update.executor");
        }
    }

    private static void checkTarget(
            Selection selection, ObjectView view, Optional<SemanticVersion> target, Issues issues) {
        if (target.isPresent() && !selection.allows(target.get())) {
            issues.error(
                    "selection_invalid",
                    view.at("enabled"),
                    "collector.version %s lies outside the frame of the selection"
                            .formatted(target.get()));
        }
    }
}
