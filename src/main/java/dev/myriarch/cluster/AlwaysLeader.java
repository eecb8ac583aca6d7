package dev.myriarch.cluster;

/** Leads from the first to the last moment: the only replica there is. */
public final class AlwaysLeader implements Leadership {
    @Override
    public boolean isLeader() {
        return true;
    }

    @Override
    public long term() {
        return 1;
    }

    @Override
    public void act(Job.Work work) throws InterruptedException {
        work.run();
    }

    @Override
    public void onChange(Runnable changed) {
        // Nothing ever changes.
    }
}
