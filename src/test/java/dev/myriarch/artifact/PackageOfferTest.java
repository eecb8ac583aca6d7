package dev.myriarch.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.base.SemanticVersion;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class PackageOfferTest {
    private static PackageOffer.Content content(
            long artifact, String version, String sha256, String file, Optional<String> bundle) {
        return new PackageOffer.Content(
                new ArtifactId(new UUID(1, artifact)),
                SemanticVersion.parseStrict(version).orElseThrow(),
                sha256.repeat(32),
                file,
                bundle.map(text -> text.repeat(32)));
    }

    @Test
    void theHashesFollowFromWhatIsInstalledAndHowItIsSigned() {
        PackageOffer.Content offered = content(1, "0.162.0", "aa", "a.tar.gz", Optional.of("bb"));
        List<PackageOffer.Content> others =
                List.of(
                        content(1, "0.163.0", "aa", "a.tar.gz", Optional.of("bb")),
                        content(1, "0.162.0", "ac", "a.tar.gz", Optional.of("bb")),
                        content(1, "0.162.0", "aa", "a.tar.gz", Optional.of("bc")),
                        content(1, "0.162.0", "aa", "a.tar.gz", Optional.empty()));
        Set<Object> hashes =
                new HashSet<>(Set.of(offered.packageHash(), offered.allPackagesHash()));
        for (PackageOffer.Content other : others) {
            assertThat(hashes.add(other.packageHash())).isTrue();
            assertThat(hashes.add(other.allPackagesHash())).isTrue();
        }
    }

    @Test
    void whereItIsLoadedFromIsNoPartOfThem() {
        PackageOffer.Content offered = content(1, "0.162.0", "aa", "a.tar.gz", Optional.of("bb"));
        PackageOffer.Content moved = content(2, "0.162.0", "aa", "b.tar.gz", Optional.of("bb"));
        assertThat(moved.packageHash()).isEqualTo(offered.packageHash());
        assertThat(moved.allPackagesHash()).isEqualTo(offered.allPackagesHash());
    }

    /**
     * Replicas of two releases must agree, or they would offer to each other's updaters for ever.
     */
    @Test
    void theHashesAreThoseOfEveryRelease() {
        PackageOffer.Content offered = content(1, "0.162.0", "aa", "a.tar.gz", Optional.of("bb"));
        assertThat(offered.packageHash().hex())
                .isEqualTo("5281376131c7f107c2b4b4256011d72a8eec1010695dfcfadb73be7158619ec4");
        assertThat(offered.allPackagesHash().hex())
                .isEqualTo("445ab9ccf314aedf25ff633760234add3b79fcf8c1d0146cb5d30c28f8635aca");
    }
}
