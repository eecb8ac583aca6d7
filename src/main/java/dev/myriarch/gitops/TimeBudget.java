package dev.myriarch.gitops;

/** Says when the time for a piece of work is over. */
@FunctionalInterface
public interface TimeBudget {
    TimeBudget UNLIMITED = () -> false;

    boolean isExceeded();
}
