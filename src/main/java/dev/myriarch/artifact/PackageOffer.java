package dev.myriarch.artifact;

import dev.myriarch.base.SemanticVersion;
import dev.myriarch.base.Sha256;
import dev.myriarch.domain.AgentId;
import dev.myriarch.domain.ConfigHash;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * What an updater shall install: one package, whose name is empty. It is the whole set that the
 * updater is offered.
 *
 * @param content what is installed
 * @param rollout that wants it
 * @param offeredAt when it was made, or made again with the same content
 */
public record PackageOffer(
        AgentId updater, Content content, Optional<UUID> rollout, Instant offeredAt) {
    public PackageOffer {
        Objects.requireNonNull(updater, "updater");
        Objects.requireNonNull(content, "content");
        Objects.requireNonNull(rollout, "rollout");
        Objects.requireNonNull(offeredAt, "offeredAt");
    }

    /**
     * An archive as it is offered.
     *
     * @param sha256 of the archive, 64 lower-case hex digits
     * @param fileName last part of the download address
     * @param bundleSha256 of the Sigstore bundle; empty when the archive has none
     */
    public record Content(
            ArtifactId artifact,
            SemanticVersion version,
            String sha256,
            String fileName,
            Optional<String> bundleSha256) {
        public Content {
            Objects.requireNonNull(artifact, "artifact");
            Objects.requireNonNull(version, "version");
            Objects.requireNonNull(sha256, "sha256");
            Objects.requireNonNull(fileName, "fileName");
            Objects.requireNonNull(bundleSha256, "bundleSha256");
        }

        /**
         * Identity of the package: of what is installed and how it is signed, not of where it is
         * loaded from, which is another address for every updater.
         */
        public ConfigHash packageHash() {
            return new ConfigHash(
                    Sha256.hex(
                            "package\nv%s\n%s\n%s\n"
                                    .formatted(version, sha256, bundleSha256.orElse(""))));
        }

        /** Identity of the set of packages that consists of this one. */
        public ConfigHash allPackagesHash() {
            return new ConfigHash(Sha256.hex("packages\n\n" + packageHash().hex() + "\n"));
        }
    }
}
