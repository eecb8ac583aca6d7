package dev.myriarch.base;

import java.util.List;
import java.util.Optional;

/**
 * One condition of a version range. The version has zeros where the text had a wildcard or nothing;
 * {@code open} says from where on that was.
 */
record VersionCondition(Operator operator, SemanticVersion version, Open open) {
    enum Operator {
        EQUAL,
        NOT_EQUAL,
        GREATER,
        LESS,
        AT_LEAST,
        AT_MOST,
        TILDE,
        CARET;

        static Optional<Operator> of(String text) {
            return switch (text) {
                case "", "=" -> Optional.of(EQUAL);
                case "!=" -> Optional.of(NOT_EQUAL);
                case ">" -> Optional.of(GREATER);
                case "<" -> Optional.of(LESS);
                case ">=", "=>" -> Optional.of(AT_LEAST);
                case "<=", "=<" -> Optional.of(AT_MOST);
                case "~", "~>" -> Optional.of(TILDE);
                case "^" -> Optional.of(CARET);
                default -> Optional.empty();
            };
        }
    }

    /** The first number that the text leaves open. */
    enum Open {
        NOTHING,
        PATCH,
        MINOR,
        MAJOR
    }

    /** Empty when the parts make no version. */
    static Optional<VersionCondition> of(
            Operator operator, List<String> parts, String prerelease, String metadata) {
        Open open = open(parts);
        String text =
                switch (open) {
                    case NOTHING -> String.join(".", parts) + prerelease + metadata;
                    case PATCH -> parts.get(0) + "." + parts.get(1) + ".0" + prerelease;
                    case MINOR -> parts.get(0) + ".0.0" + prerelease;
                    case MAJOR -> "0.0.0" + prerelease;
                };
        if (!isTail(prerelease) || !isTail(metadata)) {
            return Optional.empty();
        }
        return SemanticVersion.parse(text)
                .map(version -> new VersionCondition(operator, version, open));
    }

    boolean contains(SemanticVersion other) {
        int order = other.compareTo(version);
        return switch (operator) {
            case EQUAL -> open == Open.NOTHING ? order == 0 : tilde(other);
            case NOT_EQUAL -> notEqual(other, order);
            case GREATER -> greater(other, order);
            case LESS -> order < 0;
            case AT_LEAST -> order >= 0;
            case AT_MOST -> open == Open.NOTHING ? order <= 0 : atMost(other);
            case TILDE -> tilde(other);
            case CARET -> caret(other);
        };
    }

    private static Open open(List<String> parts) {
        if (isWildcard(parts.get(0))) {
            return Open.MAJOR;
        }
        if (parts.size() < 2 || isWildcard(parts.get(1))) {
            return Open.MINOR;
        }
        return parts.size() < 3 || isWildcard(parts.get(2)) ? Open.PATCH : Open.NOTHING;
    }

    private static boolean isWildcard(String part) {
        return part.equals("x") || part.equals("X") || part.equals("*");
    }

    /** A sign with dot separated identifiers, or nothing; also checked where it is not used. */
    private static boolean isTail(String tail) {
        if (tail.isEmpty()) {
            return true;
        }
        for (String identifier : tail.substring(1).split("\\.", -1)) {
            if (identifier.isEmpty()) {
                return false;
            }
        }
        return true;
    }

    private boolean notEqual(SemanticVersion other, int order) {
        return switch (open) {
            case NOTHING, MAJOR -> order != 0;
            case MINOR -> !sameMajor(other);
            case PATCH ->
                    !sameMajor(other)
                            || !sameMinor(other)
                            || !other.prerelease().equals(version.prerelease());
        };
    }

    /** {@code >11} means from 12.0.0 on, {@code >11.1} from 11.2.0 on. */
    private boolean greater(SemanticVersion other, int order) {
        int major = Long.compareUnsigned(other.major(), version.major());
        return switch (open) {
            case NOTHING, MAJOR -> order > 0;
            case MINOR -> major > 0;
            case PATCH ->
                    major > 0
                            || (major == 0
                                    && Long.compareUnsigned(other.minor(), version.minor()) > 0);
        };
    }

    /** {@code <=1.2} includes every 1.2.x. */
    private boolean atMost(SemanticVersion other) {
        int major = Long.compareUnsigned(other.major(), version.major());
        boolean minorAbove = Long.compareUnsigned(other.minor(), version.minor()) > 0;
        return major < 0 || (major == 0 && (open == Open.MINOR || !minorAbove));
    }

    private boolean tilde(SemanticVersion other) {
        if (other.compareTo(version) < 0) {
            return false;
        }
        boolean zero = version.major() == 0 && version.minor() == 0 && version.patch() == 0;
        if (zero && (open == Open.NOTHING || open == Open.MAJOR)) {
            return true;
        }
        return sameMajor(other) && (open == Open.MINOR || sameMinor(other));
    }

    /** The first number that is not zero stays as it is. */
    private boolean caret(SemanticVersion other) {
        if (other.compareTo(version) < 0) {
            return false;
        }
        if (version.major() != 0 || open == Open.MINOR) {
            return sameMajor(other);
        }
        if (other.major() != 0) {
            return false;
        }
        if (version.minor() != 0 || open == Open.PATCH) {
            return sameMinor(other);
        }
        return other.minor() == 0 && other.patch() == version.patch();
    }

    private boolean sameMajor(SemanticVersion other) {
        return other.major() == version.major();
    }

    private boolean sameMinor(SemanticVersion other) {
        return other.minor() == version.minor();
    }
}
