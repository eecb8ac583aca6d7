package dev.myriarch.gitops.pg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.gitops.ActiveSnapshot;
import dev.myriarch.gitops.GitopsStatus;
import dev.myriarch.gitops.GitopsStore;
import dev.myriarch.gitops.Issue;
import dev.myriarch.gitops.RepositoryFile;
import dev.myriarch.gitops.Snapshot;
import dev.myriarch.testing.TestDatabase;
import dev.myriarch.testing.TestRepository;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class GitopsStorePgTest {
    private static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");
    private static final TestRepository ONE =
            TestRepository.empty()
                    .blueprint("b", TestRepository.MINIMAL_CONFIG)
                    .object("RolloutPolicy", "p", "maxConcurrent: 1")
                    .object("SampleAgent", "s", "attributes: {os.type: linux}");
    private static final TestRepository TWO =
            TestRepository.empty()
                    .blueprint("b", TestRepository.MINIMAL_CONFIG)
                    .object("RolloutPolicy", "p", "maxConcurrent: 2")
                    .object("RolloutPolicy", "q", "{}");
    private static final Issue WARNING =
            new Issue(
                    "bridge_selected",
                    Issue.Severity.WARNING,
                    "with a NUL: \0",
                    "a.yaml",
                    3,
                    4,
                    "Fleet/f",
                    "spec.selector");

    private static final Issue REMARK =
            new Issue("unchecked_settings", Issue.Severity.INFO, "", "a.yaml", 3, 4, "", "");

    private final TestDatabase database = TestDatabase.create();
    private final GitopsStore store = new GitopsStorePg(database.database());

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void beforeTheFirstSyncTheStatusIsNever() {
        GitopsStatus status = store.status();

        assertThat(status.state()).isEqualTo("never");
        assertThat(status.applied()).isEmpty();
        assertThat(store.applied()).isEmpty();
        assertThat(store.appliedRevision()).isEmpty();
        assertThat(store.syncs(10)).isEmpty();
    }

    @Test
    void applyTellsWhatIsNewGoneAndChanged() {
        assertThat(apply("r1", ONE)).containsExactly("Blueprint/b", "RolloutPolicy/p");
        assertThat(apply("r2", TWO)).containsExactly("RolloutPolicy/p", "RolloutPolicy/q");
        assertThat(apply("r3", TWO)).isEmpty();
        assertThat(apply("r4", ONE)).containsExactly("RolloutPolicy/p", "RolloutPolicy/q");
        assertThat(store.syncs(10))
                .extracting(GitopsStore.SyncRecord::revision)
                .containsExactly("r4", "r3", "r2", "r1");
        assertThat(store.syncs(1).getFirst().changedObjects())
                .containsExactly("RolloutPolicy/p", "RolloutPolicy/q");
    }

    @Test
    void everyReplicaBuildsTheSameSnapshotFromTheStoredFiles() {
        apply("r1", ONE);

        Snapshot snapshot = new ActiveSnapshot(store).reload().orElseThrow();

        assertThat(snapshot.revision()).isEqualTo("r1");
        assertThat(snapshot.objects()).hasSize(3);
        assertThat(store.applied().orElseThrow().files())
                .extracting(RepositoryFile::path)
                .containsExactly(
                        "Blueprint-b.yaml",
                        "RolloutPolicy-p.yaml",
                        "samples/agents/SampleAgent-s.yaml");
    }

    @Test
    void valuesThatJsonbDoesNotKnowAreStoredAllTheSame() {
        TestRepository odd =
                TestRepository.empty()
                        .blueprint(
                                "b",
                                TestRepository.MINIMAL_CONFIG
                                        + "extensions: {x: {a: .inf, b: .nan, c: \"\\0\", \"\\0\": 1}}\n");

        assertThat(apply("r1", odd)).containsExactly("Blueprint/b");
        assertThat(apply("r2", odd)).isEmpty();
    }

    @Test
    void remarksAreNoWarningsOfASync() {
        store.apply(ONE.snapshot("r1"), ONE.files(), List.of(WARNING, REMARK, REMARK), NOW);
        assertThat(store.syncs(1).getFirst().warnings()).isEqualTo(1);
        assertThat(store.status().issues()).hasSize(3);
        store.recordInvalid("r2", List.of(error(), REMARK), NOW.plusSeconds(1));
        assertThat(store.syncs(1).getFirst().errors()).isEqualTo(1);
        assertThat(store.syncs(1).getFirst().warnings()).isZero();
    }

    @Test
    void statusFollowsTheSyncs() {
        store.apply(ONE.snapshot("r1"), ONE.files(), List.of(WARNING), NOW);
        assertThat(store.status().state()).isEqualTo("ok");
        assertThat(store.status().appliedAt()).hasValue(NOW);
        assertThat(store.status().issues())
                .singleElement()
                .satisfies(issue -> {
                    assertThat(issue.severity()).isEqualTo(Issue.Severity.WARNING);
                    assertThat(issue.message()).isEqualTo("with a NUL: \uFFFD");
                    assertThat(issue.line()).isEqualTo(3);
                    assertThat(issue.path()).isEqualTo("spec.selector");
                });

        store.recordInvalid("r2", List.of(error(), WARNING), NOW.plusSeconds(1));
        assertThat(store.status().state()).isEqualTo("error");
        assertThat(store.status().applied()).hasValue("r1");
        assertThat(store.status().latest()).hasValue("r2");
        assertThat(store.status().issues()).hasSize(2);
        assertThat(store.syncs(1).getFirst().errors()).isEqualTo(1);
        assertThat(store.syncs(1).getFirst().warnings()).isEqualTo(1);

        store.recordFailed("gone", NOW.plusSeconds(2));
        assertThat(store.status().message()).isEqualTo("gone");
        assertThat(store.status().issues()).hasSize(2);

        store.recordUnchanged("r2", NOW.plusSeconds(3));
        assertThat(store.status().state()).isEqualTo("error");
        assertThat(store.status().message()).isEmpty();
        assertThat(store.status().checkedAt()).hasValue(NOW.plusSeconds(3));

        store.recordUnchanged("r1", NOW.plusSeconds(4));
        assertThat(store.status().state()).isEqualTo("ok");
    }

    private static Issue error() {
        return new Issue("yaml_syntax", Issue.Severity.ERROR, "no", "a.yaml", 1, 1, "", "");
    }

    @Test
    void sameNewsIsLoggedOnceAnHour() {
        apply("r1", ONE);
        for (int minute = 1; minute <= 90; minute++) {
            store.recordUnchanged("r1", NOW.plus(Duration.ofMinutes(minute)));
            store.recordFailed("gone", NOW.plus(Duration.ofMinutes(minute)));
        }
        store.recordFailed("other", NOW.plus(Duration.ofMinutes(90)));

        assertThat(store.syncs(100))
                .extracting(sync -> sync.result() + " " + sync.message())
                .containsExactlyInAnyOrder(
                        "applied ",
                        "unchanged ",
                        "unchanged ",
                        "failed gone",
                        "failed gone",
                        "failed other");
    }

    private List<String> apply(String revision, TestRepository repository) {
        return store.apply(repository.snapshot(revision), repository.files(), List.of(), NOW);
    }
}
