package dev.myriarch.gitops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.testing.TestRepository;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class FleetMatcherTest {
    private static final Map<String, String> LINUX = Map.of("os.type", "linux");

    @Test
    void highestPriorityWins() {
        List<Fleet> fleets = fleets("a 1 linux", "b 3 linux", "c 2 linux", "d 9 windows");

        assertThat(FleetMatcher.match(fleets, LINUX))
                .isInstanceOfSatisfying(
                        FleetMatcher.Match.Member.class,
                        member -> assertThat(member.fleet().name()).isEqualTo("b"));
    }

    @Test
    void equalHighestPrioritiesAreAmbiguous() {
        List<Fleet> fleets = fleets("b -2 linux", "a -2 linux", "c -3 linux");

        assertThat(FleetMatcher.match(fleets, LINUX))
                .isInstanceOfSatisfying(
                        FleetMatcher.Match.Ambiguous.class,
                        ambiguous ->
                                assertThat(ambiguous.message())
                                        .isEqualTo(
                                                "ambiguous: fleets a, b have equal priority -2"));
    }

    @Test
    void noCandidateIsUnassigned() {
        assertThat(FleetMatcher.match(fleets("a 1 windows"), LINUX))
                .isInstanceOf(FleetMatcher.Match.Unassigned.class);
        assertThat(FleetMatcher.match(List.of(), LINUX))
                .isInstanceOf(FleetMatcher.Match.Unassigned.class);
    }

    /** Each as name, priority and os.type. */
    private static List<Fleet> fleets(String... texts) {
        TestRepository repository =
                TestRepository.empty().blueprint("b", TestRepository.MINIMAL_CONFIG);
        for (String text : texts) {
            String[] parts = text.split(" ", 3);
            repository =
                    repository.object(
                            "Fleet",
                            parts[0],
                            "blueprint: b\npriority: %s\nselector: {matchAttributes: {os.type: %s}}"
                                    .formatted(parts[1], parts[2]));
        }
        return repository.snapshot().fleets();
    }
}
