package dev.myriarch.db;

import dev.myriarch.base.Secret;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The folder of one local server, locked while it is open: {@code data} (of the server), {@code
 * password}, {@code server.log} and {@code lock}. Confined to one owner.
 */
final class ServerFolder implements AutoCloseable {
    private static final Logger LOG = System.getLogger(ServerFolder.class.getName());
    private static final String EPHEMERAL_PREFIX = "myriarch-postgres-";
    private static final Duration FORMER_SERVER_LIMIT = Duration.ofSeconds(10);

    private final Path root;
    private final LocalUser user;
    private final boolean ephemeral;
    private final FileChannel lockFile;

    private ServerFolder(Path root, LocalUser user, boolean ephemeral, FileChannel lockFile) {
        this.root = root;
        this.user = user;
        this.ephemeral = ephemeral;
        this.lockFile = lockFile;
    }

    /** A new folder below the folder for temporary files, where dead ones are swept first. */
    static Path newEphemeral() {
        Path parent = Path.of(System.getProperty("java.io.tmpdir", "/tmp"));
        sweep(parent);
        try {
            Path folder = Files.createTempDirectory(parent, EPHEMERAL_PREFIX);
            return Files.setPosixFilePermissions(
                    folder, PosixFilePermissions.fromString("rwx--x--x"));
        } catch (IOException e) {
            throw new EmbeddedPostgresException(
                    "cannot create a folder below %s: %s".formatted(parent, e), e);
        }
    }

