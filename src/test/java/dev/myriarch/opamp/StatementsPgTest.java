package dev.myriarch.opamp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.agent.AgentEvent;
import dev.myriarch.domain.AgentId;
import dev.myriarch.opamp.proto.ServerErrorResponseType;
import dev.myriarch.opamp.proto.ServerToAgent;
import dev.myriarch.testing.Await;
import dev.myriarch.testing.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What agents cost the database, one by one and as a crowd. */
final class StatementsPgTest {
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final int MANY = 1000;

    private final TestDatabase test = TestDatabase.create();
    private final Crowd crowd = new Crowd(test);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    @AfterEach
    void close() {
        threads.close();
        crowd.close();
        test.close();
    }

    /** Verb and table of everything that was asked since the last call. */
    private List<String> taken() {
        return crowd.database.takeStatements().stream()
                .map(sql ->
                        sql.replaceAll("(?s)^(BEGIN|SELECT).*?(FROM (\\w+).*)?$", "$1 $3")
                                .replaceAll("(?s)^(INSERT|UPDATE)( INTO)? (\\w+).*$", "$1 $3")
                                .strip())
                .toList();
    }

    /** A registered agent that runs its configuration, and so has nothing to tell. */
    private Crowd.Member settled(int number) {
        Crowd.Member member = crowd.member(number);
        member.applied(member.introduce().getRemoteConfig());
        return member;
    }

    @Test
    void aRegistrationIsTwoTransactionsAndAnEvent() {
        crowd.activate("r1", "");
        // The configuration of the fleet is stored and read once.
        settled(1);
        crowd.database.takeStatements();
        Crowd.Member member = crowd.member(2);
        assertThat(member.introduce().hasRemoteConfig()).isTrue();
        assertThat(taken())
                .containsExactly(
                        "SELECT agents",
                        "BEGIN",
                        "INSERT agents",
                        "INSERT agent_events",
                        "UPDATE agents",
                        "SELECT agents",
                        "BEGIN",
                        "UPDATE agents",
                        "INSERT agent_events",
                        "SELECT gitops_status",
                        // Whether an updater names it.
                        "SELECT agents",
                        "INSERT agent_events");
        assertThat(crowd.reads.events(member.id, MANY).reversed())
                .extracting(AgentEvent::type)
                .containsExactly("registered", "fleet_changed", "config_offered");
    }

    @Test
    void aStatusIsOneTransaction() {
        crowd.activate("r1", "");
        Crowd.Member member = crowd.member(1);
        ServerToAgent offer = member.introduce();
        crowd.database.takeStatements();
        member.applied(offer.getRemoteConfig());
        assertThat(taken()).containsExactly("BEGIN", "UPDATE agents", "INSERT agent_events");
        member.applied(offer.getRemoteConfig());
        assertThat(taken()).isEmpty();
    }

    @Test
    void aReconnectionIsOneReadAndOneTransactionAndItsFullStateNothing() {
        crowd.activate("r1", "");
        Crowd.Member member = settled(1);
        crowd.database.takeStatements();
        member.reconnect();
        assertThat(taken()).containsExactly("BEGIN", "UPDATE agents", "INSERT agent_events");
        assertThat(member.heartbeat().getFlags()).isEqualTo(Answers.FULL_STATE);
        assertThat(taken())
                .containsExactly("SELECT agents", "BEGIN", "UPDATE agents", "INSERT agent_events");
        assertThat(member.introduce().hasRemoteConfig()).isFalse();
        assertThat(taken()).isEmpty();
        assertThat(crowd.reads.find(member.id).orElseThrow().connection().online()).isTrue();
    }

