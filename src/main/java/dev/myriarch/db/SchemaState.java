package dev.myriarch.db;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a database says about its schema.
 *
 * @param version the highest applied migration, 0 for an empty database
 * @param compatibilityLevel the lowest schema level a binary must have; empty where it is not
 *     recorded
 * @param damage what cannot be right about the applied migrations, and what to do
 */
public record SchemaState(int version, OptionalInt compatibilityLevel, Optional<String> damage) {
    public static final SchemaState EMPTY = new SchemaState(0, OptionalInt.empty());

    public SchemaState(int version, OptionalInt compatibilityLevel) {
        this(version, compatibilityLevel, Optional.empty());
    }

    public SchemaState {
        if (version < 0) {
            throw new IllegalArgumentException("version must not be negative");
        }
    }
}
