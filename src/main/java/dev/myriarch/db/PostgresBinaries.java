package dev.myriarch.db;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.tukaani.xz.XZInputStream;

/**
 * The programs of a PostgreSQL server.
 *
 * @param folder holds {@code postgres} and {@code initdb}
 */
record PostgresBinaries(Path folder, int majorVersion) {
    static final String FOLDER_VARIABLE = "MYRIARCH_DEV_POSTGRES_BIN";
    static final String ARCHIVE_VARIABLE = "MYRIARCH_DEV_POSTGRES_ARCHIVE";
    static final int OLDEST_VERSION = 15;

    private static final Pattern VERSION = Pattern.compile("\\(PostgreSQL\\) (\\d+)");

    /** Memory that the decoder of an archive may use. */
    private static final int XZ_MEMORY_KIB = 256 * 1024;

    Path program(String name) {
        return folder.resolve(name);
    }

    /**
     * Finds a server: the folder of {@link #FOLDER_VARIABLE}, else the newest installed one, else
     * the archive of {@link #ARCHIVE_VARIABLE}.
     *
     * @param wanted the only major version that will do, where data of that version is there
     * @param cache where an archive is unpacked, once
     */
    static PostgresBinaries find(
            Map<String, String> environment, Path cache, OptionalInt wanted, LocalUser user) {
        String folder = environment.getOrDefault(FOLDER_VARIABLE, "");
        if (!folder.isEmpty()) {
            return require(at(Path.of(folder)), wanted, FOLDER_VARIABLE + "=" + folder);
        }
        Optional<PostgresBinaries> installed = installed(wanted);
        if (installed.isPresent()) {
            return installed.get();
        }
        String archive = environment.getOrDefault(ARCHIVE_VARIABLE, "");
        if (!archive.isEmpty()) {
            Path unpacked = unpackOnce(Path.of(archive), cache, user);
            return require(at(unpacked.resolve("bin")), wanted, ARCHIVE_VARIABLE + "=" + archive);
        }
        throw notFound(wanted);
    }

    private static EmbeddedPostgresException notFound(OptionalInt wanted) {
        String what =
                wanted.isPresent()
                        ? ("the data were made by PostgreSQL %d and no server of that version was"
                                        + " found: install it, delete the data folder to start"
                                        + " afresh,")
                                .formatted(wanted.getAsInt())
                        : "no PostgreSQL server of version %d or newer was found: install one,"
                                .formatted(OLDEST_VERSION);
        return new EmbeddedPostgresException(
                what
                        + " set %s to the folder of its programs, or %s to an archive of them"
                                .formatted(FOLDER_VARIABLE, ARCHIVE_VARIABLE));
    }

    private static PostgresBinaries require(
            Optional<PostgresBinaries> found, OptionalInt wanted, String source) {
        PostgresBinaries binaries =
                found.orElseThrow(() ->
                        new EmbeddedPostgresException(
                                source
                                        + " holds no runnable postgres and initdb: name the bin"
                                        + " folder of a PostgreSQL server"));
        if (binaries.majorVersion < OLDEST_VERSION) {
            throw new EmbeddedPostgresException(
                    "%s is PostgreSQL %d; version %d or newer is needed"
                            .formatted(source, binaries.majorVersion, OLDEST_VERSION));
        }
        if (wanted.isPresent() && wanted.getAsInt() != binaries.majorVersion) {
            throw new EmbeddedPostgresException(
                    "%s is PostgreSQL %d but the data were made by version %d: use that version, or delete the data folder to start afresh"
                            .formatted(source, binaries.majorVersion, wanted.getAsInt()));
        }
        return binaries;
    }

    private static Optional<PostgresBinaries> installed(OptionalInt wanted) {
        return candidates().stream()
                .flatMap(folder -> at(folder).stream())
                .filter(found -> found.majorVersion >= OLDEST_VERSION)
                .filter(found -> wanted.isEmpty() || wanted.getAsInt() == found.majorVersion)
                .max(Comparator.comparingInt(PostgresBinaries::majorVersion));
    }