    /** Deletes folders whose process is gone without having done it. */
    private static void sweep(Path parent) {
        try (DirectoryStream<Path> folders =
                Files.newDirectoryStream(parent, EPHEMERAL_PREFIX + "*")) {
            String self = System.getProperty("user.name", "");
            for (Path folder : folders) {
                // Only what this account made: a folder of somebody else may be a trap.
                if (Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS).getName().equals(self)) {
                    sweepOne(folder);
                }
            }
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "cannot sweep " + parent, e);
        }
    }

    private static void sweepOne(Path folder) {
        // A folder without a lock file is being created by its process.
        try (FileChannel channel =
                FileChannel.open(folder.resolve("lock"), StandardOpenOption.WRITE)) {
            FileLock lock = tryLock(channel);
            if (lock != null && formerServer(folder.resolve("data")).isEmpty()) {
                Trees.delete(folder);
            }
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "cannot sweep " + folder, e);
        }
    }

    /** Creates the folder where needed and locks it. */
    static ServerFolder open(Path path, LocalUser user, boolean ephemeral) {
        try {
            Files.createDirectories(path);
            Path root = path.toRealPath();
            user.requireReachable("the data folder", root);
            FileChannel channel = lock(root);
            return new ServerFolder(root, user, ephemeral, channel);
        } catch (IOException e) {
            throw new EmbeddedPostgresException(
                    "cannot use the data folder %s: %s".formatted(path, e), e);
        }
    }

    private static FileChannel lock(Path root) throws IOException {
        FileChannel channel =
                FileChannel.open(
                        root.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        boolean locked = false;
        try {
            locked = tryLock(channel) != null;
            if (!locked) {
                throw new EmbeddedPostgresException(
                        "the data folder %s is in use by another running process: stop it, or choose another folder"
                                .formatted(root));
            }
            return channel;
        } finally {
            if (!locked) {
                channel.close();
            }
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException heldByThisProcess) {
            return null;
        }
    }

    Path data() {
        return root.resolve("data");
    }

    Path log() {
        return root.resolve("server.log");
    }

    private Path passwordFile() {
        return root.resolve("password");
    }

    /** Major version of the server that made the data; empty when there are none. */
    OptionalInt dataVersion() throws IOException {
        Path file = data().resolve("PG_VERSION");
        if (!Files.exists(file)) {
            return OptionalInt.empty();
        }
        return OptionalInt.of(Integer.parseInt(Files.readString(file).strip()));
    }

    /** Makes the data where there are none yet; returns the password of the superuser. */
    Secret initialize(PostgresBinaries binaries) throws IOException {
        if (dataVersion().isEmpty()) {
            return create(binaries);
        }
        try {
            return new Secret(Files.readString(passwordFile()).strip());
        } catch (NoSuchFileException e) {
            throw new EmbeddedPostgresException(
                    "the password file %s is missing: restore it, or delete the folder %s to start afresh"
                            .formatted(passwordFile(), root),
                    e);
        }
    }

    /** The data appear under their name only when they are complete. */
    private Secret create(PostgresBinaries binaries) throws IOException {
        Path fresh = root.resolve("data.new");
        Path passwordForServer = root.resolve("password.new");
        Trees.delete(fresh);
        Files.createDirectory(
                fresh,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        user.own(fresh);
        byte[] random = new byte[24];
        new SecureRandom().nextBytes(random);
        Secret password = new Secret(HexFormat.of().formatHex(random));
        try {
            user.own(Trees.writePrivate(passwordForServer, password.reveal()));
            initialize(binaries, fresh, passwordForServer);
        } finally {
            Files.deleteIfExists(passwordForServer);
        }
        Trees.writePrivate(passwordFile(), password.reveal());
        Trees.delete(data());
        Files.move(fresh, data(), StandardCopyOption.ATOMIC_MOVE);
        return password;
    }

    private void initialize(PostgresBinaries binaries, Path target, Path passwordFile) {
        List<String> command =
                List.of(
                        binaries.program("initdb").toString(),
                        "-D",
                        target.toString(),
                        "-U",
                        "postgres",
                        "--pwfile=" + passwordFile,
                        "-A",
                        "scram-sha-256",
                        "--encoding=UTF8",
                        "--locale=C",
                        "--no-sync",
                        "--no-instructions");
        ServerProcess.Result result = ServerProcess.run(user.wrap(command));
        if (result.code() != 0) {
            throw new EmbeddedPostgresException(
                    "initdb failed with exit code %d: %s"
                            .formatted(result.code(), ServerProcess.lastLines(result.output())));
        }
    }

    /**
     * Waits for a server that a killed process left behind, as its watchdog stops it, and removes
     * its process file. The file may name a process that is something else by now.
     */
    void awaitEndOfFormerServer() throws IOException {
        long deadline = System.nanoTime() + FORMER_SERVER_LIMIT.toNanos();
        Optional<ProcessHandle> server = formerServer(data());
        while (server.isPresent()) {
            if (System.nanoTime() > deadline) {
                throw new EmbeddedPostgresException(
                        "a PostgreSQL server (process %d) still runs on %s: stop it with kill -INT %d"
                                .formatted(server.get().pid(), data(), server.get().pid()));
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
            server = formerServer(data());
        }
        Files.deleteIfExists(processFile(data()));
    }

    private static Path processFile(Path data) {
        return data.resolve("postmaster.pid");
    }

    private static Optional<ProcessHandle> formerServer(Path data) throws IOException {
        List<String> lines = processLines(data);
        if (lines.isEmpty() || !lines.getFirst().strip().matches("\\d{1,18}")) {
            return Optional.empty();
        }
        return ProcessHandle.of(Long.parseLong(lines.getFirst().strip()))
                .filter(ProcessHandle::isAlive)
                .filter(process -> runsOn(process, data));
    }

    private static boolean runsOn(ProcessHandle process, Path data) {
        String[] arguments = process.info().arguments().orElse(new String[0]);
        return List.of(arguments).contains(data.toString());
    }

    /** The lines of the process file; the eighth is the state. */
    private static List<String> processLines(Path data) throws IOException {
        try {
            return Files.readAllLines(processFile(data));
        } catch (NoSuchFileException notThere) {
            return List.of();
        }
    }

    boolean isServerReady() throws IOException {
        List<String> lines = processLines(data());
        return lines.size() >= 8 && lines.get(7).strip().equals("ready");
    }

    @Override
    public void close() {
        try (lockFile) {
            if (ephemeral) {
                Trees.delete(root);
            }
        } catch (IOException e) {
            LOG.log(Level.WARNING, "cannot release the data folder " + root, e);
        }
    }
}
