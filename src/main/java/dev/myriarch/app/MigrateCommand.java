package dev.myriarch.app;

import dev.myriarch.config.ConfigException;
import dev.myriarch.config.ConfigLoader;
import dev.myriarch.config.DatabaseConfig;
import dev.myriarch.config.Mode;
import dev.myriarch.db.DatabaseException;
import dev.myriarch.db.DatabaseUrl;
import dev.myriarch.db.Migrations;
import dev.myriarch.db.SchemaDecision;
import dev.myriarch.db.SchemaException;
import dev.myriarch.db.SchemaState;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The schema step of the start, by itself (server-behaviour: Start, migrations). */
@Command(
        name = "migrate",
        description = "Brings the database to the schema of this myriarchd.",
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:done; with --check: nothing is pending and this myriarchd can run",
            "1:an error of the settings, the connection or a migration",
            "3:--check found pending migrations",
            "4:the schema is incompatible with this myriarchd"
        })
final class MigrateCommand implements Callable<Integer> {
    private static final int PENDING = 3;
    private static final int INCOMPATIBLE = 4;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Settings; only the section database is read.")
    private @Nullable Path config;

    @Option(names = "--check", description = "Changes nothing and says what would be done.")
    private boolean check;

    @Spec private @Nullable CommandSpec spec;

    @Override
    public Integer call() {
        DatabaseUrl url = url();
        Migrations migrations = new Migrations(url, InstantSource.system());
        try {
            ProductionServer.requireSessions(url);
            return check ? check(migrations) : migrate(migrations);
        } catch (SchemaException e) {
            if (e.isIncompatible()) {
                err().println("myriarchd: " + e.getMessage());
                return INCOMPATIBLE;
            }
            throw failed(e);
        } catch (DatabaseException e) {
            throw failed(e);
        }
    }

    private static StartupException failed(RuntimeException e) {
        return new StartupException(TextLogFormatter.oneLine(String.valueOf(e.getMessage())), e);
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

    private int migrate(Migrations migrations) {
        int before = migrations.state().version();
        SchemaState after = migrations.prepare(true);
        out().println("schema version before: " + before);
        out().println("schema version after: " + after.version());
        out().println("compatibility level: " + compatibility(after));
        return 0;
    }

    private int check(Migrations migrations) {
        SchemaState state = migrations.state();
        return switch (SchemaDecision.decide(state, migrations.level(), true)) {
            case SchemaDecision.Start _ -> report(state, migrations, "current", 0);
            case SchemaDecision.StartOnNewer _ -> report(state, migrations, "newer", 0);
            case SchemaDecision.Migrate _ -> report(state, migrations, "pending", PENDING);
            case SchemaDecision.RefuseIncompatible(String message) -> {
                int code = report(state, migrations, "incompatible", INCOMPATIBLE);
                err().println("myriarchd: " + message);
                yield code;
            }
            case SchemaDecision.RefuseOlder(String message) -> throw new StartupException(message);
            case SchemaDecision.RefuseDamaged(String message) ->
                    throw new StartupException(message);
        };
    }

    private int report(SchemaState state, Migrations migrations, String status, int code) {
        out().println("schema version: " + state.version());
        out().println("compatibility level: " + compatibility(state));
        out().println("schema level of this myriarchd: " + migrations.level());
        out().println("status: " + status);
        return code;
    }

    private static String compatibility(SchemaState state) {
        return state.compatibilityLevel().isPresent()
                ? Integer.toString(state.compatibilityLevel().getAsInt())
                : "none";
    }

    private PrintWriter out() {
        return Objects.requireNonNull(spec).commandLine().getOut();
    }

    private PrintWriter err() {
        return Objects.requireNonNull(spec).commandLine().getErr();
    }
}
