package dev.myriarch.opamp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.agent.Reported;
import dev.myriarch.agent.Upkeep;
import dev.myriarch.base.Brand;
import dev.myriarch.domain.AgentKind;
import dev.myriarch.domain.ConfigHash;
import dev.myriarch.domain.RemoteConfigStatus;
import dev.myriarch.opamp.OfferHistory.ApplyingWindow;
import dev.myriarch.opamp.Reconciliation.Offer;
import dev.myriarch.opamp.Reconciliation.Owed;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Everything that the reconcile step can meet: capability × reported status × desired × failed mark
 * × what was offered before × transport × Bridge. What is expected is written down here once more,
 * as a list of reasons, and not derived from the code.
 */
class ReconcileMatrixTest {
    private static final Duration STALE = Duration.ofSeconds(90);
    private static final Instant NOW = Fixture.NOW.plusSeconds(1000);

    /** The status that the agent reported last, and about what. */
    enum Status {
        NONE,
        UNSET_NEW,
        APPLYING_NEW,
        APPLYING_NEW_LONG,
        APPLIED_NEW,
        FAILED_NEW,
        UNSET_OLD,
        APPLYING_OLD,
        APPLIED_OLD,
        FAILED_OLD,
        APPLIED_WITHOUT_HASH;

        boolean isAboutDesired() {
            return name().contains("_NEW");
        }

        boolean isLong() {
            return this == APPLYING_NEW_LONG;
        }

        Optional<Reported.RemoteConfig> reported() {
            if (this == NONE) {
                return Optional.empty();
            }
            RemoteConfigStatus status =
                    RemoteConfigStatus.valueOf(name().substring(0, name().indexOf('_')));
            Optional<ConfigHash> hash =
                    this == APPLIED_WITHOUT_HASH
                            ? Optional.empty()
                            : Optional.of(isAboutDesired() ? Fixture.NEW : Fixture.OLD);
            return Optional.of(new Reported.RemoteConfig(hash, status, "", Fixture.NOW));
        }
    }

    /** What this connection did before. */
    enum Before {
        NOTHING,
        OFFERED_JUST_NOW,
        OFFERED_A_MINUTE_AGO,
        OFFERED_ANOTHER_SINCE,
        OFFERED_AS_STALE
    }

    /** What kind of agent it is. */
    enum Kind {
        COLLECTOR,
        BRIDGE_MANAGED,
        BRIDGE_NOT_MANAGED,
        BRIDGE_OPERATOR_MODE,
        BRIDGE_WITHOUT_FLEET
    }

    /** Whether the stored agent was read for this decision. */
    record Case(
            boolean accepts,
            Status status,
            boolean desired,
            boolean failed,
            Before before,
            Transport transport,
            boolean fresh,
            Kind kind) {}

