package dev.myriarch.opamp;

import dev.myriarch.agent.PackageReport;
import dev.myriarch.base.Value;
import dev.myriarch.domain.AgentId;
import dev.myriarch.domain.ConfigHash;
import dev.myriarch.domain.RemoteConfigStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One AgentToServer in our own terms: bounded, redacted, texts instead of wire values. What the
 * agent left out is empty and means "unchanged".
 *
 * @param id the instance UID
 * @param sequence unsigned
 * @param capabilities bit set of {@link Capabilities}, unknown bits kept
 * @param requestsUid the UID is temporary and the agent wants one
 * @param disconnects the agent says good-bye
 */
record AgentMessage(
        AgentId id,
        long sequence,
        long capabilities,
        boolean requestsUid,
        boolean disconnects,
        Report report) {

    /** What the agent reports of itself. */
    record Report(
            Optional<DescriptionReport> description,
            Optional<HealthReport> health,
            Optional<EffectiveConfigReport> effectiveConfig,
            Optional<RemoteConfigReport> remoteConfig,
            Optional<ComponentsReport> components,
            Optional<PackageReport> packages) {
        private static final Report EMPTY =
                new Report(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty());

        /** Without packages, which only updaters have. */
        Report(
                Optional<DescriptionReport> description,
                Optional<HealthReport> health,
                Optional<EffectiveConfigReport> effectiveConfig,
                Optional<RemoteConfigReport> remoteConfig,
                Optional<ComponentsReport> components) {
            this(description, health, effectiveConfig, remoteConfig, components, Optional.empty());
        }

        static Report empty() {
            return EMPTY;
        }
    }

    record DescriptionReport(KeptAttributes identifyingKept, KeptAttributes nonIdentifyingKept) {
        Map<String, String> identifying() {
            return identifyingKept.texts();
        }

        Map<String, String> nonIdentifying() {
            return nonIdentifyingKept.texts();
        }

        /** Keys of attributes whose values were cut, on one line; empty for none. */
        String cut() {
            return KeptAttributes.line(identifyingKept.cut(), nonIdentifyingKept.cut());
        }

        /** Keys of attributes that were left out, on one line; empty for none. */
        String leftOut() {
            return KeptAttributes.line(identifyingKept.leftOut(), nonIdentifyingKept.leftOut());
        }
    }

    /**
     * @param tree in the shape of {@link dev.myriarch.agent.Reported#health()}
     */
    record HealthReport(boolean healthy, Value tree) {}

    /**
     * @param hash of the redacted body
     * @param body redacted
     */
    record EffectiveConfigReport(ConfigHash hash, byte[] body, String contentType) {}

    record RemoteConfigReport(Optional<ConfigHash> hash, RemoteConfigStatus status, String error) {}

    /**
     * @param hash what the agent calls the set
     * @param components kind to sorted types; empty when only the hash came
     */
    record ComponentsReport(ConfigHash hash, Optional<Map<String, List<String>>> components) {}
}
