package dev.myriarch.opamp;

import dev.myriarch.agent.AgentEvent;
import dev.myriarch.agent.PackageReport;
import dev.myriarch.agent.Reported;
import dev.myriarch.base.Value;
import dev.myriarch.domain.AgentKind;
import dev.myriarch.domain.ConfigHash;
import dev.myriarch.domain.RemoteConfigStatus;
import dev.myriarch.opamp.AgentMessage.ComponentsReport;
import dev.myriarch.opamp.AgentMessage.DescriptionReport;
import dev.myriarch.opamp.AgentMessage.EffectiveConfigReport;
import dev.myriarch.opamp.AgentMessage.HealthReport;
import dev.myriarch.opamp.AgentMessage.RemoteConfigReport;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Decides what a message changes. Confined to one decision; the entry point is pure. */
final class MessageDecider {
    /** Between two full states that a polling agent is asked for because of gaps. */
    static final Duration GAP_PAUSE = Duration.ofMinutes(5);

    private final Instant now;
    private final AgentMessage message;
    private final List<Change> changes = new ArrayList<>();
    private SessionState state;
    private boolean assign;
    private boolean requestComponents;

    private MessageDecider(SessionState state, AgentMessage message, Instant now) {
        this.state = state;
        this.message = message;
        this.now = now;
    }

    static MessageDecision decide(SessionState state, AgentMessage message, Instant now) {
        MessageDecider decider = new MessageDecider(state, message, now);
        boolean fullState = decider.needsFullState();
        decider.state = state.withSequence(message.sequence()).withFullStateWanted(false);
        decider.restartGivenUp();
        decider.description();
        // Without a row there is nothing to write to; the full state brings everything again.
        if (decider.state.agent().stored()) {
            decider.capabilities();
            message.report().health().ifPresent(decider::health);
            message.report().effectiveConfig().ifPresent(decider::effectiveConfig);
            message.report().remoteConfig().ifPresent(decider::remoteConfig);
            message.report().components().ifPresent(decider::components);
            message.report().packages().ifPresent(decider::packages);
        }
        boolean wanted = fullState || decider.state.fullStateWanted();
        return new MessageDecision(
                wanted
                        ? decider.state.withFullStateAsked(now)
                        : decider.state.withFullStateWanted(false),
                decider.changes,
                decider.assign,
                wanted,
                decider.requestComponents);
    }

    /**
     * A message without description is not enough from an agent that we do not know, nor as the
     * first of a connection: a client that reconnects says next to nothing. A gap means that
     * something was lost, whatever the message holds.
     */
    private boolean needsFullState() {
        if (message.disconnects()) {
            return false;
        }
        boolean first = state.lastSequence().isEmpty();
        boolean described = message.report().description().isPresent();
        return state.fullStateWanted()
                || isGap()
                || (!described && (first || !state.agent().stored()));
    }

    /**
     * Numbers that a polling agent skips may have gone to another replica, and it repeats what got
     * no answer. So its gaps count once in a while only, unless the numbers go back.
     */
    private boolean isGap() {
        if (state.lastSequence().isEmpty()) {
            return false;
        }
        long last = state.lastSequence().getAsLong();
        if (message.sequence() == last + 1) {
            return false;
        }
        if (state.transport() == Transport.WEBSOCKET
                || Long.compareUnsigned(message.sequence(), last) < 0) {
            return true;
        }
        return message.sequence() != last
                && state.fullStateAskedAt()
                        .map(at -> !now.isBefore(at.plus(GAP_PAUSE)))
                        .orElse(true);
    }

    private void description() {
        Optional<DescriptionReport> report = message.report().description();
        if (report.isEmpty()) {
            return;
        }
        KnownAgent known = state.agent();
        DescriptionSummary summary =
                DescriptionSummary.of(report.get().identifying(), report.get().nonIdentifying());
        AgentKind kind = summary.kind(message.capabilities());
        boolean sameText = known.description().print().equals(summary.print());
        if (known.stored() && sameText && known.kind() == kind) {
            return;
        }
        changes.add(
                new Change.PutDescription(
                        kind,
                        report.get().identifying(),
                        report.get().nonIdentifying(),
                        message.capabilities()));
        if (!known.stored()) {
            event("registered", "info", "registered as " + kind.text(), Map.of());
        } else {
            describeEvents(known.description(), summary, sameText);
        }
        if (!known.stored() || !sameText) {
            boundsEvent(report.get());
        }
        state = state.withAgent(known.withDescription(kind, summary, message.capabilities()));
        assign = isAssigned(kind);
    }

    /** An agent is never selected by what is not kept of it, so people are told. */
    private void boundsEvent(DescriptionReport report) {
        String cut = report.cut();
        String leftOut = report.leftOut();
        if (cut.isEmpty() && leftOut.isEmpty()) {
            return;
        }
        StringBuilder text = new StringBuilder("attributes are larger than what is kept:");
        if (!cut.isEmpty()) {
            text.append(" cut to %d characters: %s".formatted(AttributeText.MAX_VALUE, cut));
        }
        if (!leftOut.isEmpty()) {
            text.append(cut.isEmpty() ? "" : ";").append(" left out: ").append(leftOut);
        }
        event("attributes_cut", "warning", text.toString(), Map.of("cut", cut, "leftOut", leftOut));
    }

