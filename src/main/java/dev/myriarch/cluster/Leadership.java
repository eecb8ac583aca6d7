package dev.myriarch.cluster;

/** Whether this replica leads, that is, runs the jobs that only one replica may run. */
public interface Leadership {
    boolean isLeader();

    /**
     * Number of the present term, 1 and up, another one with each leader; 0 while this replica does
     * not lead. Without an election there is one term.
     */
    default long term() {
        return isLeader() ? 1 : 0;
    }

    /**
     * Runs {@code work} in the name of the present term: what it wants to write to the database
     * after the term has ended is refused, even when this process was stopped in between and did
     * not notice.
     *
     * @throws IllegalStateException when this replica does not lead
     */
    default void act(Job.Work work) throws InterruptedException {
        if (!isLeader()) {
            throw new IllegalStateException("this replica does not lead");
        }
        work.run();
    }

    /**
     * Calls {@code changed} after each change of {@link #isLeader()}, on a thread of the election;
     * it must return quickly.
     */
    void onChange(Runnable changed);
}
