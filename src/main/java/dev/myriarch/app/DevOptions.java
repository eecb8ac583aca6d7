package dev.myriarch.app;

import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Checked options of {@code myriarchd dev}.
 *
 * @param listen a host and a port; port 0 for any
 * @param gitops an existing folder
 * @param state where to keep state; empty for a throw-away database
 * @param config settings file
 */
record DevOptions(
        InetSocketAddress listen, Path gitops, Optional<Path> state, Optional<Path> config) {

    /** Checks the options and says what is wrong with the first that is. */
    static DevOptions check(
            String listen,
            Path gitops,
            Optional<Path> state,
            boolean ephemeral,
            Optional<Path> config) {
        if (ephemeral && state.isPresent()) {
            throw new StartupException(
                    "--ephemeral and --state exclude each other: give one of them");
        }
        if (!Files.isDirectory(gitops)) {
            throw new StartupException(
                    "the folder %s does not exist: give a folder with GitOps objects to --gitops"
                            .formatted(gitops));
        }
        Optional<Path> kept =
                ephemeral ? Optional.empty() : Optional.of(state.orElseGet(DevOptions::stateHome));
        kept.filter(folder -> Files.exists(folder) && !Files.isDirectory(folder))
                .ifPresent(file -> {
                    throw new StartupException(
                            "%s is not a folder: give a folder to --state".formatted(file));
                });
        return new DevOptions(address(listen), gitops, kept, config);
    }

    private static InetSocketAddress address(String listen) {
        int colon = listen.lastIndexOf(':');
        String host = colon < 0 ? "" : listen.substring(0, colon);
        String port = listen.substring(colon + 1);
        if (host.isEmpty() || !port.matches("[0-9]{1,5}") || Integer.parseInt(port) > 65_535) {
            throw new StartupException(
                    "--listen %s is no address: write HOST:PORT, such as 127.0.0.1:8080"
                            .formatted(listen));
        }
        String bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        InetSocketAddress address = new InetSocketAddress(bare, Integer.parseInt(port));
        if (address.isUnresolved()) {
            throw new StartupException(
                    "--listen %s: the host name %s is unknown".formatted(listen, bare));
        }
        return address;
    }

    /** Root's home is closed to the user that the database runs as, so root gets another place. */
    private static Path stateHome() {
        if (System.getProperty("user.name").equals("root")) {
            return Path.of("/var/lib/myriarch-dev");
        }
        String home = System.getenv("XDG_STATE_HOME");
        Path base =
                home == null || home.isEmpty()
                        ? Path.of(System.getProperty("user.home"), ".local", "state")
                        : Path.of(home);
        return base.resolve("myriarch-dev");
    }
}