    private void describeEvents(
            DescriptionSummary before, DescriptionSummary after, boolean sameText) {
        if (!before.version().equals(after.version())) {
            event(
                    "version_changed",
                    "info",
                    "version " + orNone(before.version()) + " became " + orNone(after.version()),
                    Map.of("from", before.version(), "to", after.version()));
        } else if (!sameText) {
            event("description_changed", "info", "the description changed", Map.of());
        }
    }

    /** Agents may change their capabilities at any time, and every message carries them. */
    private void capabilities() {
        KnownAgent known = state.agent();
        if (known.capabilities() == message.capabilities()) {
            return;
        }
        changes.add(new Change.PutCapabilities(message.capabilities()));
        boolean becameAssignable = known.description().kind(message.capabilities()) != known.kind();
        state = state.withAgent(known.withCapabilities(message.capabilities()));
        if (becameAssignable) {
            // The kind is written with a description only, so that it is never a guess.
            state = state.withFullStateWanted(true);
        }
    }

    /**
     * A stop does not take the place of the last health: a collector that was stopped on purpose
     * did not fail, and one that is replaced reports again at once.
     */
    private void health(HealthReport report) {
        state.restart().ifPresent(watch -> restart(watch, report));
        HealthPhase phase = HealthPhase.of(report);
        HealthTold told = state.healthTold();
        if (phase == HealthPhase.STOPPING) {
            state = state.withHealthTold(told.stopping());
            return;
        }
        if (message.disconnects() && phase == HealthPhase.STARTING) {
            return;
        }
        boolean news = told.isNews(phase, report.healthy()) && !startsOnPurpose(phase);
        if (phase == HealthPhase.RUNNING || news) {
            state = state.withHealthTold(told.reported(report.healthy()));
        }
        KnownAgent.Contents contents = state.agent().contents();
        String print = HealthPrint.of(report.tree());
        if (contents.healthPrint().filter(print::equals).isPresent()) {
            return;
        }
        changes.add(new Change.PutHealth(report.healthy(), report.tree()));
        if (news) {
            event(
                    "health_changed",
                    report.healthy() ? "info" : "warning",
                    report.healthy() ? "healthy again" : "unhealthy" + cause(report.tree()),
                    Map.of());
        }
        state =
                state.withAgent(
                        state.agent().withContents(contents.withHealth(report.healthy(), print)));
    }

    /** What became of a restart that an operator asked for. */
    private void restart(RestartWatch watch, HealthReport report) {
        switch (watch.see(report, now)) {
            case RestartWatch.Seen.Waiting(RestartWatch next) ->
                    state = state.withRestart(Optional.of(next));
            case RestartWatch.Seen.Back(Duration after) -> {
                state = state.withRestart(Optional.empty());
                event(
                        "restarted",
                        "info",
                        "the collector is healthy again %d s after the restart command"
                                .formatted(after.toSeconds()),
                        Map.of());
            }
            case RestartWatch.Seen.Failed() -> {
                state = state.withRestart(Optional.empty());
                event(
                        "restart_failed",
                        "warning",
                        "the collector is unhealthy after the restart command"
                                + cause(report.tree()),
                        Map.of());
            }
        }
    }

    private void restartGivenUp() {
        if (state.restart().isEmpty() || RestartWatch.alive(state.restart(), now).isPresent()) {
            return;
        }
        state = state.withRestart(Optional.empty());
        // Polls may have told another replica how it went.
        if (state.agent().stored() && state.transport() == Transport.WEBSOCKET) {
            event(
                    "restart_unconfirmed",
                    "warning",
                    "the collector did not report that it was restarted",
                    Map.of());
        }
    }

    /** For a configuration, or on command; the agent may not tell the stop before it. */
    private boolean startsOnPurpose(HealthPhase phase) {
        boolean applying =
                state.agent()
                        .remoteConfig()
                        .filter(status -> status.status() == RemoteConfigStatus.APPLYING)
                        .isPresent();
        return phase == HealthPhase.STARTING && (applying || state.restart().isPresent());
    }

    private static String cause(Value tree) {
        if (tree instanceof Value.Mapping(Map<String, Value> entries)) {
            for (String key : List.of("lastError", "status")) {
                if (entries.get(key) instanceof Value.Text(String text)) {
                    return ": " + text;
                }
            }
        }
        return "";
    }

    private void effectiveConfig(EffectiveConfigReport report) {
        KnownAgent known = state.agent();
        KnownAgent.Contents contents = known.contents();
        if (known.kind() == AgentKind.BRIDGE
                || contents.effectiveConfig().filter(report.hash()::equals).isPresent()) {
            return;
        }
        changes.add(
                new Change.PutEffectiveConfig(report.hash(), report.body(), report.contentType()));
        state =
                state.withAgent(
                        known.withContents(
                                contents.withEffectiveConfig(Optional.of(report.hash()))));
    }

