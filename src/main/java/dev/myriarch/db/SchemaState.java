package dev.myriarch.db;

import java.util.OptionalInt;

/**
 * What a database says about its schema.
 *
 * @param version the highest applied migration, 0 for an empty database
 * @param compatibilityLevel the lowest schema level a binary must have; empty where it is not
 *     recorded
 */
public record SchemaState(int version, OptionalInt compatibilityLevel) {
    public static final SchemaState EMPTY = new SchemaState(0, OptionalInt.empty());

    public SchemaState {
        if (version < 0) {
            throw new IllegalArgumentException("version must not be negative");
        }
    }
}
