package dev.myriarch.blueprint;

import dev.myriarch.base.Value;
import java.util.Locale;
import java.util.Objects;

/** A value that somebody gives a parameter, and where it is written. */
public record ParameterValue(Value value, Origin origin) {
    public ParameterValue {
        Objects.requireNonNull(value, "value");
        Objects.requireNonNull(origin, "origin");
    }

    /** Who gave the value that won; the name in lower case is its text. */
    public enum Source {
        DEFAULT,
        FLEET,
        ATTRIBUTE,
        INVENTORY,
        OVERRIDE;

        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
