package dev.myriarch.opamp;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.myriarch.agent.AgentEvent;
import dev.myriarch.agent.AgentLinks;
import dev.myriarch.agent.UpdaterLink.Mismatch;
import dev.myriarch.auth.AgentAuthenticator.AgentAuthentication;
import dev.myriarch.base.Brand;
import dev.myriarch.cluster.BusEvent;
import dev.myriarch.domain.AgentId;
import dev.myriarch.domain.DisconnectCause;
import dev.myriarch.opamp.proto.AgentDescription;
import dev.myriarch.opamp.proto.AgentToServer;
import dev.myriarch.opamp.proto.AnyValue;
import dev.myriarch.opamp.proto.KeyValue;
import dev.myriarch.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Updaters and collectors that come and go in every order. */
class UpdaterLinkingPgTest {
    private static final TestDatabase DATABASE = TestDatabase.create();
    private static final AgentId COLLECTOR = new AgentId(new UUID(51, 1));
    private static final AgentId UPDATER = new AgentId(new UUID(51, 2));
    private static final AgentId SECOND = new AgentId(new UUID(51, 3));
    private static final UUID FIRST_TOKEN = new UUID(51, 91);
    private static final UUID OTHER_TOKEN = new UUID(51, 92);
    private static final long ACCEPTS_CONFIG = 0x3;
    private static final long UPDATER_CAPABILITIES = 0x2819;

    private final Desk desk = new Desk(DATABASE, settings());

    private static OpampSettings settings() {
        OpampSettings defaults = OpampSettings.defaults("r1");
        return new OpampSettings(
                defaults.replica(),
                defaults.limits(),
                defaults.offlineAfter(),
                defaults.sendTimeout(),
                defaults.staleApplyingAfter(),
                defaults.drainRate(),
                defaults.compression(),
                true,
                false);
    }

    /** A connection of an agent. */
    private final class Line {
        private final AgentId id;
        private final long capabilities;
        private final Conversation conversation;
        private long sequence;

        Line(AgentId id, long capabilities, UUID token) {
            this.id = id;
            this.capabilities = capabilities;
            this.conversation =
                    desk.conversation(
                            new AgentAuthentication.Accepted(
                                    "token:" + token, Optional.of(token), Map.of(), false),
                            "192.0.2.1",
                            Transport.WEBSOCKET,
                            new Desk.Sent());
        }

        private AgentToServer.Builder message() {
            return AgentToServer.newBuilder()
                    .setInstanceUid(ByteString.copyFrom(id.toBytes()))
                    .setSequenceNum(sequence++)
                    .setCapabilities(capabilities);
        }

        void describe(String service, String host, String named) {
            AgentDescription.Builder description = AgentDescription.newBuilder();
            description.addIdentifyingAttributes(attribute("service.name", service));
            if (!host.isEmpty()) {
                description.addNonIdentifyingAttributes(attribute("host.name", host));
            }
            if (!named.isEmpty()) {
                description.addNonIdentifyingAttributes(
                        attribute(Brand.COLLECTOR_UID_ATTRIBUTE, named));
            }
            Desk.answer(conversation, message().setAgentDescription(description).build());
        }

        void heartbeat() {
            Desk.answer(conversation, message().build());
        }
    }

    @AfterEach
    void close() {
        desk.close();
    }

    @AfterAll
    static void drop() {
        DATABASE.close();
    }

    private static KeyValue attribute(String key, String value) {
        return KeyValue.newBuilder()
                .setKey(key)
                .setValue(AnyValue.newBuilder().setStringValue(value))
                .build();
    }

    private Line connect(AgentId id, long capabilities, UUID token) {
        return new Line(id, capabilities, token);
    }

    private Line collector(String host) {
        Line line = connect(COLLECTOR, ACCEPTS_CONFIG, FIRST_TOKEN);
        line.describe("otelcol", host, "");
        return line;
    }

    private Line updater(AgentId id, String host, String named) {
        Line line = connect(id, UPDATER_CAPABILITIES, FIRST_TOKEN);
        line.describe(Brand.UPDATER_SERVICE_NAME, host, named);
        return line;
    }

    private AgentLinks links(AgentId id) {
        return desk.agent(id).links();
    }

