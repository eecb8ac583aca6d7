package dev.myriarch.opamp;

import static dev.myriarch.opamp.Fixture.CAPABILITIES;
import static dev.myriarch.opamp.Fixture.NEW;
import static dev.myriarch.opamp.Fixture.NOW;
import static dev.myriarch.opamp.Fixture.OLD;
import static dev.myriarch.opamp.Fixture.collector;
import static dev.myriarch.opamp.Fixture.pooled;
import static dev.myriarch.opamp.Fixture.reported;
import static dev.myriarch.opamp.Fixture.session;
import static dev.myriarch.opamp.Fixture.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.agent.Reported;
import dev.myriarch.base.Brand;
import dev.myriarch.domain.AgentKind;
import dev.myriarch.domain.ConfigHash;
import dev.myriarch.domain.RemoteConfigStatus;
import dev.myriarch.opamp.Reconciliation.Offer;
import dev.myriarch.opamp.Reconciliation.Owed;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReconcilerTest {
    private static final Duration STALE = Duration.ofSeconds(90);
    private static final Owed OFFER_NEW = offer(Optional.empty());

    private static Owed offer(Optional<Duration> staleFor) {
        return new Owed(Optional.of(new Offer(NEW, staleFor)), Optional.empty());
    }

    private static Reconciliation decide(SessionState state, Instant now) {
        return Reconciler.decide(state, new Reconciler.View(false, false, STALE, now));
    }

    private static Reconciliation decide(SessionState state) {
        return decide(state, NOW);
    }

    private static SessionState wantsNew(Optional<Reported.RemoteConfig> status) {
        return session(collector(Optional.of(NEW), status));
    }

    private static SessionState after(SessionState state, AgentMessage message, Instant now) {
        return MessageDecider.decide(state, message, now).state();
    }

    @Test
    void everyStatusOfEitherHashHasItsAnswer() {
        record Case(ConfigHash about, RemoteConfigStatus status, Owed expected) {}
        for (Case c :
                List.of(
                        new Case(NEW, RemoteConfigStatus.UNSET, OFFER_NEW),
                        new Case(NEW, RemoteConfigStatus.APPLIED, Owed.NOTHING),
                        new Case(NEW, RemoteConfigStatus.APPLYING, Owed.NOTHING),
                        // Not marked any more, so somebody wants another try.
                        new Case(NEW, RemoteConfigStatus.FAILED, OFFER_NEW),
                        new Case(OLD, RemoteConfigStatus.UNSET, OFFER_NEW),
                        new Case(OLD, RemoteConfigStatus.APPLIED, OFFER_NEW),
                        new Case(OLD, RemoteConfigStatus.APPLYING, OFFER_NEW),
                        new Case(OLD, RemoteConfigStatus.FAILED, OFFER_NEW))) {
            assertThat(decide(wantsNew(reported(c.about(), c.status()))))
                    .as("%s", c)
                    .isEqualTo(c.expected());
        }
        assertThat(decide(wantsNew(Optional.empty()))).isEqualTo(OFFER_NEW);
    }

    @Test
    void aFailedConfigurationIsOfferedInNoState() {
        for (ConfigHash about : List.of(NEW, OLD)) {
            for (RemoteConfigStatus status : RemoteConfigStatus.values()) {
                KnownAgent failed =
                        collector(Optional.of(NEW), reported(about, status)).withFailed(NEW);
                for (SessionState state : List.of(session(failed), pooled(failed))) {
                    assertThat(decide(state, NOW.plus(Duration.ofHours(1))))
                            .as("%s about %s", status, about)
                            .isEqualTo(Owed.NOTHING);
                }
            }
        }
    }

    @Test
    void withoutWishCapabilityOrRowNothingIsOffered() {
        assertThat(decide(session(collector(Optional.empty(), Optional.empty()))))
                .isEqualTo(Owed.NOTHING);
        assertThat(
                        decide(
                                session(
                                        collector(Optional.of(NEW), Optional.empty())
                                                .withCapabilities(CAPABILITIES & ~2L))))
                .isEqualTo(Owed.NOTHING);
        assertThat(decide(session(KnownAgent.unknown()))).isEqualTo(Owed.NOTHING);
    }

    @Test
    void theSameHashIsNotSentTwiceWithinAMinute() {
        SessionState offered = wantsNew(Optional.empty());
        offered = offered.withOffers(offered.offers().withOffer(NEW, NOW, false));
        assertThat(decide(offered, NOW.plusSeconds(59))).isEqualTo(Owed.NOTHING);
        assertThat(decide(offered, NOW.plusSeconds(60))).isEqualTo(OFFER_NEW);
        SessionState other = wantsNew(Optional.empty());
        other = other.withOffers(other.offers().withOffer(OLD, NOW, false));
        assertThat(decide(other)).isEqualTo(OFFER_NEW);
    }

    @Test
    void aConfigurationThatComesBackAfterAnotherOneIsOfferedAtOnce() {
        SessionState changedBack = wantsNew(Optional.empty());
        changedBack =
                changedBack.withOffers(
                        changedBack
                                .offers()
                                .withOffer(NEW, NOW, false)
                                .withOffer(OLD, NOW.plusSeconds(5), false));
        assertThat(decide(changedBack, NOW.plusSeconds(10))).isEqualTo(OFFER_NEW);
    }

    @Test
    void onlyTheLastOffersAreRemembered() {
        OfferHistory history = OfferHistory.NONE;
        for (int i = 0; i < 20; i++) {
            history = history.withOffer(new ConfigHash("%04x".formatted(i)), NOW, false);
        }
        assertThat(history.offered()).hasSize(8);
        assertThat(history.hasOffered(new ConfigHash("0013"))).isTrue();
    }

    @Test
    void aStaleApplyingIsOfferedOnceMoreAfterItsTime() {
        // The supervisor restarted while it applied, and says so on a new connection.
        SessionState state =
                after(
                        wantsNew(reported(NEW, RemoteConfigStatus.APPLYING)),
                        status(8, NEW, RemoteConfigStatus.APPLYING),
                        NOW);
        assertThat(decide(state, NOW.plusSeconds(89))).isEqualTo(Owed.NOTHING);
        Instant due = NOW.plusSeconds(90);
        assertThat(decide(state, due)).isEqualTo(offer(Optional.of(STALE)));

        SessionState offered = state.withOffers(state.offers().withOffer(NEW, due, true));
        assertThat(decide(offered, due.plus(Duration.ofHours(1)))).isEqualTo(Owed.NOTHING);
        SessionState again =
                after(offered, status(9, NEW, RemoteConfigStatus.APPLYING), due.plusSeconds(5));
        assertThat(decide(again, due.plus(Duration.ofHours(1)))).isEqualTo(Owed.NOTHING);
    }

    @Test
    void anApplyingThatOurOfferCausedOpensNoWindow() {
        SessionState offered = wantsNew(Optional.empty());
        offered = offered.withOffers(offered.offers().withOffer(NEW, NOW, false));
        SessionState applying =
                after(offered, status(8, NEW, RemoteConfigStatus.APPLYING), NOW.plusSeconds(1));
        assertThat(applying.offers().window()).isEmpty();
        assertThat(decide(applying, NOW.plus(Duration.ofHours(1)))).isEqualTo(Owed.NOTHING);

        // The full state was asked for, and the status is the very same.
        SessionState repeated =
                after(applying, status(9, NEW, RemoteConfigStatus.APPLYING), NOW.plusSeconds(9));
        assertThat(decide(repeated, NOW.plusSeconds(98))).isEqualTo(Owed.NOTHING);
        assertThat(decide(repeated, NOW.plusSeconds(99))).isEqualTo(offer(Optional.of(STALE)));
    }

    @Test
    void theWindowStartsWithTheFirstReportAndAnotherStatusClosesIt() {
        SessionState open =
                after(
                        wantsNew(reported(NEW, RemoteConfigStatus.APPLYING)),
                        status(8, NEW, RemoteConfigStatus.APPLYING),
                        NOW);
        SessionState repeated =
                after(open, status(9, NEW, RemoteConfigStatus.APPLYING), NOW.plusSeconds(80));
        assertThat(decide(repeated, NOW.plusSeconds(90))).isEqualTo(offer(Optional.of(STALE)));

        SessionState closed =
                after(repeated, status(10, NEW, RemoteConfigStatus.APPLIED), NOW.plusSeconds(85));
        assertThat(closed.offers().window()).isEmpty();
        // As after a rollback: a new episode of the same hash, on a connection that did not see
        // its offer.
        SessionState episode =
                after(closed, status(11, NEW, RemoteConfigStatus.APPLYING), NOW.plusSeconds(86));
        assertThat(decide(episode, NOW.plusSeconds(175))).isEqualTo(Owed.NOTHING);
        assertThat(decide(episode, NOW.plusSeconds(176))).isEqualTo(offer(Optional.of(STALE)));
    }

    @Test
    void aStatusThatAnotherReplicaStoredLaterPostponesTheOffer() {
        SessionState open =
                after(
                        pooled(
                                collector(
                                        Optional.of(NEW),
                                        reported(NEW, RemoteConfigStatus.APPLYING))),
                        status(8, NEW, RemoteConfigStatus.APPLYING),
                        NOW);
        KnownAgent later =
                open.agent()
                        .withRemoteConfig(
                                new Reported.RemoteConfig(
                                        Optional.of(NEW),
                                        RemoteConfigStatus.APPLYING,
                                        "",
                                        NOW.plusSeconds(60)));
        Reconciler.View view = new Reconciler.View(false, true, STALE, NOW.plusSeconds(149));
        assertThat(Reconciler.decide(open.withAgent(later), view)).isEqualTo(Owed.NOTHING);
        Reconciler.View due = new Reconciler.View(false, true, STALE, NOW.plusSeconds(150));
        assertThat(Reconciler.decide(open.withAgent(later), due))
                .isEqualTo(offer(Optional.of(STALE)));
        KnownAgent future =
                open.agent()
                        .withRemoteConfig(
                                new Reported.RemoteConfig(
                                        Optional.of(NEW),
                                        RemoteConfigStatus.APPLYING,
                                        "",
                                        NOW.plusSeconds(9999)));
        assertThat(Reconciler.decide(open.withAgent(future), due))
                .isEqualTo(offer(Optional.of(Duration.ofSeconds(150))));
    }

    @Test
    void aPooledSessionReadsBeforeItsStaleOffer() {
        SessionState open =
                after(
                        pooled(
                                collector(
                                        Optional.of(NEW),
                                        reported(NEW, RemoteConfigStatus.APPLYING))),
                        status(8, NEW, RemoteConfigStatus.APPLYING),
                        NOW);
        assertThat(decide(open, NOW.plusSeconds(89))).isEqualTo(Owed.NOTHING);
        assertThat(decide(open, NOW.plusSeconds(90))).isEqualTo(new Reconciliation.ReadAgain());
        Reconciler.View fresh = new Reconciler.View(false, true, STALE, NOW.plusSeconds(90));
        assertThat(Reconciler.decide(open, fresh)).isEqualTo(offer(Optional.of(STALE)));
    }

    @Test
    void theStaleRuleCanBeOff() {
        SessionState open =
                after(
                        wantsNew(reported(NEW, RemoteConfigStatus.APPLYING)),
                        status(8, NEW, RemoteConfigStatus.APPLYING),
                        NOW);
        Reconciler.View off =
                new Reconciler.View(false, false, Duration.ZERO, NOW.plus(Duration.ofDays(1)));
        assertThat(Reconciler.decide(open, off)).isEqualTo(Owed.NOTHING);
    }

    private static SessionState bridge(Map<String, String> others, Optional<ConfigHash> desired) {
        return session(
                collector(desired, Optional.empty())
                        .withDescription(
                                AgentKind.BRIDGE,
                                DescriptionSummary.of(
                                        Map.of("service.name", Brand.BRIDGE_SERVICE_NAME), others),
                                CAPABILITIES));
    }

    private static Reconciliation decideBridge(SessionState state, boolean managed) {
        return Reconciler.decide(state, new Reconciler.View(managed, false, STALE, NOW));
    }

    @Test
    void aBridgeIsConfiguredOnlyWhenEverythingSpeaksForIt() {
        Map<String, String> standalone = Map.of(Brand.BRIDGE_MODE_ATTRIBUTE, "standalone");
        SessionState open = bridge(standalone, Optional.of(NEW));
        assertThat(decideBridge(open, true)).isEqualTo(OFFER_NEW);
        for (Reconciliation locked :
                List.of(
                        decideBridge(open, false),
                        decideBridge(bridge(Map.of(), Optional.of(NEW)), true),
                        decideBridge(
                                bridge(
                                        Map.of(Brand.BRIDGE_MODE_ATTRIBUTE, "operator"),
                                        Optional.of(NEW)),
                                true),
                        decideBridge(bridge(standalone, Optional.empty()), false))) {
            assertThat(locked)
                    .isInstanceOfSatisfying(
                            Owed.class,
                            owed -> {
                                assertThat(owed.offer()).isEmpty();
                                assertThat(owed.lock()).isPresent();
                            });
        }
    }

    @Test
    void theLockOfABridgeIsNotedOncePerReasonAndConfiguration() {
        SessionState state = bridge(Map.of(), Optional.of(NEW));
        Owed first = (Owed) decideBridge(state, true);
        String key = Reconciler.noteKey(state.agent(), first.lock().orElseThrow());
        SessionState noted = state.withOffers(state.offers().withNotedLock(Optional.of(key)));
        assertThat(decideBridge(noted, true)).isEqualTo(Owed.NOTHING);
        SessionState other = bridge(Map.of(), Optional.of(OLD)).withOffers(noted.offers());
        assertThat(((Owed) decideBridge(other, true)).lock()).isPresent();
    }
}