    static Stream<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (boolean accepts : new boolean[] {true, false}) {
            for (Status status : Status.values()) {
                for (boolean desired : new boolean[] {true, false}) {
                    for (boolean failed : new boolean[] {true, false}) {
                        for (Before before : Before.values()) {
                            for (Transport transport : Transport.values()) {
                                for (boolean fresh : new boolean[] {true, false}) {
                                    for (Kind kind : Kind.values()) {
                                        cases.add(
                                                new Case(
                                                        accepts, status, desired, failed, before,
                                                        transport, fresh, kind));
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
        return cases.stream();
    }

    private static Reconciliation decide(Case c) {
        return Reconciler.decide(
                state(c),
                new Reconciler.View(c.kind() == Kind.BRIDGE_MANAGED, c.fresh(), STALE, NOW));
    }

    private static SessionState state(Case c) {
        KnownAgent agent =
                new KnownAgent(
                        true,
                        c.kind() == Kind.COLLECTOR ? AgentKind.COLLECTOR : AgentKind.BRIDGE,
                        c.accepts() ? Fixture.CAPABILITIES : Fixture.CAPABILITIES & ~2L,
                        description(c.kind()),
                        new KnownAgent.Wanted(
                                c.kind() == Kind.BRIDGE_WITHOUT_FLEET
                                        ? Optional.empty()
                                        : Optional.of("edge"),
                                c.desired() ? Optional.of(Fixture.NEW) : Optional.empty(),
                                c.failed() ? Optional.of(Fixture.NEW) : Optional.empty()),
                        c.status().reported(),
                        KnownAgent.Contents.NOTHING,
                        Upkeep.NONE);
        SessionState state =
                c.transport() == Transport.HTTP ? Fixture.pooled(agent) : Fixture.session(agent);
        return state.withOffers(history(c));
    }

    private static DescriptionSummary description(Kind kind) {
        return switch (kind) {
            case COLLECTOR -> DescriptionSummary.of(Fixture.IDENTIFYING, Fixture.OTHERS);
            case BRIDGE_MANAGED, BRIDGE_NOT_MANAGED, BRIDGE_WITHOUT_FLEET -> bridge("standalone");
            case BRIDGE_OPERATOR_MODE -> bridge("operator");
        };
    }

    private static DescriptionSummary bridge(String mode) {
        return DescriptionSummary.of(
                Map.of("service.name", Brand.BRIDGE_SERVICE_NAME),
                Map.of(Brand.BRIDGE_MODE_ATTRIBUTE, mode));
    }

    private static OfferHistory history(Case c) {
        OfferHistory history =
                switch (c.before()) {
                    case NOTHING -> OfferHistory.NONE;
                    case OFFERED_JUST_NOW ->
                            OfferHistory.NONE.withOffer(Fixture.NEW, NOW.minusSeconds(1), false);
                    case OFFERED_A_MINUTE_AGO ->
                            OfferHistory.NONE.withOffer(Fixture.NEW, NOW.minusSeconds(60), false);
                    case OFFERED_ANOTHER_SINCE ->
                            OfferHistory.NONE
                                    .withOffer(Fixture.NEW, NOW.minusSeconds(5), false)
                                    .withOffer(Fixture.OLD, NOW.minusSeconds(1), false);
                    case OFFERED_AS_STALE ->
                            OfferHistory.NONE.withOffer(Fixture.NEW, NOW.minusSeconds(100), true);
                };
        return c.status().isLong()
                ? history.withWindow(
                        Optional.of(new ApplyingWindow(Fixture.NEW, NOW.minus(STALE))),
                        history.staleOffered())
                : history;
    }

    /** The reasons against an offer, in words of the specification; empty when it is made. */
    private static List<String> reasonsAgainst(Case c) {
        List<String> reasons = new ArrayList<>();
        if (c.kind() == Kind.BRIDGE_NOT_MANAGED || c.kind() == Kind.BRIDGE_OPERATOR_MODE) {
            reasons.add("the Bridge is locked");
        }
        if (!c.accepts()) {
            reasons.add("the agent accepts no remote configuration");
        }
        if (!c.desired()) {
            reasons.add("nothing is wanted");
        }
        if (c.failed()) {
            reasons.add("the configuration is marked as failed");
        }
        if (c.status() == Status.APPLIED_NEW) {
            reasons.add("the agent applied it");
        }
        if (c.status() == Status.APPLYING_NEW) {
            reasons.add("the agent is applying it");
        }
        if (c.status() == Status.APPLYING_NEW_LONG && c.before() == Before.OFFERED_AS_STALE) {
            reasons.add("it was offered once more already");
        }
        if (c.before() == Before.OFFERED_JUST_NOW) {
            reasons.add("it was sent within the last minute");
        }
        return reasons;
    }

    static Stream<Arguments> groups() {
        return Stream.of(Status.values())
                .flatMap(
                        status -> Stream.of(Kind.values()).map(kind -> Arguments.of(status, kind)));
    }

    @ParameterizedTest
    @MethodSource("groups")
    void everyCaseHasItsAnswer(Status status, Kind kind) {
        cases().filter(c -> c.status() == status && c.kind() == kind)
                .forEach(ReconcileMatrixTest::check);
    }

    private static void check(Case c) {
        Reconciliation decision = decide(c);
        boolean locked =
                c.kind() == Kind.BRIDGE_NOT_MANAGED || c.kind() == Kind.BRIDGE_OPERATOR_MODE;
        boolean due = reasonsAgainst(c).isEmpty();
        if (due && c.status().isLong() && c.transport() == Transport.HTTP && !c.fresh()) {
            assertThat(decision).as("%s", c).isEqualTo(new Reconciliation.ReadAgain());
            return;
        }
        assertThat(decision).as("%s", c).isInstanceOf(Owed.class);
        Owed owed = (Owed) decision;
        Optional<Offer> expected =
                due
                        ? Optional.of(
                                new Offer(
                                        Fixture.NEW,
                                        c.status().isLong()
                                                ? Optional.of(STALE)
                                                : Optional.empty()))
                        : Optional.empty();
        assertThat(owed.offer()).as("%s %s", c, reasonsAgainst(c)).isEqualTo(expected);
        // A lock is noted whatever else speaks against an offer, and never together with one.
        assertThat(owed.lock().isPresent()).as("%s", c).isEqualTo(locked);
    }

    @Test
    void theMatrixHasOffersAndEveryReasonAgainstOne() {
        List<Case> all = cases().toList();
        assertThat(all).hasSize(2 * 11 * 2 * 2 * 5 * 2 * 2 * 5);
        assertThat(all.stream().filter(c -> reasonsAgainst(c).isEmpty())).isNotEmpty();
        // Each of them alone keeps the offer back.
        assertThat(
                        all.stream()
                                .map(ReconcileMatrixTest::reasonsAgainst)
                                .filter(reasons -> reasons.size() == 1)
                                .map(List::getFirst)
                                .distinct())
                .hasSize(8);
    }

    @Test
    void whoIsNotStoredIsOwedNothing() {
        SessionState unknown = Fixture.session(KnownAgent.unknown());
        for (boolean fresh : new boolean[] {true, false}) {
            assertThat(Reconciler.decide(unknown, new Reconciler.View(true, fresh, STALE, NOW)))
                    .isEqualTo(Owed.NOTHING);
        }
    }
}