    private void assertLinked(AgentId updater) {
        assertThat(links(updater))
                .isEqualTo(new AgentLinks(Optional.empty(), Optional.of(COLLECTOR), ""));
        assertThat(links(COLLECTOR))
                .isEqualTo(new AgentLinks(Optional.of(updater), Optional.empty(), ""));
    }

    private void assertRefused(Mismatch mismatch) {
        assertThat(links(UPDATER))
                .isEqualTo(new AgentLinks(Optional.empty(), Optional.empty(), mismatch.text()));
        assertThat(links(COLLECTOR).updater()).isEmpty();
    }

    /** Types of the events about links, the oldest first. */
    private List<String> told(AgentId id) {
        return desk.eventTypes(id).stream().filter(type -> type.startsWith("updater_")).toList();
    }

    @Test
    void anUpdaterThatComesSecondIsLinked() {
        collector("edge-1");
        desk.published.clear();
        updater(UPDATER, "edge-1", COLLECTOR.toString());
        assertLinked(UPDATER);
        assertThat(told(UPDATER)).containsExactly("updater_linked");
        assertThat(told(COLLECTOR)).containsExactly("updater_linked");
        assertThat(desk.published)
                .contains(new BusEvent.AgentStateChanged(List.of(UPDATER, COLLECTOR)));
    }

    @Test
    void aCollectorThatComesSecondIsLinked() {
        updater(UPDATER, "edge-1", COLLECTOR.toString());
        assertThat(links(UPDATER)).isEqualTo(AgentLinks.NONE);
        assertThat(told(UPDATER)).isEmpty();
        collector("EDGE-1");
        assertLinked(UPDATER);
        assertThat(told(UPDATER)).containsExactly("updater_linked");
    }

    @Test
    void anAttributeThatComesLaterLinks() {
        collector("edge-1");
        Line updater = updater(UPDATER, "edge-1", "");
        assertThat(links(UPDATER)).isEqualTo(AgentLinks.NONE);
        updater.describe(Brand.UPDATER_SERVICE_NAME, "edge-1", COLLECTOR.toString());
        assertLinked(UPDATER);
    }

    @Test
    void aRefusedLinkIsToldOnce() {
        Line collector = collector("edge-2");
        Line updater = updater(UPDATER, "edge-1", COLLECTOR.toString());
        assertRefused(Mismatch.OTHER_HOST);
        updater.describe(Brand.UPDATER_SERVICE_NAME, "edge-1", COLLECTOR.toString());
        updater.heartbeat();
        // Another connection, and a change that changes nothing about it.
        connect(UPDATER, UPDATER_CAPABILITIES, FIRST_TOKEN).heartbeat();
        collector.describe("otelcol", "edge-4", "");
        assertRefused(Mismatch.OTHER_HOST);
        assertThat(told(UPDATER)).containsExactly("updater_link_refused");
        assertThat(told(COLLECTOR)).isEmpty();
        AgentEvent event =
                desk.store.events(UPDATER, 100).stream()
                        .filter(each -> each.type().equals("updater_link_refused"))
                        .findFirst()
                        .orElseThrow();
        assertThat(event.severity()).isEqualTo("warning");
        assertThat(event.text())
                .isEqualTo(
                        "not linked to the collector that it names:"
                                + " the collector reports another host name");
        assertThat(event.details().toString())
                .contains("other_host")
                .contains(COLLECTOR.toString());
    }

    @Test
    void aCollectorOfAnotherCredentialIsNotLinked() {
        connect(COLLECTOR, ACCEPTS_CONFIG, OTHER_TOKEN).describe("otelcol", "edge-1", "");
        updater(UPDATER, "edge-1", COLLECTOR.toString());
        assertRefused(Mismatch.OTHER_CREDENTIAL);
    }

