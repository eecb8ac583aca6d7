package dev.myriarch.yaml;

/**
 * Bounds of what is read.
 *
 * @param maximumBytes length of the file
 * @param maximumDepth lists and maps inside each other, at most 1000
 * @param maximumNodes keys and values of all documents together; what an alias or a merge key
 *     repeats counts each time
 */
public record YamlLimits(int maximumBytes, int maximumDepth, int maximumNodes) {
    private static final YamlLimits DEFAULTS = new YamlLimits(4 << 20, 100, 500_000);

    public YamlLimits {
        if (maximumBytes < 1 || maximumNodes < 1) {
            throw new IllegalArgumentException("limits are positive");
        }
        if (maximumDepth < 1 || maximumDepth > 1_000) {
            throw new IllegalArgumentException("the depth is between 1 and 1000");
        }
    }

    /** 4 MiB, 100 levels, 500,000 nodes. */
    public static YamlLimits defaults() {
        return DEFAULTS;
    }

    public YamlLimits withMaximumBytes(int bytes) {
        return new YamlLimits(bytes, maximumDepth, maximumNodes);
    }
}
