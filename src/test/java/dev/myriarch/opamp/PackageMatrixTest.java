package dev.myriarch.opamp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.agent.PackageReport;
import dev.myriarch.agent.Upkeep;
import dev.myriarch.artifact.ArtifactId;
import dev.myriarch.artifact.PackageOffer;
import dev.myriarch.base.SemanticVersion;
import dev.myriarch.domain.AgentKind;
import dev.myriarch.domain.ConfigHash;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Everything that decides about a package: capability × kind × offer × what was reported × what was
 * sent before × age of the token × transport. What is expected is written down here once more, as a
 * list of reasons, and not derived from the code.
 */
class PackageMatrixTest {
    private static final Duration LIFETIME = Duration.ofHours(24);

    /** When the offer was made. */
    private static final Instant OFFERED = Fixture.NOW;

    private static final long ACCEPTS = 0x8;
    private static final long ALL_BUT_ACCEPTS = 0x7ff7;

    /** What the updater reported last, of which offer. */
    enum Report {
        NOTHING,
        OLD_INSTALLED,
        OLD_FAILED,
        OLD_INSTALLING,
        THIS_WITHOUT_PACKAGE,
        THIS_PENDING,
        THIS_DOWNLOADING,
        THIS_INSTALLING,
        THIS_FAILED,
        THIS_INSTALLED;

        boolean isAboutThis() {
            return name().startsWith("THIS");
        }

        boolean isRunning() {
            return switch (this) {
                case THIS_WITHOUT_PACKAGE, THIS_PENDING, THIS_DOWNLOADING, THIS_INSTALLING -> true;
                default -> false;
            };
        }

        Optional<PackageReport> report() {
            if (this == NOTHING) {
                return Optional.empty();
            }
            ConfigHash about =
                    isAboutThis() ? offer().content().allPackagesHash() : new ConfigHash("00");
            if (this == THIS_WITHOUT_PACKAGE) {
                return Optional.of(new PackageReport(Optional.of(about), "", Map.of()));
            }
            PackageReport.Status status =
                    switch (name().substring(name().indexOf('_') + 1)) {
                        case "INSTALLED" -> PackageReport.Status.INSTALLED;
                        case "FAILED" -> PackageReport.Status.INSTALL_FAILED;
                        case "INSTALLING" -> PackageReport.Status.INSTALLING;
                        case "DOWNLOADING" -> PackageReport.Status.DOWNLOADING;
                        default -> PackageReport.Status.INSTALL_PENDING;
                    };
            return Optional.of(
                    new PackageReport(
                            Optional.of(about),
                            "",
                            Map.of(
                                    "",
                                    new PackageReport.State(
                                            "v0.161.0",
                                            Optional.empty(),
                                            "v0.162.0",
                                            Optional.empty(),
                                            status,
                                            "",
                                            OptionalInt.empty()))));
        }
    }

    /** What this connection sent, and how long ago. */
    enum Sent {
        NOTHING,
        JUST_NOW,
        A_MINUTE_AGO,
        HALF_A_LIFE_AGO,
        AN_EARLIER_ONE_JUST_NOW,
        ANOTHER_PACKAGE_JUST_NOW;

        boolean isThis() {
            return this == JUST_NOW || this == A_MINUTE_AGO || this == HALF_A_LIFE_AGO;
        }

        Optional<PackageRule.Sent> sent(Instant now) {
            ConfigHash hash = offer().content().allPackagesHash();
            return switch (this) {
                case NOTHING -> Optional.empty();
                case JUST_NOW ->
                        Optional.of(new PackageRule.Sent(hash, OFFERED, now.minusSeconds(59)));
                case A_MINUTE_AGO ->
                        Optional.of(new PackageRule.Sent(hash, OFFERED, now.minusSeconds(60)));
                case HALF_A_LIFE_AGO ->
                        Optional.of(
                                new PackageRule.Sent(
                                        hash, OFFERED, now.minus(LIFETIME.dividedBy(2))));
                case AN_EARLIER_ONE_JUST_NOW ->
                        Optional.of(new PackageRule.Sent(hash, OFFERED.minusSeconds(1), now));
                case ANOTHER_PACKAGE_JUST_NOW ->
                        Optional.of(new PackageRule.Sent(new ConfigHash("00"), OFFERED, now));
            };
        }
    }

