package dev.myriarch.rollout;

/** Bounds of pages. */
final class Pages {
    private static final int MAX_SIZE = 200;

    private Pages() {}

    static void check(int page, int pageSize) {
        if (page < 1 || pageSize < 1 || pageSize > MAX_SIZE) {
            throw new IllegalArgumentException("page or page size out of range");
        }
    }
}
