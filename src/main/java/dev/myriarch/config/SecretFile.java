package dev.myriarch.config;

import dev.myriarch.base.Secret;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A file with a secret, named by a setting.
 *
 * @param setting path of the setting, for messages
 */
public record SecretFile(String setting, Path file) {
    private static final int MAX_BYTES = 65_536;

    /**
     * Reads the secret; white space around it is no part of it.
     *
     * @throws ConfigException if the file cannot be read, is empty or larger than 64 KiB
     */
    public Secret read() {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw failure("the file %s is larger than %d bytes".formatted(file, MAX_BYTES));
            }
            String text = new String(bytes, StandardCharsets.UTF_8).strip();
            if (text.isEmpty()) {
                throw failure("the file %s is empty".formatted(file));
            }
            return new Secret(text);
        } catch (NoSuchFileException e) {
            throw failure("the file %s does not exist".formatted(file));
        } catch (IOException e) {
            throw failure("the file %s cannot be read: %s".formatted(file, e.getMessage()));
        }
    }

    private ConfigException failure(String message) {
        return new ConfigException(List.of(new Problem(setting, Optional.empty(), message)));
    }
}
