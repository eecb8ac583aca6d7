package dev.myriarch.db;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Answers questions of many threads together. What is asked while a call is under way waits, and
 * the next call answers all of it. A call is made by one of those who wait for it, so there is no
 * thread to stop, and whoever is alone does not wait. Thread-safe and bounded.
 *
 * @param <Q> a question
 * @param <A> an answer
 */
public final class Combiner<Q, A> {
    private final Limits limits;
    private final Function<Q, ?> subject;
    private final Function<List<Q>, List<Outcome<A>>> call;
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Waiting<Q, A>> queue = new ArrayDeque<>();
    private boolean busy;
    private volatile @Nullable Thread caller;

    /**
     * @param waiting questions that may wait
     * @param together questions that one call answers
     * @param patience how long a question waits for its call
     */
    public record Limits(int waiting, int together, Duration patience) {}

    /** What became of a question. */
    public sealed interface Outcome<A> {
        record Answered<A>(A answer) implements Outcome<A> {}

        record Failed<A>(RuntimeException failure) implements Outcome<A> {}
    }

    private enum Phase {
        QUEUED,
        TAKEN,
        /** Its thread makes the next call. */
        LEADS,
        DONE
    }

    /** A question and its thread. */
    private static final class Waiting<Q, A> {
        final Q question;
        final Thread thread = Thread.currentThread();
        volatile Phase phase = Phase.QUEUED;
        @Nullable Outcome<A> outcome;

        Waiting(Q question) {
            this.question = question;
        }

        void become(Phase next) {
            phase = next;
            LockSupport.unpark(thread);
        }
    }

    /**
     * @param subject of a question: two questions about one are never in the same call, and are
     *     answered in the order in which they were asked
     * @param call gives an outcome for each question, in their order; when it throws, all failed
     */
    public Combiner(
            Limits limits, Function<Q, ?> subject, Function<List<Q>, List<Outcome<A>>> call) {
        this.limits = limits;
        this.subject = subject;
        this.call = call;
    }

    /**
     * Waits for the answer.
     *
     * @throws DatabaseException also when too many wait or the time is over
     */
    public A ask(Q question) {
        Waiting<Q, A> own = new Waiting<>(question);
        if (caller == own.thread) {
            // Asked by a call: it would wait for itself.
            answer(List.of(own));
        } else if (enqueue(own)) {
            lead(own);
        } else {
            follow(own);
        }
        return switch (own.outcome) {
            case Outcome.Answered<A>(A answer) -> answer;
            case Outcome.Failed<A>(RuntimeException failure) -> throw failure;
            case null -> throw new IllegalStateException("a call gave no outcome");
        };
    }

    /** Questions whose call has not begun. */
    public int waiting() {
        lock.lock();
        try {
            return queue.size();
        } finally {
            lock.unlock();
        }
    }

    /** True when nobody is there to make the next call. */
    private boolean enqueue(Waiting<Q, A> own) {
        lock.lock();
        try {
            if (queue.size() >= limits.waiting()) {
                throw unavailable("%d questions wait for the database".formatted(queue.size()));
            }
            queue.addLast(own);
            boolean first = !busy;
            busy = true;
            return first;
        } finally {
            lock.unlock();
        }
    }

    private void follow(Waiting<Q, A> own) {
        long end = System.nanoTime() + limits.patience().toNanos();
        boolean interrupted = false;
        boolean taken = false;
        while (own.phase == Phase.QUEUED || own.phase == Phase.TAKEN) {
            long left = end - System.nanoTime();
            if (!taken && (interrupted || left <= 0)) {
                if (giveUp(own)) {
                    restore(interrupted);
                    throw unavailable(
                            interrupted
                                    ? "interrupted while waiting for the database"
                                    : "the database was busy for %d s"
                                            .formatted(limits.patience().toSeconds()));
                }
                taken = true;
            }
            if (taken) {
                // It is the timeout of a statement that ends it now.
                LockSupport.park(this);
            } else {
                LockSupport.parkNanos(this, left);
            }
            interrupted |= Thread.interrupted();
        }
        if (own.phase == Phase.LEADS) {
            lead(own);
        }
        restore(interrupted);
    }

    private static void restore(boolean interrupted) {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** False when it is too late for that. */
    private boolean giveUp(Waiting<Q, A> own) {
        lock.lock();
        try {
            return own.phase == Phase.QUEUED && queue.remove(own);
        } finally {
            lock.unlock();
        }
    }

    /** Makes one call, in which the own question is the first, and hands on. */
    private void lead(Waiting<Q, A> own) {
        List<Waiting<Q, A>> taken = take();
        // An interrupt of this thread is not one of the others.
        boolean interrupted = Thread.interrupted();
        caller = own.thread;
        try {
            answer(taken);
        } finally {
            caller = null;
            restore(interrupted);
            handOn();
            for (Waiting<Q, A> one : taken) {
                if (one != own) {
                    one.become(Phase.DONE);
                }
            }
        }
    }

    private void answer(List<Waiting<Q, A>> taken) {
        List<Outcome<A>> outcomes;
        try {
            outcomes = call.apply(taken.stream().map(one -> one.question).toList());
        } catch (RuntimeException e) {
            taken.forEach(one -> one.outcome = new Outcome.Failed<>(e));
            return;
        }
        for (int i = 0; i < taken.size(); i++) {
            taken.get(i).outcome = outcomes.get(i);
        }
    }

    private List<Waiting<Q, A>> take() {
        lock.lock();
        try {
            List<Waiting<Q, A>> taken = new ArrayList<>();
            Set<Object> subjects = new HashSet<>();
            Iterator<Waiting<Q, A>> all = queue.iterator();
            while (all.hasNext() && taken.size() < limits.together()) {
                Waiting<Q, A> next = all.next();
                if (subjects.add(subject.apply(next.question))) {
                    next.phase = Phase.TAKEN;
                    taken.add(next);
                    all.remove();
                }
            }
            return taken;
        } finally {
            lock.unlock();
        }
    }

    private void handOn() {
        lock.lock();
        try {
            Waiting<Q, A> next = queue.peekFirst();
            busy = next != null;
            if (next != null) {
                next.become(Phase.LEADS);
            }
        } finally {
            lock.unlock();
        }
    }

    private static DatabaseException unavailable(String message) {
        return new DatabaseException(
                DatabaseException.Kind.CONNECTION, message, new TimeoutException());
    }
}
