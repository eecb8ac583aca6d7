package dev.myriarch.app;

import dev.myriarch.config.Config;
import dev.myriarch.config.ListenAddress;
import dev.myriarch.config.Mode;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Checked options of {@code myriarchd dev}, with the settings of the file that it names.
 *
 * @param listen a host and a port; port 0 for any
 * @param gitops an existing folder
 * @param state where to keep state; empty for a throw-away database
 */
record DevOptions(InetSocketAddress listen, Path gitops, Optional<Path> state, Config config) {
    /** What the user gave; empty where nothing was given. */
    record Given(
            Optional<String> listen,
            Optional<Path> gitops,
            Optional<Path> state,
            boolean ephemeral,
            Optional<Path> config) {}

    /**
     * Checks the options and says what is wrong with the first that is. Options win over the
     * settings.
     *
     * @param defaultGitops the folder when neither options nor settings name one
     */
    static DevOptions check(Given given, Path defaultGitops) {
        if (given.ephemeral() && given.state().isPresent()) {
            throw new StartupException(
                    "--ephemeral and --state exclude each other: give one of them");
        }
        Config config = ConfigFiles.load(Mode.DEVELOPMENT, given.config());
        return check(
                given.listen().orElse(config.server().listenAddr().toString()),
                given.gitops().orElseGet(() -> folder(config, defaultGitops)),
                given.state(),
                given.ephemeral(),
                config);
    }

    private static Path folder(Config config, Path defaultGitops) {
        String source = config.gitops().source();
        if (source.isEmpty()) {
            return defaultGitops;
        }
        return ConfigFiles.repository(config.gitops());
    }

    private static DevOptions check(
            String listen, Path gitops, Optional<Path> state, boolean ephemeral, Config config) {
        refuseEmpty("--gitops", gitops);
        state.ifPresent(folder -> refuseEmpty("--state", folder));
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

    /** An empty text is the working folder to Java, and a slip to people. */
    private static void refuseEmpty(String option, Path folder) {
        if (folder.toString().isEmpty()) {
            throw new StartupException(option + " is empty: give it a folder");
        }
    }

    private static InetSocketAddress address(String text) {
        ListenAddress listen =
                ListenAddress.parse(text)
                        .orElseThrow(() ->
                                new StartupException(
                                        "--listen "
                                                + text
                                                + " is no address: write HOST:PORT, such as"
                                                + " 127.0.0.1:8080 or [::1]:8080"));
        if (listen.host().isEmpty()) {
            return new InetSocketAddress(listen.port());
        }
        InetSocketAddress address = new InetSocketAddress(listen.host(), listen.port());
        if (address.isUnresolved()) {
            throw new StartupException(
                    "--listen %s: the host name %s is unknown".formatted(text, listen.host()));
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
