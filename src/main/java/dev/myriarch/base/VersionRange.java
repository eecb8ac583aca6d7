package dev.myriarch.base;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A set of versions in the constraint syntax of Masterminds/semver v3.4.0: {@code ||} separates
 * alternatives, a comma or white space joins conditions, and a condition is a version with an
 * operator ({@code = != > < >= <= ~ ^}), wildcards or missing parts. {@code 1.2 - 2.3} is a range
 * that includes both ends. A prerelease is only contained when the same alternative names one.
 */
public final class VersionRange {
    /** Longer texts are refused; the longest sensible one has some hundred characters. */
    private static final int MAXIMUM_LENGTH = 500;

    private static final String VERSION =
            "v?[0-9|xX*]+(?:\\.[0-9|xX*]+)?(?:\\.[0-9|xX*]+)?"
                    + "(?:-[0-9A-Za-z\\-]+(?:\\.[0-9A-Za-z\\-]+)*)?"
                    + "(?:\\+[0-9A-Za-z\\-]+(?:\\.[0-9A-Za-z\\-]+)*)?";
    private static final String SPACE = "[\\t\\n\\f\\r ]";
    private static final Pattern HYPHEN_RANGE =
            Pattern.compile(
                    SPACE + "*(" + VERSION + ")" + SPACE + "+-" + SPACE + "+(" + VERSION + ")"
                            + SPACE + "*");

    private final String text;
    private final List<Group> alternatives;

    private VersionRange(String text, List<Group> alternatives) {
        this.text = text;
        this.alternatives = List.copyOf(alternatives);
    }

    /** Empty when the text is no constraint; the empty text is none. */
    public static Optional<VersionRange> parse(String text) {
        if (text.length() > MAXIMUM_LENGTH) {
            return Optional.empty();
        }
        String expanded = HYPHEN_RANGE.matcher(text).replaceAll(">= $1, <= $2 ");
        List<Group> alternatives = new ArrayList<>();
        for (String alternative : expanded.split("\\|\\|", -1)) {
            Optional<List<VersionCondition>> conditions =
                    new VersionRangeParser(alternative).conditions();
            if (conditions.isEmpty()) {
                return Optional.empty();
            }
            alternatives.add(new Group(conditions.get()));
        }
        return Optional.of(new VersionRange(text, alternatives));
    }

    public boolean contains(SemanticVersion version) {
        return alternatives.stream().anyMatch(group -> group.contains(version));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof VersionRange range && text.equals(range.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    /** The text that was parsed. */
    @Override
    public String toString() {
        return text;
    }

    private record Group(List<VersionCondition> conditions) {
        boolean contains(SemanticVersion version) {
            boolean namesPrerelease =
                    conditions.stream().anyMatch(condition -> condition.version().isPrerelease());
            if (version.isPrerelease() && !namesPrerelease) {
                return false;
            }
            return conditions.stream().allMatch(condition -> condition.contains(version));
        }
    }
}
