package dev.myriarch.agent.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.myriarch.agent.SavedFilter;
import dev.myriarch.testing.TestDatabase;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SavedFilterStorePgTest {
    private static final TestDatabase DATABASE = TestDatabase.create();
    private static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");

    private final SavedFilterStorePg store = new SavedFilterStorePg(DATABASE.database());

    @AfterAll
    static void close() {
        DATABASE.close();
    }

    @AfterEach
    void clear() {
        DATABASE.clear(List.of("saved_filters"));
    }

    @Test
    void anOwnerSeesOwnAndSharedFilters() {
        SavedFilter own = filter(1, "user:1", "b", false, false);
        SavedFilter shared = filter(2, "user:2", "a '%_\\ 日本", true, false);
        assertThat(store.put(own)).isTrue();
        assertThat(store.put(shared)).isTrue();
        assertThat(store.put(filter(3, "user:2", "c", false, false))).isTrue();

        assertThat(store.visibleTo("user:1")).containsExactly(shared, own);
        assertThat(store.find(own.id())).contains(own);
        assertThat(store.delete(own.id())).isTrue();
        assertThat(store.delete(own.id())).isFalse();
    }

    @Test
    void aNameIsTakenOncePerOwner() {
        assertThat(store.put(filter(1, "user:1", "a", false, false))).isTrue();
        assertThat(store.put(filter(2, "user:1", "a", false, false))).isFalse();
        assertThat(store.put(filter(3, "user:2", "a", false, false))).isTrue();
        assertThat(store.put(filter(1, "user:2", "b", false, false)))
                .as("the filter of somebody else")
                .isFalse();
        assertThat(store.put(filter(1, "user:1", "renamed", true, false))).isTrue();
        assertThat(store.find(new UUID(1, 1)).orElseThrow().name()).isEqualTo("renamed");
    }

    @Test
    void anOwnerPrefersOneFilter() {
        assertThat(store.put(filter(1, "user:1", "a", false, true))).isTrue();
        assertThat(store.put(filter(2, "user:1", "b", false, true))).isTrue();
        assertThat(store.put(filter(3, "user:2", "c", false, true))).isTrue();
        assertThat(store.visibleTo("user:1"))
                .filteredOn(SavedFilter::preferred)
                .extracting(SavedFilter::name)
                .containsExactly("b");
        assertThat(store.find(new UUID(1, 3)).orElseThrow().preferred()).isTrue();
    }

    @Test
    void boundsAreChecked() {
        assertThatThrownBy(() -> filter(1, "user:1", " ", false, false))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> filter(1, "user:1", "n".repeat(101), false, false))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static SavedFilter filter(
            int number, String owner, String name, boolean shared, boolean preferred) {
        return new SavedFilter(
                new UUID(1, number), owner, name, "status=online", shared, preferred, NOW, NOW);
    }
}
