package dev.myriarch.app;

import dev.myriarch.auth.PasswordHash;
import dev.myriarch.base.Secret;
import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** What concerns the sign-in and needs no server. */
@Command(
        name = "auth",
        description = "Prepares credentials.",
        mixinStandardHelpOptions = true,
        subcommands = {AuthCommand.HashPassword.class, EnrollmentTokenCommand.class})
final class AuthCommand {
    private AuthCommand() {}

    /** Reads a password and prints its hash; never from an argument, which others can see. */
    @Command(
            name = "hash-password",
            description = {
                "Prints the hash of a password for auth.bootstrapAdmin.passwordHashFile.",
                "The password is asked for, or is the first line of standard input."
            },
            mixinStandardHelpOptions = true)
    static final class HashPassword implements Callable<Integer> {
        private static final int FEWEST_CHARACTERS = 12;
        private static final int MOST_CHARACTERS = 1024;

        @Spec private @Nullable CommandSpec spec;

        @Override
        public Integer call() {
            // Null where standard input is no terminal.
            String password =
                    Optional.ofNullable(System.console())
                            .filter(Console::isTerminal)
                            .map(HashPassword::ask)
                            .orElseGet(HashPassword::firstLine);
            if (password.length() < FEWEST_CHARACTERS || password.length() > MOST_CHARACTERS) {
                throw new StartupException(
                        "the password has %d characters: choose one with %d to %d"
                                .formatted(password.length(), FEWEST_CHARACTERS, MOST_CHARACTERS));
            }
            Objects.requireNonNull(spec)
                    .commandLine()
                    .getOut()
                    .println(PasswordHash.create(new Secret(password), new SecureRandom()).text());
            return 0;
        }

        private static String ask(Console console) {
            char[] first = console.readPassword("password: ");
            char[] second = console.readPassword("the same again: ");
            if (first == null || !Arrays.equals(first, second)) {
                throw new StartupException("the two passwords differ: try again");
            }
            return new String(first);
        }

        private static String firstLine() {
            // Not closed: standard input belongs to the process.
            BufferedReader input =
                    new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            try {
                String line = input.readLine();
                return line == null ? "" : line;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
