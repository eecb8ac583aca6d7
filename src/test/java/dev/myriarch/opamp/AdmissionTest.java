package dev.myriarch.opamp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.auth.AgentAuthenticator.AgentAuthentication;
import dev.myriarch.auth.AgentCredentials;
import dev.myriarch.opamp.Admission.Verdict;
import dev.myriarch.testing.LastingTokens;
import dev.myriarch.testing.SettableClock;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class AdmissionTest {
    private static final InetAddress CLIENT = address("192.0.2.1");
    private static final AgentAuthentication ACCEPTED =
            new AgentAuthentication.Accepted(
                    "token:1", Optional.of(new UUID(0, 1)), Map.of(), false);

    private final SettableClock clock = new SettableClock(Fixture.NOW);
    private AgentAuthentication answer = ACCEPTED;
    private int authentications;

    private static InetAddress address(String text) {
        try {
            return InetAddress.getByName(text);
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    private Admission admission(int connections, int rate, int perIp, int perToken) {
        return new Admission(
                new OpampSettings.Limits(connections, rate, perIp, perToken, 1024, 1024),
                new AgentCredentials(
                        new LastingTokens(_ -> {
                            authentications++;
                            return answer;
                        }),
                        false),
                clock);
    }

    private static Verdict ask(Admission admission, InetAddress client, Transport transport) {
        return admission.admit(
                client, Optional.of("Bearer x"), AgentCredentials.Certificate.None::new, transport);
    }

    private static Verdict ask(Admission admission) {
        return ask(admission, CLIENT, Transport.WEBSOCKET);
    }

    private static Verdict.Refused refused(int status, long seconds, String reason) {
        return new Verdict.Refused(
                status,
                seconds == 0 ? Optional.empty() : Optional.of(Duration.ofSeconds(seconds)),
                reason);
    }

    @Test
    void aGoodCredentialComesIn() {
        Admission admission = admission(10, 10, 10, 0);
        assertThat(ask(admission))
                .isInstanceOfSatisfying(
                        Verdict.Admitted.class,
                        admitted -> {
                            assertThat(admitted.credential()).isEqualTo(ACCEPTED);
                            assertThat(admission.connections()).isEqualTo(1);
                            admitted.ticket().release();
                            admitted.ticket().release();
                            assertThat(admission.connections()).isZero();
                        });
    }

    @Test
    void aServerThatStopsTakesNobody() {
        Admission admission = admission(10, 10, 10, 0);
        admission.stop();
        assertThat(ask(admission)).isEqualTo(refused(503, 10, "shutdown"));
        assertThat(authentications).isZero();
    }

    @Test
    void eachClientHasItsRate() {
        Admission admission = admission(100, 100, 1, 0);
        assertThat(ask(admission)).isInstanceOf(Verdict.Admitted.class);
        assertThat(ask(admission)).isInstanceOf(Verdict.Admitted.class);
        assertThat(ask(admission)).isEqualTo(refused(429, 5, "rate_limited"));
        assertThat(ask(admission, address("192.0.2.2"), Transport.HTTP))
                .isInstanceOf(Verdict.Admitted.class);
        clock.advance(Duration.ofSeconds(1));
        assertThat(ask(admission)).isInstanceOf(Verdict.Admitted.class);
        assertThat(authentications).isEqualTo(4);
    }

    @Test
    void addressesOfOneNetworkOfVersionSixShareARate() {
        Admission admission = admission(100, 100, 1, 0);
        ask(admission, address("2001:db8::1"), Transport.HTTP);
        ask(admission, address("2001:db8::2"), Transport.HTTP);

        assertThat(ask(admission, address("2001:db8::ffff:1"), Transport.HTTP))
                .isEqualTo(refused(429, 5, "rate_limited"));
        assertThat(ask(admission, address("2001:db8:0:1::1"), Transport.HTTP))
                .isInstanceOf(Verdict.Admitted.class);
    }

    @Test
    void aFullReplicaRefusesWebSocketsBeforeItAsksForTheCredential() {
        Admission admission = admission(1, 100, 100, 0);
        Verdict first = ask(admission);
        assertThat(ask(admission)).isEqualTo(refused(503, 30, "too_many"));
        assertThat(authentications).isEqualTo(1);
        assertThat(ask(admission, CLIENT, Transport.HTTP)).isInstanceOf(Verdict.Admitted.class);
        ((Verdict.Admitted) first).ticket().release();
        assertThat(ask(admission)).isInstanceOf(Verdict.Admitted.class);
    }

    @Test
    void badCredentialsAndAnUnavailableStoreAreTold() {
        Admission admission = admission(1, 1, 100, 0);
        answer = new AgentAuthentication.Refused();
        for (int i = 0; i < 5; i++) {
            assertThat(ask(admission)).isEqualTo(refused(401, 0, "unauthorized"));
        }
        answer = new AgentAuthentication.Unavailable();
        assertThat(ask(admission)).isEqualTo(refused(503, 5, "unavailable"));
        // Neither took a place nor a token of the replica.
        answer = ACCEPTED;
        assertThat(admission.connections()).isZero();
        assertThat(ask(admission)).isInstanceOf(Verdict.Admitted.class);
    }

    @Test
    void aClientThatGuessesIsSlowedDownAndAGoodCredentialOfItStillCounts() {
        Admission admission = admission(100, 100, 1000, 0);
        answer = new AgentAuthentication.Refused();
        for (int i = 0; i < 10; i++) {
            assertThat(ask(admission)).isEqualTo(refused(401, 0, "unauthorized"));
        }
        assertThat(ask(admission)).isEqualTo(refused(429, 6, "too_many_failures"));
        assertThat(ask(admission, CLIENT, Transport.HTTP))
                .isEqualTo(refused(429, 6, "too_many_failures"));
        assertThat(ask(admission, address("192.0.2.2"), Transport.HTTP))
                .isEqualTo(refused(401, 0, "unauthorized"));
        // To present nothing is no guess, as health checks do.
        assertThat(
                        admission.admit(
                                CLIENT,
                                Optional.empty(),
                                AgentCredentials.Certificate.None::new,
                                Transport.HTTP))
                .isEqualTo(refused(401, 0, "unauthorized"));

        answer = ACCEPTED;
        assertThat(ask(admission, CLIENT, Transport.HTTP)).isInstanceOf(Verdict.Admitted.class);
        answer = new AgentAuthentication.Refused();
        assertThat(ask(admission)).isEqualTo(refused(429, 6, "too_many_failures"));
        clock.advance(Duration.ofSeconds(6));
        assertThat(ask(admission)).isEqualTo(refused(401, 0, "unauthorized"));
        assertThat(ask(admission)).isEqualTo(refused(429, 6, "too_many_failures"));
        assertThat(admission.connections()).isZero();
    }

    @Test
    void aCertificateIsVerifiedForThoseWhoMayTryOnly() {
        AtomicInteger verified = new AtomicInteger();
        Supplier<AgentCredentials.Certificate> rejected =
                () -> {
                    verified.incrementAndGet();
                    return new AgentCredentials.Certificate.Rejected();
                };
        Admission admission = admission(100, 100, 1, 0);
        for (int i = 0; i < 2; i++) {
            assertThat(admission.admit(CLIENT, Optional.empty(), rejected, Transport.WEBSOCKET))
                    .isEqualTo(refused(401, 0, "unauthorized"));
        }
        assertThat(admission.admit(CLIENT, Optional.empty(), rejected, Transport.WEBSOCKET))
                .isEqualTo(refused(429, 5, "rate_limited"));
        assertThat(verified).hasValue(2);
        assertThat(authentications).isZero();
        assertThat(admission.connections()).isZero();
    }

    @Test
    void theReplicaHasItsRate() {
        Admission admission = admission(100, 1, 100, 0);
        ask(admission);
        ask(admission);
        assertThat(ask(admission)).isEqualTo(refused(429, 5, "rate_limited"));
        assertThat(admission.connections()).isEqualTo(2);
    }

    @Test
    void aTokenHasItsConnections() {
        Admission admission = admission(100, 100, 100, 1);
        Verdict first = ask(admission);
        assertThat(ask(admission)).isEqualTo(refused(429, 30, "token_limit"));
        assertThat(ask(admission, CLIENT, Transport.HTTP)).isInstanceOf(Verdict.Admitted.class);
        ((Verdict.Admitted) first).ticket().release();
        assertThat(ask(admission)).isInstanceOf(Verdict.Admitted.class);
        assertThat(admission.connections()).isEqualTo(1);
    }
}
