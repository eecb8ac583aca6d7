package dev.myriarch.db;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.List;

/**
 * The account of the server process: PostgreSQL refuses to run as root, so root hands it to the
 * account nobody.
 */
sealed interface LocalUser {
    /** The account of this process. */
    record Same() implements LocalUser {}

    /** This process is root and starts the server as {@code nobody}. */
    record Nobody(Path setpriv) implements LocalUser {}

    static LocalUser detect() {
        if (!isRoot()) {
            return new Same();
        }
        return Commands.find("setpriv")
                .<LocalUser>map(Nobody::new)
                .orElseThrow(() ->
                        new EmbeddedPostgresException(
                                "PostgreSQL cannot run as root and the program setpriv, which"
                                        + " starts it as nobody, is missing: install util-linux"
                                        + " or run as an ordinary user"));
    }

    private static boolean isRoot() {
        try {
            Object uid = Files.getAttribute(Path.of("/proc/self"), "unix:uid");
            return uid.equals(0);
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            return System.getProperty("user.name", "").equals("root");
        }
    }

    /** The command line that runs {@code command} under the account. */
    default List<String> wrap(List<String> command) {
        return switch (this) {
            case Same() -> command;
            case Nobody(Path setpriv) -> {
                List<String> wrapped = new ArrayList<>();
                wrapped.add(setpriv.toString());
                wrapped.addAll(
                        List.of(
                                "--reuid=nobody",
                                "--regid=" + groupOfNobody(),
                                "--clear-groups",
                                "--inh-caps=-all",
                                "--no-new-privs",
                                "--"));
                wrapped.addAll(command);
                yield wrapped;
            }
        };
    }

    /** Debian calls the group nogroup, others nobody. */
    private static String groupOfNobody() {
        try {
            boolean debian =
                    Files.readAllLines(Path.of("/etc/group")).stream()
                            .anyMatch(line -> line.startsWith("nogroup:"));
            return debian ? "nogroup" : "nobody";
        } catch (IOException e) {
            throw new EmbeddedPostgresException("cannot read /etc/group: " + e.getMessage(), e);
        }
    }

    /** Gives a file or directory to the account. */
    default void own(Path path) throws IOException {
        if (this instanceof Nobody) {
            Files.setOwner(path, nobody(path));
        }
    }

    private static UserPrincipal nobody(Path path) throws IOException {
        return path.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody");
    }

    /**
     * Checks that the account can enter {@code directory} and everything above it.
     *
     * @param what for the message, such as "the data folder"
     */
    default void requireReachable(String what, Path directory) throws IOException {
        if (this instanceof Same) {
            return;
        }
        UserPrincipal nobody = nobody(directory);
        for (Path at = directory.toRealPath(); at != null; at = at.getParent()) {
            if (!isOpenTo(nobody, at)) {
                throw new EmbeddedPostgresException(
                        ("%s %s cannot be reached by the account nobody, under which root runs"
                                        + " PostgreSQL, because of %s: choose a folder outside it,"
                                        + " or run as an ordinary user")
                                .formatted(what, directory, at));
            }
        }
    }

    private static boolean isOpenTo(UserPrincipal nobody, Path directory)
            throws FileSystemException {
        try {
            PosixFileAttributes attributes =
                    Files.readAttributes(
                            directory, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            PosixFilePermission needed =
                    attributes.owner().equals(nobody)
                            ? PosixFilePermission.OWNER_EXECUTE
                            : PosixFilePermission.OTHERS_EXECUTE;
            return attributes.permissions().contains(needed);
        } catch (IOException e) {
            throw (FileSystemException) new FileSystemException(directory.toString()).initCause(e);
        }
    }
}
