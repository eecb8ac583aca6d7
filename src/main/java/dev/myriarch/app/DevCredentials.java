package dev.myriarch.app;

import dev.myriarch.base.Brand;
import dev.myriarch.base.Secret;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.Properties;

/** Credentials of the development server: made once per state folder, kept in a 0600 file. */
record DevCredentials(String username, Secret password, Secret apiToken, Secret enrollmentToken) {
    private static final String ALPHABET =
            "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    private static final String FILE = "credentials.properties";

    /** Reads those of a state folder, or makes them; without a folder they are new each time. */
    static DevCredentials in(Optional<Path> state) {
        SecureRandom random = new SecureRandom();
        try {
            if (state.isEmpty()) {
                return create(random);
            }
            Path file = state.get().resolve(FILE);
            if (Files.exists(file)) {
                return read(file);
            }
            DevCredentials created = create(random);
            created.write(file);
            return created;
        } catch (IOException e) {
            throw new StartupException(
                    "cannot keep the credentials in %s (%s: %s): give another folder to --state"
                            .formatted(
                                    state.orElseThrow(),
                                    e.getClass().getSimpleName(),
                                    e.getMessage()),
                    e);
        }
    }

    private static DevCredentials create(SecureRandom random) {
        return new DevCredentials(
                "dev",
                new Secret(text(random, 16)),
                new Secret(Brand.API_TOKEN_PREFIX + text(random, 32)),
                new Secret(Brand.ENROLLMENT_TOKEN_PREFIX + text(random, 32)));
    }

    private static String text(SecureRandom random, int length) {
        StringBuilder text = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            text.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        }
        return text.toString();
    }

    private static DevCredentials read(Path file) throws IOException {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        }
        return new DevCredentials(
                required(properties, "username", file),
                new Secret(required(properties, "password", file)),
                new Secret(required(properties, "apiToken", file)),
                new Secret(required(properties, "enrollmentToken", file)));
    }

    private static String required(Properties properties, String key, Path file) {
        String value = properties.getProperty(key);
        if (value == null || value.isBlank()) {
            throw new StartupException(
                    "%s has no %s: delete the file, a new one is made".formatted(file, key));
        }
        return value;
    }

    private void write(Path file) throws IOException {
        Properties properties = new Properties();
        properties.setProperty("username", username);
        properties.setProperty("password", password.reveal());
        properties.setProperty("apiToken", apiToken.reveal());
        properties.setProperty("enrollmentToken", enrollmentToken.reveal());
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.createFile(
                file,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try (Writer writer = Files.newBufferedWriter(file)) {
            properties.store(writer, null);
        }
    }
}