    @Test
    void whatIsWrongIsToldAgainWhenItIsSomethingElse() {
        Line collector = collector("edge-2");
        Line updater = updater(UPDATER, "edge-1", COLLECTOR.toString());
        updater.describe(Brand.UPDATER_SERVICE_NAME, "edge-1", "not-a-uid");
        assertThat(links(UPDATER).refusal()).isEqualTo(Mismatch.NOT_A_UID.text());
        updater.describe(Brand.UPDATER_SERVICE_NAME, "edge-1", COLLECTOR.toString());
        collector.describe("otelcol", "edge-1", "");
        assertLinked(UPDATER);
        collector.describe("otelcol", "edge-9", "");
        assertRefused(Mismatch.OTHER_HOST);
        assertThat(told(UPDATER))
                .containsExactly(
                        "updater_link_refused",
                        "updater_link_refused",
                        "updater_link_refused",
                        "updater_linked",
                        "updater_unlinked",
                        "updater_link_refused");
        assertThat(told(COLLECTOR)).containsExactly("updater_linked", "updater_unlinked");
    }

    @Test
    void anUpdaterThatNamesAnotherCollectorMoves() {
        collector("edge-1");
        AgentId next = new AgentId(new UUID(51, 4));
        connect(next, ACCEPTS_CONFIG, FIRST_TOKEN).describe("otelcol", "edge-1", "");
        Line updater = updater(UPDATER, "edge-1", COLLECTOR.toString());
        assertLinked(UPDATER);
        updater.describe(Brand.UPDATER_SERVICE_NAME, "edge-1", next.toString());
        assertThat(links(UPDATER).collector()).contains(next);
        assertThat(links(next).updater()).contains(UPDATER);
        assertThat(links(COLLECTOR)).isEqualTo(AgentLinks.NONE);
        assertThat(told(COLLECTOR)).containsExactly("updater_linked", "updater_unlinked");
        updater.describe(Brand.UPDATER_SERVICE_NAME, "edge-1", "");
        assertThat(links(UPDATER)).isEqualTo(AgentLinks.NONE);
    }

    @Test
    void whatIsNoUpdaterOrNoCollectorAnyMoreIsNotLinked() {
        Line collector = collector("edge-1");
        Line updater = updater(UPDATER, "edge-1", COLLECTOR.toString());
        assertLinked(UPDATER);
        updater.describe("otelcol", "edge-1", COLLECTOR.toString());
        assertThat(links(UPDATER)).isEqualTo(AgentLinks.NONE);
        updater.describe(Brand.UPDATER_SERVICE_NAME, "edge-1", COLLECTOR.toString());
        assertLinked(UPDATER);
        collector.describe(Brand.BRIDGE_SERVICE_NAME, "edge-1", "");
        assertRefused(Mismatch.NOT_A_COLLECTOR);
    }

    @Test
    void aCollectorThatWasRemovedIsLinkedWhenItComesBack() {
        Line collector = collector("edge-1");
        updater(UPDATER, "edge-1", COLLECTOR.toString());
        assertThat(desk.store.delete(COLLECTOR)).isTrue();
        assertThat(links(UPDATER)).isEqualTo(AgentLinks.NONE);
        collector.heartbeat();
        collector("edge-1");
        assertLinked(UPDATER);
    }

    @Test
    void anUpdaterThatWasRemovedIsLinkedWhenItComesBack() {
        collector("edge-1");
        updater(UPDATER, "edge-1", COLLECTOR.toString());
        assertThat(desk.store.delete(UPDATER)).isTrue();
        assertThat(links(COLLECTOR)).isEqualTo(AgentLinks.NONE);
        updater(UPDATER, "edge-1", COLLECTOR.toString());
        assertLinked(UPDATER);
    }

    @Test
    void anAgentThatIsReEnrolledIsLinkedAgainOnceBothHaveTheNewCredential() {
        collector("edge-1");
        updater(UPDATER, "edge-1", COLLECTOR.toString());
        desk.store.releaseCredential(COLLECTOR, Fixture.NOW);
        assertThat(links(COLLECTOR)).isEqualTo(AgentLinks.NONE);

        connect(COLLECTOR, ACCEPTS_CONFIG, OTHER_TOKEN).heartbeat();
        assertRefused(Mismatch.OTHER_CREDENTIAL);

        desk.store.releaseCredential(UPDATER, Fixture.NOW);
        connect(UPDATER, UPDATER_CAPABILITIES, OTHER_TOKEN).heartbeat();
        assertLinked(UPDATER);
    }

