package dev.myriarch.rollout.pg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.base.SemanticVersion;
import dev.myriarch.rollout.RolloutId;
import dev.myriarch.rollout.VersionSelection;
import dev.myriarch.testing.TestDatabase;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class VersionSelectionStorePgTest {
    private static final TestDatabase DATABASE = TestDatabase.create();
    private static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");

    private final VersionSelectionStorePg store = new VersionSelectionStorePg(DATABASE.database());

    @AfterAll
    static void close() {
        DATABASE.close();
    }

    @AfterEach
    void clear() {
        DATABASE.clear(List.of("fleet_version_selections"));
    }

    @Test
    void aChoiceIsStoredAndReadBack() {
        VersionSelection choice = choice("0.162.0", NOW);
        assertThat(store.replace(Optional.empty(), choice)).isTrue();
        assertThat(store.find("linux")).contains(choice);
        assertThat(store.find("windows")).isEmpty();
        assertThat(store.list()).containsExactly(choice);
    }

    @Test
    void aChoiceThatWasMadeMeanwhileWins() {
        VersionSelection first = choice("0.161.0", NOW);
        VersionSelection second = choice("0.162.0", NOW.plusSeconds(1));
        VersionSelection third = choice("0.163.0", NOW.plusSeconds(2));
        assertThat(store.replace(Optional.empty(), first)).isTrue();
        assertThat(store.replace(Optional.empty(), second)).isFalse();
        assertThat(store.replace(Optional.of(first), second)).isTrue();
        assertThat(store.replace(Optional.of(first), third)).isFalse();
        assertThat(store.remove(first)).isFalse();
        assertThat(store.find("linux")).contains(second);
        assertThat(store.remove(second)).isTrue();
        assertThat(store.list()).isEmpty();
    }

    @Test
    void aNewChoiceIsNeitherPlannedNorInvalid() {
        VersionSelection first = choice("0.161.0", NOW);
        assertThat(store.replace(Optional.empty(), first)).isTrue();
        VersionSelection.Planned planned =
                new VersionSelection.Planned(NOW, Optional.of(new RolloutId(new UUID(1, 1))));
        assertThat(store.markPlanned(first, planned)).isTrue();
        assertThat(store.invalidate(first, "outside of the frame", NOW)).isTrue();
        VersionSelection stored = store.find("linux").orElseThrow();
        assertThat(stored.planned()).contains(planned);
        assertThat(stored.invalid())
                .contains(new VersionSelection.Invalid(NOW, "outside of the frame"));

        VersionSelection second = choice("0.161.0", NOW.plusSeconds(1));
        assertThat(store.replace(Optional.of(stored), second)).isTrue();
        assertThat(store.find("linux")).contains(second);
        assertThat(store.markPlanned(stored, planned)).isFalse();
        assertThat(store.invalidate(stored, "late", NOW)).isFalse();
    }

    private static VersionSelection choice(String version, Instant at) {
        return new VersionSelection(
                "linux",
                SemanticVersion.parseStrict(version).orElseThrow(),
                new VersionSelection.Choice("user:1", at, "because"),
                SemanticVersion.parseStrict("0.160.0"),
                "c0ffee",
                Optional.empty(),
                Optional.empty());
    }
}