    @Test
    void anEvaluationOfEverybodyIsAReadAndATransactionForAHundred() {
        crowd.activate("r1", "");
        for (int i = 0; i < 250; i++) {
            settled(i);
        }
        crowd.activate("r2", "extensions: {pprof: {}}\n");
        crowd.database.takeStatements();
        assertThat(crowd.assignment.reassignAll()).isEqualTo(250);
        List<String> statements = taken();
        assertThat(statements.stream().filter("BEGIN"::equals)).hasSize(3);
        assertThat(statements.stream().filter("UPDATE agents"::equals)).hasSize(3);
        // All ids, and a read of each hundred.
        assertThat(statements.stream().filter("SELECT agents"::equals)).hasSize(4);
        crowd.database.takeStatements();
        assertThat(crowd.assignment.reassignAll()).isZero();
        assertThat(taken()).containsOnly("SELECT agents").hasSize(4);
    }

    /** Holds the first statement up until everybody else waits for it. */
    private void together(List<? extends Runnable> tasks, int readers) throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        AtomicBoolean held = new AtomicBoolean();
        crowd.database.setBefore(_ -> {
            if (held.compareAndSet(false, true)) {
                await(gate);
            }
        });
        List<Future<?>> all = new ArrayList<>();
        for (Runnable task : tasks) {
            all.add(threads.submit(task));
        }
        Await.until(
                "everybody waits",
                LONG,
                () ->
                        held.get()
                                && crowd.reads.waitingReads() == readers - 1
                                && crowd.desk.pushes().waiting() == tasks.size() - readers);
        gate.countDown();
        for (Future<?> one : all) {
            one.get();
        }
        crowd.database.setBefore(_ -> {});
    }

    private static void await(CountDownLatch gate) {
        try {
            gate.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aPushToAThousandAgentsReadsAndWritesThemInGroups() throws Exception {
        crowd.activate("r1", "");
        List<Crowd.Member> members = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            members.add(settled(i));
        }
        crowd.activate("r2", "extensions: {pprof: {}}\n");
        assertThat(crowd.assignment.reassignAll()).isEqualTo(MANY);
        crowd.database.takeStatements();
        together(
                members.stream()
                        .<Runnable>map(
                                member -> () -> crowd.desk.pushes().push(crowd.session(member.id)))
                        .toList(),
                Pushes.AT_ONCE);
        List<String> statements = taken();
        // One agent in the first read, then everybody who waited; after that it is a matter of
        // luck.
        assertThat(statements.stream().filter("SELECT agents"::equals))
                .hasSizeLessThanOrEqualTo(MANY - (Pushes.AT_ONCE - 2));
        assertThat(statements.stream().filter("SELECT rendered_configs"::equals)).hasSize(1);
        for (Crowd.Member member : members) {
            assertThat(member.pushed)
                    .singleElement()
                    .satisfies(message -> assertThat(message.hasRemoteConfig()).isTrue());
        }
    }

    @Test
    void aCrowdThatRegistersIsServedInGroupsAndNobodyIsSentAway() throws Exception {
        crowd.activate("r1", "");
        List<Crowd.Member> members = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            members.add(crowd.member(i));
        }
        List<ServerToAgent> answers = Collections.synchronizedList(new ArrayList<>());
        together(
                members.stream()
                        .<Runnable>map(member -> () -> answers.add(member.introduce()))
                        .toList(),
                MANY);
        assertThat(answers)
                .hasSize(MANY)
                .allSatisfy(answer -> {
                    assertThat(answer.hasRemoteConfig()).isTrue();
                    assertThat(answer.getErrorResponse().getType())
                            .isEqualTo(ServerErrorResponseType.ServerErrorResponseType_Unknown);
                });
        // Alone they are twelve each; here it is a few hundred for all of them, as luck has it.
        assertThat(taken()).hasSizeLessThan(9 * MANY);
        for (AgentId id : members.stream().map(member -> member.id).toList()) {
            assertThat(crowd.reads.events(id, MANY).reversed())
                    .extracting(AgentEvent::type)
                    .containsExactly("registered", "fleet_changed", "config_offered");
        }
    }
}