    private static List<Path> candidates() {
        List<Path> folders = new ArrayList<>();
        // Debian, Red Hat, Homebrew on both kinds of processor, Postgres.app.
        addChildren(folders, Path.of("/usr/lib/postgresql"), "*", "bin");
        addChildren(folders, Path.of("/usr"), "pgsql-*", "bin");
        addChildren(folders, Path.of("/opt/homebrew/opt"), "postgresql*", "bin");
        addChildren(folders, Path.of("/usr/local/opt"), "postgresql*", "bin");
        addChildren(folders, Path.of("/Applications/Postgres.app/Contents/Versions"), "*", "bin");
        folders.add(Path.of("/usr/bin"));
        folders.add(Path.of("/usr/local/pgsql/bin"));
        return folders;
    }

    private static void addChildren(List<Path> folders, Path parent, String glob, String child) {
        if (!Files.isDirectory(parent)) {
            return;
        }
        try (DirectoryStream<Path> children = Files.newDirectoryStream(parent, glob)) {
            children.forEach(found -> folders.add(found.resolve(child)));
        } catch (IOException e) {
            throw new EmbeddedPostgresException("cannot list " + parent + ": " + e, e);
        }
    }

    private static Optional<PostgresBinaries> at(Path folder) {
        Path postgres = folder.resolve("postgres");
        if (!Files.isExecutable(postgres) || !Files.isExecutable(folder.resolve("initdb"))) {
            return Optional.empty();
        }
        Matcher version = VERSION.matcher(ServerProcess.output(List.of(postgres.toString(), "-V")));
        return version.find()
                ? Optional.of(new PostgresBinaries(folder, Integer.parseInt(version.group(1))))
                : Optional.empty();
    }

    /** Unpacks under a file lock, so that processes that start together do it once. */
    static Path unpackOnce(Path archive, Path cache, LocalUser user) {
        try {
            String name = archive.getFileName() + "-" + Files.size(archive);
            Path target = cache.resolve(name);
            prepareCache(cache);
            user.requireReachable("the cache folder", cache);
            try (FileChannel channel =
                            FileChannel.open(
                                    cache.resolve(name + ".lock"),
                                    StandardOpenOption.CREATE,
                                    StandardOpenOption.WRITE);
                    FileLock _ = channel.lock()) {
                if (!Files.isDirectory(target)) {
                    unpack(archive, cache.resolve(name + ".new"), target);
                }
            }
            return target;
        } catch (IOException e) {
            throw new EmbeddedPostgresException(
                    "cannot unpack %s=%s into %s: %s"
                            .formatted(ARCHIVE_VARIABLE, archive, cache, e),
                    e);
        }
    }

    /** Programs are run from here, so nobody else may be able to write to it. */
    private static void prepareCache(Path cache) throws IOException {
        Files.createDirectories(
                cache,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        Set<PosixFilePermission> permissions =
                Files.getPosixFilePermissions(cache, LinkOption.NOFOLLOW_LINKS);
        if (permissions.contains(PosixFilePermission.GROUP_WRITE)
                || permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
            throw new IOException("others can write to the cache folder " + cache);
        }
        if (!Files.isWritable(cache)) {
            throw new IOException("the cache folder " + cache + " is not writable");
        }
    }

    private static void unpack(Path archive, Path fresh, Path target) throws IOException {
        Trees.delete(fresh);
        Files.createDirectories(fresh);
        try (InputStream file = new BufferedInputStream(Files.newInputStream(archive))) {
            if (archive.toString().endsWith(".jar")) {
                unpackJar(file, fresh);
            } else {
                unpackXz(file, fresh);
            }
        }
        Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE);
    }

    private static void unpackJar(InputStream file, Path folder) throws IOException {
        ZipInputStream zip = new ZipInputStream(file);
        for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
            if (entry.getName().endsWith(".txz")) {
                unpackXz(zip, folder);
                return;
            }
        }
        throw new IOException("the jar holds no .txz archive");
    }

    private static void unpackXz(InputStream compressed, Path folder) throws IOException {
        TarReader.unpack(
                new BufferedInputStream(new XZInputStream(compressed, XZ_MEMORY_KIB)), folder);
    }
}
