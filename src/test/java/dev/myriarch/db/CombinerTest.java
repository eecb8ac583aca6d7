package dev.myriarch.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.myriarch.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class CombinerTest {
    private static final Duration LONG = Duration.ofMinutes(5);

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<List<String>> calls = new CopyOnWriteArrayList<>();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch gate = new CountDownLatch(1);

    @AfterEach
    void close() {
        gate.countDown();
        threads.close();
    }

    /** The subject of a question is its first letter. */
    private Combiner<String, String> combiner(int waiting, int together, Duration patience) {
        return new Combiner<>(
                new Combiner.Limits(waiting, together, patience),
                question -> question.charAt(0),
                this::answer);
    }

    /** Waits for the gate in the first call. */
    private List<Combiner.Outcome<String>> answer(List<String> questions) {
        calls.add(questions);
        if (questions.contains("first")) {
            begun.countDown();
            awaitGate();
        }
        if (questions.contains("broken")) {
            throw new IllegalArgumentException("broken");
        }
        return questions.stream()
                .<Combiner.Outcome<String>>map(question ->
                        question.equals("wrong")
                                ? new Combiner.Outcome.Failed<>(new IllegalStateException(question))
                                : new Combiner.Outcome.Answered<>(question + "!"))
                .toList();
    }

    private void awaitGate() {
        try {
            gate.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Asks on threads of their own, one after the other, while the first call is under way. */
    private List<Future<String>> askDuringTheFirst(
            Combiner<String, String> combiner, List<String> questions) throws Exception {
        List<Future<String>> answers = new ArrayList<>();
        answers.add(threads.submit(() -> combiner.ask("first")));
        begun.await();
        for (String question : questions) {
            int before = combiner.waiting();
            answers.add(threads.submit(() -> combiner.ask(question)));
            Await.until("queued", LONG, () -> combiner.waiting() == before + 1);
        }
        return answers;
    }

    @Test
    void whoeverIsAloneIsAnsweredByItself() {
        Thread own = Thread.currentThread();
        Function<List<Integer>, List<Combiner.Outcome<Boolean>>> call =
                _ -> List.of(new Combiner.Outcome.Answered<>(Thread.currentThread() == own));
        Combiner<Integer, Boolean> combiner =
                new Combiner<>(new Combiner.Limits(1, 1, LONG), question -> question, call);
        assertThat(combiner.ask(1)).isTrue();
        assertThat(combiner.ask(2)).isTrue();
    }

    @Test
    void whatIsAskedDuringACallIsAnsweredByTheNextOne() throws Exception {
        Combiner<String, String> combiner = combiner(100, 3, LONG);
        List<Future<String>> answers =
                askDuringTheFirst(combiner, List.of("a", "b", "c", "d", "e"));
        gate.countDown();
        List<String> got = new ArrayList<>();
        for (Future<String> answer : answers) {
            got.add(answer.get());
        }
        assertThat(got).containsExactly("first!", "a!", "b!", "c!", "d!", "e!");
        assertThat(calls)
                .containsExactly(List.of("first"), List.of("a", "b", "c"), List.of("d", "e"));
        assertThat(combiner.ask("f")).isEqualTo("f!");
    }

    @Test
    void questionsAboutOneSubjectAreAnsweredOneAfterTheOther() throws Exception {
        Combiner<String, String> combiner = combiner(100, 10, LONG);
        List<Future<String>> answers =
                askDuringTheFirst(combiner, List.of("a1", "a2", "b1", "a3", "b2"));
        gate.countDown();
        for (Future<String> answer : answers) {
            assertThat(answer.get()).endsWith("!");
        }
        assertThat(calls)
                .containsExactly(
                        List.of("first"), List.of("a1", "b1"), List.of("a2", "b2"), List.of("a3"));
    }

    @Test
    void aFailureIsOfItsQuestionAndABrokenCallOfAllInIt() throws Exception {
        Combiner<String, String> combiner = combiner(100, 2, LONG);
        List<Future<String>> answers =
                askDuringTheFirst(combiner, List.of("wrong", "right", "broken", "other", "last"));
        gate.countDown();
        assertThatThrownBy(answers.get(1)::get).hasRootCauseMessage("wrong");
        assertThat(answers.get(2).get()).isEqualTo("right!");
        assertThatThrownBy(answers.get(3)::get).hasRootCauseMessage("broken");
        assertThatThrownBy(answers.get(4)::get).hasRootCauseMessage("broken");
        assertThat(answers.get(5).get()).isEqualTo("last!");
    }

    @Test
    void moreThanMayWaitAreTurnedAway() throws Exception {
        Combiner<String, String> combiner = combiner(2, 10, LONG);
        List<Future<String>> answers = askDuringTheFirst(combiner, List.of("a", "b"));
        assertThatThrownBy(() -> combiner.ask("c"))
                .isInstanceOfSatisfying(
                        DatabaseException.class,
                        e -> assertThat(e.kind()).isEqualTo(DatabaseException.Kind.CONNECTION));
        gate.countDown();
        assertThat(answers.get(2).get()).isEqualTo("b!");
    }

    @Test
    void whoeverWaitsTooLongIsNotAskedFor() throws Exception {
        Combiner<String, String> combiner = combiner(10, 10, Duration.ofMillis(1));
        Future<String> first = threads.submit(() -> combiner.ask("first"));
        begun.await();
        assertThatThrownBy(() -> combiner.ask("late"))
                .isInstanceOf(DatabaseException.class)
                .hasMessageContaining("busy");
        gate.countDown();
        assertThat(first.get()).isEqualTo("first!");
        assertThat(combiner.ask("next")).isEqualTo("next!");
        assertThat(calls).containsExactly(List.of("first"), List.of("next"));
    }

    @Test
    void whoeverIsInterruptedWhileItWaitsGivesUp() throws Exception {
        Combiner<String, String> combiner = combiner(10, 10, LONG);
        Future<String> first = threads.submit(() -> combiner.ask("first"));
        begun.await();
        AtomicBoolean flag = new AtomicBoolean();
        Thread waiting =
                Thread.ofVirtual()
                        .start(() -> {
                            try {
                                combiner.ask("late");
                            } catch (DatabaseException e) {
                                flag.set(Thread.currentThread().isInterrupted());
                            }
                        });
        Await.until("queued", LONG, () -> combiner.waiting() == 1);
        waiting.interrupt();
        waiting.join();
        assertThat(flag).isTrue();
        gate.countDown();
        assertThat(first.get()).isEqualTo("first!");
        assertThat(calls).containsExactly(List.of("first"));
    }

    @Test
    void anInterruptOfOneIsNotOneOfTheCall() throws Exception {
        AtomicBoolean inside = new AtomicBoolean();
        Function<List<String>, List<Combiner.Outcome<String>>> call =
                _ -> {
                    inside.set(Thread.currentThread().isInterrupted());
                    return List.of(new Combiner.Outcome.Answered<>("done"));
                };
        Combiner<String, String> combiner =
                new Combiner<>(new Combiner.Limits(1, 1, LONG), question -> question, call);
        AtomicBoolean after = new AtomicBoolean();
        Thread interrupted =
                Thread.ofVirtual()
                        .start(() -> {
                            Thread.currentThread().interrupt();
                            combiner.ask("question");
                            after.set(Thread.currentThread().isInterrupted());
                        });
        interrupted.join();
        assertThat(inside).isFalse();
        assertThat(after).isTrue();
    }

    @Test
    void aCallThatAsksDoesNotWaitForItself() {
        List<Combiner<Integer, Integer>> self = new ArrayList<>();
        Function<List<Integer>, List<Combiner.Outcome<Integer>>> call =
                questions -> {
                    int number = questions.getFirst();
                    int below = number == 0 ? 0 : self.getFirst().ask(number - 1);
                    return List.of(new Combiner.Outcome.Answered<>(number + below));
                };
        self.add(new Combiner<>(new Combiner.Limits(1, 1, LONG), question -> question, call));
        assertThat(self.getFirst().ask(3)).isEqualTo(6);
        assertThat(self.getFirst().ask(2)).isEqualTo(3);
    }

    @Test
    void everyQuestionOfManyThreadsIsAnsweredOnce() throws Exception {
        Combiner<String, String> combiner = combiner(10_000, 7, LONG);
        List<Future<Integer>> counts = new ArrayList<>();
        for (int thread = 0; thread < 50; thread++) {
            String name = (char) ('A' + thread) + "-";
            counts.add(
                    threads.submit(() -> {
                        int right = 0;
                        for (int i = 0; i < 40; i++) {
                            right += combiner.ask(name + i).equals(name + i + "!") ? 1 : 0;
                        }
                        return right;
                    }));
        }
        for (Future<Integer> count : counts) {
            assertThat(count.get()).isEqualTo(40);
        }
        List<String> asked = calls.stream().flatMap(List::stream).toList();
        assertThat(asked).hasSize(50 * 40).doesNotHaveDuplicates();
        for (int thread = 0; thread < 50; thread++) {
            String name = (char) ('A' + thread) + "-";
            List<String> expected = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                expected.add(name + i);
            }
            assertThat(asked.stream().filter(question -> question.startsWith(name)).toList())
                    .isEqualTo(expected);
        }
    }
}
