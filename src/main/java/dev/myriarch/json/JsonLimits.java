package dev.myriarch.json;

/**
 * Bounds of what is read.
 *
 * @param maximumBytes length of the text
 * @param maximumDepth lists and objects inside each other, at most 1000
 * @param maximumElements values of every kind, keys not counted
 * @param maximumDigits digits of an integer, at most 1000
 */
public record JsonLimits(
        int maximumBytes, int maximumDepth, int maximumElements, int maximumDigits) {
    private static final JsonLimits DEFAULTS = new JsonLimits(16 << 20, 100, 1_000_000, 400);

    public JsonLimits {
        if (maximumBytes < 1 || maximumElements < 1) {
            throw new IllegalArgumentException("limits are positive");
        }
        if (maximumDepth < 0
                || maximumDepth > 1_000
                || maximumDigits < 1
                || maximumDigits > 1_000) {
            throw new IllegalArgumentException("depth and digits are at most 1000");
        }
    }

    /** 16 MiB, 100 levels, a million values, 400 digits (the largest double has 309). */
    public static JsonLimits defaults() {
        return DEFAULTS;
    }

    public JsonLimits withMaximumBytes(int bytes) {
        return new JsonLimits(bytes, maximumDepth, maximumElements, maximumDigits);
    }
}
