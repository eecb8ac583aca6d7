package dev.myriarch.agent.pg;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The numbers of a reported version, for sorting; what follows the patch number is ignored. */
record VersionTriple(int major, int minor, int patch) {
    /** At most nine digits each, so that an int holds them; no nested repetition. */
    private static final Pattern FORM =
            Pattern.compile("v?(\\d{1,9})\\.(\\d{1,9})\\.(\\d{1,9})(?:[-+].*)?", Pattern.DOTALL);

    /** Empty when {@code version} is not of the form {@code 1.2.3}. */
    static Optional<VersionTriple> parse(String version) {
        Matcher matcher = FORM.matcher(version);
        return matcher.matches()
                ? Optional.of(
                        new VersionTriple(
                                Integer.parseInt(matcher.group(1)),
                                Integer.parseInt(matcher.group(2)),
                                Integer.parseInt(matcher.group(3))))
                : Optional.empty();
    }
}
