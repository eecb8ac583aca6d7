package dev.myriarch.cluster;

/** Whether this replica leads, that is, runs the jobs that only one replica may run. */
public interface Leadership {
    boolean isLeader();

    /**
     * Calls {@code changed} after each change of {@link #isLeader()}, on a thread of the election;
     * it must return quickly.
     */
    void onChange(Runnable changed);
}
