package dev.myriarch.gitops;

/** An object of the repository. */
public sealed interface RepositoryObject
        permits BlueprintObject, Fleet, RolloutPolicy, Executor, Inventory, SampleAgent {
    ObjectMeta meta();

    default String name() {
        return meta().name();
    }
}
