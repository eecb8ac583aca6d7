package dev.myriarch.db;

/**
 * Asked at the end of each transaction whether its author may still write. What it reads it has to
 * keep locked until the commit, so that nothing changes in between. Thread-safe.
 */
@FunctionalInterface
public interface Fence {
    /**
     * @param transaction the open transaction
     * @throws FencedException to roll back
     */
    void verify(Jdbc transaction);
}
