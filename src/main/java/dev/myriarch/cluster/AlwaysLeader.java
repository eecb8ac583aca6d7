package dev.myriarch.cluster;

/** Leads from the first to the last moment: the only replica there is. */
public final class AlwaysLeader implements Leadership {
    @Override
    public boolean isLeader() {
        return true;
    }

    @Override
    public void onChange(Runnable changed) {
        // Nothing ever changes.
    }
}
