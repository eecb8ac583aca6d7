package dev.myriarch.config;

import dev.myriarch.yaml.Position;
import java.util.Objects;
import java.util.Optional;

/**
 * One thing that is wrong with the settings.
 *
 * @param path of the setting, such as {@code server.publicUrl}, or the name of a variable
 * @param position in the file, where it came from there
 */
public record Problem(String path, Optional<Position> position, String message) {
    public Problem {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(position, "position");
        Objects.requireNonNull(message, "message");
    }

    @Override
    public String toString() {
        String place = position.map(at -> " (" + at + ")").orElse("");
        return path.isEmpty() ? message + place : path + ": " + message + place;
    }
}