    private void remoteConfig(RemoteConfigReport report) {
        KnownAgent known = state.agent();
        boolean repeated = isSame(known.remoteConfig(), report);
        state = state.withOffers(StaleApplying.onReport(state.offers(), report, repeated, now));
        if (!repeated) {
            Reported.RemoteConfig status =
                    new Reported.RemoteConfig(report.hash(), report.status(), report.error(), now);
            changes.add(new Change.PutRemoteConfig(status));
            known = known.withRemoteConfig(status);
            statusEvent(report);
        }
        Optional<ConfigHash> failed =
                report.status() == RemoteConfigStatus.FAILED
                        ? report.hash()
                                .filter(h ->
                                        state.agent()
                                                .wanted()
                                                .desired()
                                                .filter(h::equals)
                                                .isPresent())
                        : Optional.empty();
        // A repeated failure sets a mark that an operator has cleared: the agent tried again.
        if (failed.isPresent() && !known.wanted().isFailed(failed.get())) {
            changes.add(new Change.PutFailed(failed.get()));
            known = known.withFailed(failed.get());
        }
        state = state.withAgent(known);
    }

    private void statusEvent(RemoteConfigReport report) {
        Map<String, String> details = new LinkedHashMap<>();
        report.hash().ifPresent(hash -> details.put("hash", hash.hex()));
        switch (report.status()) {
            case APPLIED -> event("config_applied", "info", "applied the configuration", details);
            case FAILED -> {
                details.put("error", report.error());
                event(
                        "config_failed",
                        "error",
                        report.error().isEmpty()
                                ? "the configuration failed"
                                : "the configuration failed: " + report.error(),
                        details);
            }
            case APPLYING, UNSET -> {}
        }
    }

    /** An agent that never had a configuration says so in every full state; that is no news. */
    private static boolean isSame(
            Optional<Reported.RemoteConfig> stored, RemoteConfigReport report) {
        return stored.map(status ->
                        status.hash().equals(report.hash())
                                && status.status() == report.status()
                                && status.error().equals(report.error()))
                .orElse(report.status() == RemoteConfigStatus.UNSET && report.hash().isEmpty());
    }

    private void packages(PackageReport report) {
        KnownAgent known = state.agent();
        Optional<PackageReport> stored = known.contents().packages();
        if (stored.filter(report::equals).isPresent()) {
            return;
        }
        changes.add(new Change.PutPackages(report));
        report.packages()
                .forEach((name, now) -> {
                    Optional<PackageReport.State> before =
                            stored.flatMap(all -> Optional.ofNullable(all.packages().get(name)));
                    if (before.filter(old -> old.status() == now.status()).isEmpty()) {
                        packageEvent(name, now);
                    }
                });
        state = state.withAgent(known.withContents(known.contents().withPackages(report)));
    }

    private void packageEvent(String name, PackageReport.State now) {
        String version = now.offeredVersion().isEmpty() ? now.version() : now.offeredVersion();
        event(
                "package_status_changed",
                now.status() == PackageReport.Status.INSTALL_FAILED ? "error" : "info",
                "package %s%s: %s%s"
                        .formatted(
                                name.isEmpty() ? "of the agent itself" : name,
                                version.isEmpty() ? "" : " " + version,
                                now.status().text().replace('_', ' '),
                                now.error().isEmpty() ? "" : ": " + now.error()),
                Map.of("package", name, "status", now.status().text()));
    }

    /**
     * An agent names its set first and sends it when it is asked. The name is compared with what
     * this agent said before and with nothing else, because it says nothing about the content.
     */
    private void components(ComponentsReport report) {
        KnownAgent known = state.agent();
        KnownAgent.Contents contents = known.contents();
        boolean stored = contents.components().filter(report.hash()::equals).isPresent();
        if (!stored && report.components().isEmpty()) {
            requestComponents = true;
            return;
        }
        state = state.withComponentsAsked(Optional.empty());
        if (stored) {
            return;
        }
        changes.add(new Change.PutComponents(report.hash(), report.components().orElseThrow()));
        state = state.withAgent(known.withContents(contents.withComponents(report.hash())));
        // The description, and with it the first assignment, came before the components.
        assign |= isAssigned(known.kind());
    }

    /** Whether a fleet is looked for. */
    static boolean isAssigned(AgentKind kind) {
        return switch (kind) {
            case COLLECTOR, BRIDGE -> true;
            case UPDATER, UNKNOWN -> false;
        };
    }

    private void event(String type, String severity, String text, Map<String, String> details) {
        changes.add(
                new Change.AddEvent(
                        new AgentEvent(
                                state.id(),
                                now,
                                type,
                                severity,
                                AttributeText.cut(text),
                                Value.ofTexts(details))));
    }

    private static String orNone(String version) {
        return version.isEmpty() ? "(none)" : version;
    }
}