    @Test
    void anAgentThatMovesToAnotherTokenByItselfIsJudgedAnew() {
        collector("edge-1");
        updater(UPDATER, "edge-1", COLLECTOR.toString());
        desk.endedTokens.add(FIRST_TOKEN);
        connect(UPDATER, UPDATER_CAPABILITIES, OTHER_TOKEN).heartbeat();
        assertThat(desk.agent(UPDATER).credential()).isEqualTo("token:" + OTHER_TOKEN);
        assertRefused(Mismatch.OTHER_CREDENTIAL);
        connect(COLLECTOR, ACCEPTS_CONFIG, OTHER_TOKEN).heartbeat();
        assertLinked(UPDATER);
    }

    @Test
    void ofTwoUpdatersTheOneThatIsOnlineIsInUse() {
        collector("edge-1");
        updater(UPDATER, "edge-1", COLLECTOR.toString());
        desk.clock.advance(Duration.ofSeconds(1));
        Line second = updater(SECOND, "edge-1", COLLECTOR.toString());
        assertThat(links(UPDATER).collector()).contains(COLLECTOR);
        assertThat(links(SECOND).collector()).contains(COLLECTOR);
        assertThat(links(COLLECTOR).updater()).as("came last").contains(SECOND);
        second.conversation.end(DisconnectCause.NETWORK);
        assertThat(links(COLLECTOR).updater()).as("is online").contains(UPDATER);
    }

    @Test
    void aHeartbeatOfALinkedOrARefusedAgentAsksTheDatabaseNothing() {
        Line collector = collector("edge-1");
        Line linked = updater(UPDATER, "edge-1", COLLECTOR.toString());
        Line refused = updater(SECOND, "edge-2", COLLECTOR.toString());
        desk.database.takeStatements();
        collector.heartbeat();
        linked.heartbeat();
        refused.heartbeat();
        assertThat(desk.database.takeStatements()).isEmpty();
    }

    @Test
    void aLinkThatCouldNotBeStoredIsTriedAgain() {
        collector("edge-1");
        Line updater = updater(UPDATER, "edge-1", "");
        desk.database.setFailing(sql -> sql.contains("SET linked_collector"));
        updater.describe(Brand.UPDATER_SERVICE_NAME, "edge-1", COLLECTOR.toString());
        assertThat(links(UPDATER)).isEqualTo(AgentLinks.NONE);
        desk.database.setFailing(_ -> false);
        updater.heartbeat();
        assertLinked(UPDATER);
        assertThat(told(UPDATER)).containsExactly("updater_linked");
    }

    /** Each replica stores what it heard before it looks for the other side. */
    @Test
    void aCollectorThatRegistersElsewhereAtTheSameMomentIsLinked() {
        Line collector = connect(COLLECTOR, ACCEPTS_CONFIG, FIRST_TOKEN);
        AtomicBoolean stored = new AtomicBoolean();
        Consumer<String> register =
                once(
                        sql -> stored.get() && sql.contains("FROM agents WHERE id = ?"),
                        () -> elsewhere(() -> collector.describe("otelcol", "edge-1", "")));
        desk.database.setBefore(sql -> {
            register.accept(sql);
            stored.compareAndSet(false, sql.contains("INSERT INTO agents"));
        });
        updater(UPDATER, "edge-1", COLLECTOR.toString());
        assertLinked(UPDATER);
        assertThat(told(UPDATER)).containsExactly("updater_linked");
    }

    @Test
    void aCollectorThatChangesBeforeTheLinkIsStoredIsReadAgain() {
        Line collector = collector("edge-1");
        desk.database.setBefore(
                once(
                        sql -> sql.contains("SET linked_collector"),
                        () -> collector.describe("otelcol", "edge-2", "")));
        updater(UPDATER, "edge-1", COLLECTOR.toString());
        assertRefused(Mismatch.OTHER_HOST);
        assertThat(told(UPDATER)).containsExactly("updater_link_refused");
    }

    /** Within a transaction of this thread nobody else begins one. */
    private static void elsewhere(Runnable action) {
        CompletableFuture.runAsync(action, Thread.ofVirtual()::start).join();
    }

    /** Runs something before the first statement of a kind. */
    private static Consumer<String> once(Predicate<String> statement, Runnable first) {
        AtomicBoolean done = new AtomicBoolean();
        return sql -> {
            if (statement.test(sql) && done.compareAndSet(false, true)) {
                first.run();
            }
        };
    }
}
