package dev.myriarch.app;

import dev.myriarch.auth.TokenIssuer;
import dev.myriarch.auth.Tokens;
import dev.myriarch.auth.pg.ApiTokenStorePg;
import dev.myriarch.auth.pg.EnrollmentTokenStorePg;
import dev.myriarch.base.Brand;
import dev.myriarch.config.ConfigException;
import dev.myriarch.config.ConfigLoader;
import dev.myriarch.config.DatabaseConfig;
import dev.myriarch.config.Mode;
import dev.myriarch.db.DatabaseException;
import dev.myriarch.db.DatabaseUrl;
import dev.myriarch.db.PoolOptions;
import dev.myriarch.db.PooledDatabase;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Makes an enrollment token, which agents need to connect, straight in the database. */
@Command(
        name = "create-enrollment-token",
        description = "Makes an enrollment token and prints it; it is shown this one time only.",
        mixinStandardHelpOptions = true)
final class EnrollmentTokenCommand implements Callable<Integer> {
    private static final int LONGEST_NAME = 100;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Settings; only the section database is read.")
    private @Nullable Path config;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            required = true,
            description = "What people recognise the token by.")
    private String name = "";

    @Option(
            names = "--label",
            paramLabel = "KEY=VALUE",
            description = "Label of the agents that enroll with the token; may be repeated.")
    private Map<String, String> labels = new TreeMap<>();

    @Option(
            names = "--multiplex",
            description =
                    "For a gateway: one connection with this token may speak for many agents.")
    private boolean multiplex;

    @Spec private @Nullable CommandSpec spec;

    @Override
    public Integer call() {
        if (name.isBlank() || name.length() > LONGEST_NAME) {
            throw new StartupException(
                    "--name must have 1 to %d characters".formatted(LONGEST_NAME));
        }
        String token = Tokens.create(Brand.ENROLLMENT_TOKEN_PREFIX, new SecureRandom());
        try (PooledDatabase database = new PooledDatabase(url(), PoolOptions.DEFAULT)) {
            TokenIssuer issuer =
                    new TokenIssuer(
                            new ApiTokenStorePg(database),
                            new EnrollmentTokenStorePg(database),
                            InstantSource.system());
            if (!issuer.ensureEnrollmentToken(token, name, labels, multiplex)) {
                throw new IllegalStateException("a random token was there already");
            }
        } catch (DatabaseException e) {
            throw new StartupException(
                    "the token was not stored: %s; a new database first needs: myriarchd migrate"
                            .formatted(TextLogFormatter.oneLine(String.valueOf(e.getMessage()))),
                    e);
        }
        Objects.requireNonNull(spec).commandLine().getOut().println(token);
        return 0;
    }

    private DatabaseUrl url() {
        Optional<Path> file = Optional.ofNullable(config);
        try {
            DatabaseConfig database =
                    new ConfigLoader(Mode.PRODUCTION, System.getenv()).loadDatabase(file);
            return BootstrapSecrets.requiredDatabase(database);
        } catch (ConfigException e) {
            throw ConfigFiles.wrong(file, e);
        }
    }
}
