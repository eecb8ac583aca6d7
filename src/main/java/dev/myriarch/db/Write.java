package dev.myriarch.db;

import java.util.Objects;

/** A statement that changes something, with its parameters. */
public record Write(String sql, Jdbc.Binder binder) {
    public Write {
        Objects.requireNonNull(sql, "sql");
        Objects.requireNonNull(binder, "binder");
    }
}