    /** How old the offer is. */
    enum Age {
        FRESH(Duration.ofMinutes(1)),
        ALMOST_HALF_A_LIFE(LIFETIME.dividedBy(2).minusSeconds(1)),
        HALF_A_LIFE(LIFETIME.dividedBy(2)),
        OLD(Duration.ofDays(9));

        final Duration duration;

        Age(Duration duration) {
            this.duration = duration;
        }

        boolean isHalfOver() {
            return this == HALF_A_LIFE || this == OLD;
        }
    }

    record Case(
            boolean accepts,
            AgentKind kind,
            boolean offered,
            Report report,
            Sent sent,
            Age age,
            Transport transport,
            boolean fresh,
            boolean endless) {}

    static PackageOffer offer() {
        return new PackageOffer(
                Fixture.ID,
                new PackageOffer.Content(
                        new ArtifactId(new UUID(1, 1)),
                        SemanticVersion.parseStrict("0.162.0").orElseThrow(),
                        "ab".repeat(32),
                        "otelcol.tar.gz",
                        Optional.of("cd".repeat(32))),
                Optional.empty(),
                OFFERED);
    }

    /** The reasons, the first that holds counts. */
    private static Reconciliation expected(Case c) {
        Optional<PackageRule.Reason> reason = Optional.empty();
        boolean wanted = c.accepts() && c.kind() == AgentKind.UPDATER && c.offered();
        boolean justSent = c.sent() == Sent.JUST_NOW;
        if (wanted && !justSent) {
            boolean halfOver =
                    c.sent().isThis() ? c.sent() == Sent.HALF_A_LIFE_AGO : c.age().isHalfOver();
            if (!c.report().isAboutThis()) {
                reason = Optional.of(PackageRule.Reason.NEW);
            } else if (c.report() == Report.THIS_FAILED && !c.sent().isThis()) {
                reason = Optional.of(PackageRule.Reason.RETRY);
            } else if (c.report().isRunning() && halfOver && !c.endless()) {
                reason = Optional.of(PackageRule.Reason.TOKEN);
            }
        }
        if (reason.isPresent() && c.transport() == Transport.HTTP && !c.fresh()) {
            return new Reconciliation.ReadAgain();
        }
        return new Reconciliation.Owed(Optional.empty(), Optional.empty(), reason);
    }

    private static Reconciliation decided(Case c) {
        Instant now = OFFERED.plus(c.age().duration);
        KnownAgent agent =
                new KnownAgent(
                        true,
                        c.kind(),
                        (ALL_BUT_ACCEPTS & ~0x2) | (c.accepts() ? ACCEPTS : 0),
                        DescriptionSummary.NONE,
                        new KnownAgent.Wanted(
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                c.offered() ? Optional.of(offer()) : Optional.empty()),
                        Optional.empty(),
                        c.report()
                                .report()
                                .map(KnownAgent.Contents.NOTHING::withPackages)
                                .orElse(KnownAgent.Contents.NOTHING),
                        Upkeep.NONE);
        SessionState state =
                c.transport() == Transport.HTTP ? Fixture.pooled(agent) : Fixture.session(agent);
        Optional<PackageRule.Sent> sent = c.sent().sent(now);
        if (sent.isPresent()) {
            state = state.withOffers(state.offers().withPackages(sent.get()));
        }
        return Reconciler.decide(
                state,
                new Reconciler.View(
                        false,
                        c.fresh(),
                        Duration.ofSeconds(90),
                        c.endless() ? Duration.ZERO : LIFETIME,
                        now));
    }

