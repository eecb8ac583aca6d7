package dev.myriarch.base;

import java.util.Objects;
import java.util.Optional;

/**
 * A version as in Semantic Versioning 2.0.0, read as Masterminds/semver v3 does.
 *
 * <p>The three numbers are unsigned 64 bit integers. The order follows section 11 of the
 * specification: build metadata is ignored, so versions that compare as 0 need not be equal.
 *
 * @param prerelease without the hyphen, empty for a release
 * @param metadata without the plus sign, empty when there is none
 */
public record SemanticVersion(
        long major, long minor, long patch, String prerelease, String metadata)
        implements Comparable<SemanticVersion> {
    public SemanticVersion {
        Objects.requireNonNull(prerelease, "prerelease");
        Objects.requireNonNull(metadata, "metadata");
    }

    /** The full form only: three numbers without leading zeros, no {@code v}. */
    public static Optional<SemanticVersion> parseStrict(String text) {
        return new VersionParser(text, true).parse();
    }

    /** Also accepts a leading {@code v}, leading zeros and missing minor and patch numbers. */
    public static Optional<SemanticVersion> parse(String text) {
        return new VersionParser(text, false).parse();
    }

    public boolean isPrerelease() {
        return !prerelease.isEmpty();
    }

    @Override
    public int compareTo(SemanticVersion other) {
        int order = Long.compareUnsigned(major, other.major);
        if (order == 0) {
            order = Long.compareUnsigned(minor, other.minor);
        }
        if (order == 0) {
            order = Long.compareUnsigned(patch, other.patch);
        }
        if (order != 0 || prerelease.equals(other.prerelease)) {
            return Integer.signum(order);
        }
        if (prerelease.isEmpty() || other.prerelease.isEmpty()) {
            return prerelease.isEmpty() ? 1 : -1;
        }
        return comparePrereleases(prerelease, other.prerelease);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        text.append(Long.toUnsignedString(major)).append('.');
        text.append(Long.toUnsignedString(minor)).append('.');
        text.append(Long.toUnsignedString(patch));
        if (!prerelease.isEmpty()) {
            text.append('-').append(prerelease);
        }
        if (!metadata.isEmpty()) {
            text.append('+').append(metadata);
        }
        return text.toString();
    }

    /** Part by part: numbers before texts, fewer parts before more. */
    static int comparePrereleases(String left, String right) {
        String[] leftParts = left.split("\\.", -1);
        String[] rightParts = right.split("\\.", -1);
        int common = Math.min(leftParts.length, rightParts.length);
        for (int i = 0; i < common; i++) {
            int order = comparePart(leftParts[i], rightParts[i]);
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(leftParts.length, rightParts.length);
    }

    private static int comparePart(String left, String right) {
        if (left.equals(right)) {
            return 0;
        }
        Optional<Long> leftNumber = VersionParser.unsigned(left);
        Optional<Long> rightNumber = VersionParser.unsigned(right);
        if (leftNumber.isPresent() && rightNumber.isPresent()) {
            return Long.compareUnsigned(leftNumber.get(), rightNumber.get());
        }
        if (leftNumber.isPresent() || rightNumber.isPresent()) {
            return leftNumber.isPresent() ? -1 : 1;
        }
        return Integer.signum(left.compareTo(right));
    }
}
