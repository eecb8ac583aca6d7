package dev.myriarch.gitops;

import dev.myriarch.blueprint.Blueprint;

/** A blueprint in the repository. */
public record BlueprintObject(
        ObjectMeta meta, String displayName, String description, Blueprint blueprint)
        implements RepositoryObject {}
