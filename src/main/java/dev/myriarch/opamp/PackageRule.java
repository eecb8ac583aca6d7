package dev.myriarch.opamp;

import dev.myriarch.agent.PackageReport;
import dev.myriarch.artifact.PackageOffer;
import dev.myriarch.domain.AgentKind;
import dev.myriarch.domain.ConfigHash;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * Decides whether an updater is sent the package that it is offered. An updater reports the hash of
 * an offer as soon as it begins with it, so the status tells how that ended.
 */
final class PackageRule {
    private PackageRule() {}

    /** Why an offer is sent. */
    enum Reason {
        /** The updater does not know it. */
        NEW,

        /** It failed before, on another connection or before the offer was made again. */
        RETRY,

        /** It takes so long that its download token gets old. */
        TOKEN;

        /** In events and metrics. */
        String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * What was sent last on a connection.
     *
     * @param offeredAt of the offer: one that is made again is another one
     * @param at when it was sent
     */
    record Sent(ConfigHash packages, Instant offeredAt, Instant at) {
        static Sent of(PackageOffer offer, Instant now) {
            return new Sent(offer.content().allPackagesHash(), offer.offeredAt(), now);
        }

        boolean isOf(PackageOffer offer) {
            return offeredAt.equals(offer.offeredAt())
                    && packages.equals(offer.content().allPackagesHash());
        }
    }

    /**
     * @param lifetime of download tokens; zero: without an end
     */
    static Optional<Reason> due(SessionState state, Duration lifetime, Instant now) {
        KnownAgent agent = state.agent();
        Optional<PackageOffer> offer = agent.wanted().packages();
        if (offer.isEmpty()
                || agent.kind() != AgentKind.UPDATER
                || !Capabilities.has(agent.capabilities(), Capabilities.ACCEPTS_PACKAGES)) {
            return Optional.empty();
        }
        Optional<Sent> sent = state.offers().sentPackages().filter(last -> last.isOf(offer.get()));
        return sent.filter(last -> now.isBefore(last.at().plus(OfferHistory.PAUSE))).isPresent()
                ? Optional.empty()
                : due(offer.get(), agent.contents().packages(), sent, new Clock(lifetime, now));
    }

    private record Clock(Duration lifetime, Instant now) {
        /** A token that another connection sent is as old as the offer at most. */
        boolean isHalfOver(PackageOffer offer, Optional<Sent> sent) {
            Instant minted = sent.map(Sent::at).orElse(offer.offeredAt());
            return !lifetime.isZero() && !now.isBefore(minted.plus(lifetime.dividedBy(2)));
        }
    }

    private static Optional<Reason> due(
            PackageOffer offer, Optional<PackageReport> report, Optional<Sent> sent, Clock clock) {
        ConfigHash packages = offer.content().allPackagesHash();
        if (report.flatMap(PackageReport::offered).filter(packages::equals).isEmpty()) {
            return Optional.of(Reason.NEW);
        }
        return switch (status(report.get())) {
            case INSTALLED -> Optional.empty();
            // It tries again when somebody wants that, or when it comes back.
            case INSTALL_FAILED -> sent.isPresent() ? Optional.empty() : Optional.of(Reason.RETRY);
            case INSTALL_PENDING, INSTALLING, DOWNLOADING ->
                    clock.isHalfOver(offer, sent) ? Optional.of(Reason.TOKEN) : Optional.empty();
        };
    }

    /** Of the package without a name; an updater that does not say has not begun. */
    private static PackageReport.Status status(PackageReport report) {
        PackageReport.State state = report.packages().get("");
        return state == null ? PackageReport.Status.INSTALL_PENDING : state.status();
    }
}