    @Test
    void everyCaseIsDecidedAsItIsWrittenDown() {
        List<Case> cases = cases();
        List<String> wrong = new ArrayList<>();
        for (Case c : cases) {
            Reconciliation decided = decided(c);
            if (!decided.equals(expected(c))) {
                wrong.add(c + ": " + decided + " and not " + expected(c));
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(cases.stream().map(PackageMatrixTest::expected).distinct()).hasSize(5);
    }

    private static List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (int bits = 0; bits < 32; bits++) {
            for (AgentKind kind : AgentKind.values()) {
                for (Report report : Report.values()) {
                    for (Sent sent : Sent.values()) {
                        for (Age age : Age.values()) {
                            cases.add(
                                    new Case(
                                            (bits & 1) != 0,
                                            kind,
                                            (bits & 2) != 0,
                                            report,
                                            sent,
                                            age,
                                            (bits & 4) != 0 ? Transport.HTTP : Transport.WEBSOCKET,
                                            (bits & 8) != 0,
                                            (bits & 16) != 0));
                        }
                    }
                }
            }
        }
        return cases;
    }

    private static Arguments row(Report report, Sent sent, Age age, PackageRule.Reason reason) {
        return Arguments.of(report, sent, age, Optional.of(reason));
    }

    private static Arguments silent(Report report, Sent sent, Age age) {
        return Arguments.of(report, sent, age, Optional.empty());
    }

    static Stream<Arguments> examples() {
        return Stream.of(
                row(Report.NOTHING, Sent.NOTHING, Age.FRESH, PackageRule.Reason.NEW),
                row(Report.OLD_INSTALLED, Sent.NOTHING, Age.OLD, PackageRule.Reason.NEW),
                silent(Report.NOTHING, Sent.JUST_NOW, Age.FRESH),
                row(Report.NOTHING, Sent.A_MINUTE_AGO, Age.FRESH, PackageRule.Reason.NEW),
                row(
                        Report.OLD_FAILED,
                        Sent.ANOTHER_PACKAGE_JUST_NOW,
                        Age.FRESH,
                        PackageRule.Reason.NEW),
                silent(Report.THIS_INSTALLED, Sent.NOTHING, Age.OLD),
                silent(Report.THIS_INSTALLED, Sent.AN_EARLIER_ONE_JUST_NOW, Age.OLD),
                row(Report.THIS_FAILED, Sent.NOTHING, Age.FRESH, PackageRule.Reason.RETRY),
                silent(Report.THIS_FAILED, Sent.A_MINUTE_AGO, Age.FRESH),
                silent(Report.THIS_FAILED, Sent.HALF_A_LIFE_AGO, Age.OLD),
                row(
                        Report.THIS_FAILED,
                        Sent.AN_EARLIER_ONE_JUST_NOW,
                        Age.FRESH,
                        PackageRule.Reason.RETRY),
                silent(Report.THIS_DOWNLOADING, Sent.A_MINUTE_AGO, Age.OLD),
                row(
                        Report.THIS_DOWNLOADING,
                        Sent.HALF_A_LIFE_AGO,
                        Age.OLD,
                        PackageRule.Reason.TOKEN),
                silent(Report.THIS_INSTALLING, Sent.NOTHING, Age.ALMOST_HALF_A_LIFE),
                row(
                        Report.THIS_INSTALLING,
                        Sent.NOTHING,
                        Age.HALF_A_LIFE,
                        PackageRule.Reason.TOKEN));
    }

    @ParameterizedTest
    @MethodSource("examples")
    void examplesForReaders(
            Report report, Sent sent, Age age, Optional<PackageRule.Reason> reason) {
        Case c =
                new Case(
                        true,
                        AgentKind.UPDATER,
                        true,
                        report,
                        sent,
                        age,
                        Transport.WEBSOCKET,
                        false,
                        false);
        assertThat(decided(c))
                .isEqualTo(new Reconciliation.Owed(Optional.empty(), Optional.empty(), reason));
    }
}
