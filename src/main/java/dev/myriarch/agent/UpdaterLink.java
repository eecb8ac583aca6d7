package dev.myriarch.agent;

import dev.myriarch.base.Brand;
import dev.myriarch.domain.AgentId;
import dev.myriarch.domain.AgentKind;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * The rule that links an updater to the collector that it names. What an updater says of itself
 * proves nothing, so both have to have registered with the same credential, and not from hosts of
 * different names.
 */
public final class UpdaterLink {
    /** The credential of an agent that showed neither a token nor a certificate. */
    private static final String NO_CREDENTIAL = "none";

    private UpdaterLink() {}

    /**
     * What is compared of an agent.
     *
     * @param credential that the agent is bound to; empty while it waits for a new one
     * @param hostName empty when it reports none
     */
    public record Side(AgentId id, AgentKind kind, String credential, String hostName) {
        public Side {
            Objects.requireNonNull(id, "id");
            Objects.requireNonNull(kind, "kind");
            Objects.requireNonNull(credential, "credential");
            Objects.requireNonNull(hostName, "hostName");
        }

        public static Side of(Agent agent) {
            return new Side(
                    agent.id(), agent.kind(), agent.credential(), agent.description().hostName());
        }
    }

    /** Why an updater is not linked to the collector that it names. */
    public enum Mismatch {
        NOT_A_UID("the attribute " + Brand.COLLECTOR_UID_ATTRIBUTE + " is no instance UID"),
        NOT_A_COLLECTOR("the agent that it names is no collector"),
        NOT_ENROLLED("one of the two waits for its new credential"),
        NO_CREDENTIAL(
                "agents that show neither a token nor a certificate are not linked, because nothing"
                        + " tells that they belong together"),
        OTHER_CREDENTIAL("the collector registered with another credential"),
        OTHER_HOST("the collector reports another host name");

        private final String text;

        Mismatch(String text) {
            this.text = text;
        }

        /** For programs: lower case. */
        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** For people. */
        public String text() {
            return text;
        }
    }

    /** What follows from what an agent reports now. */
    public sealed interface Verdict {
        /** It is no updater, or names no collector, or one that did not register yet. */
        record Alone() implements Verdict {}

        record Linked(Side collector) implements Verdict {}

        record Refused(Mismatch mismatch) implements Verdict {}
    }

    /** Why the two are not linked; empty when they are. */
    public static Optional<Mismatch> mismatch(Side updater, Side collector) {
        if (collector.kind() != AgentKind.COLLECTOR) {
            return Optional.of(Mismatch.NOT_A_COLLECTOR);
        }
        if (updater.credential().isEmpty() || collector.credential().isEmpty()) {
            return Optional.of(Mismatch.NOT_ENROLLED);
        }
        if (!updater.credential().equals(collector.credential())) {
            return Optional.of(Mismatch.OTHER_CREDENTIAL);
        }
        if (updater.credential().equals(NO_CREDENTIAL)) {
            return Optional.of(Mismatch.NO_CREDENTIAL);
        }
        boolean bothNamed = !updater.hostName().isEmpty() && !collector.hostName().isEmpty();
        return bothNamed && !updater.hostName().equalsIgnoreCase(collector.hostName())
                ? Optional.of(Mismatch.OTHER_HOST)
                : Optional.empty();
    }

    /**
     * Applies the rule to an agent.
     *
     * @param find the stored agent of an instance UID
     */
    public static Verdict judge(Agent agent, Function<AgentId, Optional<Agent>> find) {
        String named = named(agent.description());
        if (agent.kind() != AgentKind.UPDATER || named.isEmpty()) {
            return new Verdict.Alone();
        }
        Optional<AgentId> id = AgentId.parse(named);
        if (id.isEmpty()) {
            return new Verdict.Refused(Mismatch.NOT_A_UID);
        }
        Optional<Side> collector = find.apply(id.get()).map(Side::of);
        if (collector.isEmpty()) {
            return new Verdict.Alone();
        }
        return mismatch(Side.of(agent), collector.get())
                .<Verdict>map(Verdict.Refused::new)
                .orElseGet(() -> new Verdict.Linked(collector.get()));
    }

    /** The instance UID of the collector as an updater writes it; empty for none. */
    public static String named(Description description) {
        String identifying = description.identifying().get(Brand.COLLECTOR_UID_ATTRIBUTE);
        return identifying != null
                ? identifying
                : description.nonIdentifying().getOrDefault(Brand.COLLECTOR_UID_ATTRIBUTE, "");
    }
}
