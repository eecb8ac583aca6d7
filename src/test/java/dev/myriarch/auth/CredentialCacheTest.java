package dev.myriarch.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.testing.Await;
import dev.myriarch.testing.SettableClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class CredentialCacheTest {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final SettableClock clock = new SettableClock(Samples.NOW);
    private final Map<String, String> stored = new ConcurrentHashMap<>();
    private final AtomicInteger lookups = new AtomicInteger();
    private final CredentialCache<String> cache =
            new CredentialCache<>(
                    clock,
                    new CredentialCache.Limits(
                            Duration.ofSeconds(60), Duration.ofSeconds(10), 4, 2),
                    this::look);

    private Optional<String> look(String hash) {
        lookups.incrementAndGet();
        return Optional.ofNullable(stored.get(hash));
    }

    @Test
    void aKnownCredentialIsAskedForOncePerPeriod() {
        stored.put("a", "A");

        assertThat(cache.find("a")).isEqualTo(new Lookup.Known<>("A"));
        clock.advance(Duration.ofSeconds(59));
        assertThat(cache.find("a")).isEqualTo(new Lookup.Known<>("A"));
        assertThat(lookups).hasValue(1);

        clock.advance(Duration.ofSeconds(1));
        stored.remove("a");
        assertThat(cache.find("a")).isEqualTo(new Lookup.Unknown<String>());
        assertThat(lookups).hasValue(2);
    }

    @Test
    void anUnknownCredentialIsRememberedForAShorterTime() {
        assertThat(cache.find("a")).isEqualTo(new Lookup.Unknown<String>());
        stored.put("a", "A");
        clock.advance(Duration.ofSeconds(9));
        assertThat(cache.find("a")).isEqualTo(new Lookup.Unknown<String>());

        clock.advance(Duration.ofSeconds(1));
        assertThat(cache.find("a")).isEqualTo(new Lookup.Known<>("A"));
    }

    @Test
    void guessesDoNotPushOutWhatIsKnown() {
        stored.put("a", "A");
        cache.find("a");

        for (int i = 0; i < 50; i++) {
            cache.find("guess" + i);
        }
        lookups.set(0);

        assertThat(cache.find("a")).isEqualTo(new Lookup.Known<>("A"));
        assertThat(lookups).hasValue(0);
    }

    @Test
    void lookUpsOfWhatNobodyHasSeenAreLimited() {
        for (int i = 0; i < 200; i++) {
            assertThat(cache.find("guess" + i)).isEqualTo(new Lookup.Unknown<String>());
        }

        assertThat(cache.find("more")).isEqualTo(new Lookup.Busy<String>(Duration.ofMillis(10)));
        assertThat(lookups).hasValue(200);

        clock.advance(Duration.ofMillis(10));
        assertThat(cache.find("more")).isEqualTo(new Lookup.Unknown<String>());
    }

    @Test
    void refreshingWhatWasSeenIsNeverRefused() {
        stored.put("a", "A");
        cache.find("a");
        for (int i = 0; i < 250; i++) {
            cache.find("guess" + i);
        }

        cache.expireAll();

        assertThat(cache.find("b")).isInstanceOf(Lookup.Busy.class);
        assertThat(cache.find("a")).isEqualTo(new Lookup.Known<>("A"));
    }

    @Test
    void anInvalidationMakesEveryoneAskAgain() {
        stored.put("a", "A");
        cache.find("a");
        cache.find("unknown");
        stored.put("a", "B");
        stored.put("unknown", "C");

        cache.expireAll();

        assertThat(cache.find("a")).isEqualTo(new Lookup.Known<>("B"));
        assertThat(cache.find("unknown")).isEqualTo(new Lookup.Known<>("C"));
    }

    @Test
    void aFailureIsAnsweredAndNotRemembered() {
        RuntimeException failure = new IllegalStateException("down");
        AtomicInteger calls = new AtomicInteger();
        CredentialCache<String> failing =
                cacheOf(_ -> {
                    if (calls.incrementAndGet() == 1) {
                        throw failure;
                    }
                    return Optional.of("A");
                });

        assertThat(failing.find("a")).isEqualTo(new Lookup.Failed<String>(failure));
        assertThat(failing.find("a")).isEqualTo(new Lookup.Known<>("A"));
    }

    @Test
    void concurrentLookUpsOfOneCredentialAreOne() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        AtomicInteger calls = new AtomicInteger();
        CredentialCache<String> slow =
                cacheOf(_ -> {
                    calls.incrementAndGet();
                    asked.countDown();
                    await(answer);
                    return Optional.of("A");
                });
        List<FutureTask<Lookup<String>>> tasks = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            FutureTask<Lookup<String>> task = new FutureTask<>(() -> slow.find("a"));
            tasks.add(task);
            threads.add(Thread.ofPlatform().start(task));
            await(asked);
        }
        Await.until(
                "all wait for the one look-up",
                LIMIT,
                () ->
                        threads.stream().filter(t -> t.getState() == Thread.State.WAITING).count()
                                == 7);

        answer.countDown();

        for (FutureTask<Lookup<String>> task : tasks) {
            assertThat(task.get()).isEqualTo(new Lookup.Known<>("A"));
        }
        assertThat(calls).hasValue(1);
    }

    @Test
    void whatWasReadBeforeAnInvalidationIsNotKept() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        AtomicInteger calls = new AtomicInteger();
        CredentialCache<String> slow =
                cacheOf(_ -> {
                    if (calls.incrementAndGet() > 1) {
                        return Optional.empty();
                    }
                    asked.countDown();
                    await(answer);
                    return Optional.of("A");
                });
        FutureTask<Lookup<String>> old = new FutureTask<>(() -> slow.find("a"));
        Thread.ofPlatform().start(old);
        await(asked);

        slow.expireAll();

        assertThat(slow.find("a")).isEqualTo(new Lookup.Unknown<String>());
        answer.countDown();
        assertThat(old.get()).isEqualTo(new Lookup.Known<>("A"));
        assertThat(slow.find("a")).isEqualTo(new Lookup.Unknown<String>());
    }

    private CredentialCache<String> cacheOf(
            java.util.function.Function<String, Optional<String>> store) {
        return new CredentialCache<>(
                clock,
                new CredentialCache.Limits(Duration.ofSeconds(60), Duration.ofSeconds(10), 4, 2),
                store);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(LIMIT.toSeconds(), java.util.concurrent.TimeUnit.SECONDS))
                    .isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
