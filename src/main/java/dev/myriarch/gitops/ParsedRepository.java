package dev.myriarch.gitops;

import java.util.List;

/**
 * Objects by themselves, not yet held against each other.
 *
 * @param objects in file order
 */
public record ParsedRepository(List<RepositoryObject> objects, List<Issue> issues) {
    public ParsedRepository {
        objects = List.copyOf(objects);
        issues = List.copyOf(issues);
    }

    /** The snapshot of these objects; whether they fit together is for the validator to say. */
    public Snapshot snapshot(String revision) {
        return new Snapshot(revision, objects);
    }
}
