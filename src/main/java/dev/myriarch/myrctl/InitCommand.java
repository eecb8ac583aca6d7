package dev.myriarch.myrctl;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes a small repository to begin with. */
@Command(
        name = "init",
        description = {
            "Writes a small valid repository and the files that check it in CI. Never overwrites.",
            "Exit codes: 0 written, 1 a file is there already, 2 wrong usage or trouble."
        },
        mixinStandardHelpOptions = true,
        versionProvider = MyrctlVersion.class)
final class InitCommand implements Callable<Integer> {
    /** In a folder of their own, because the YAML of CI systems beside them would be read, too. */
    private static final List<String> FILES =
            List.of(
                    "gitops/blueprints/linux-host.yaml",
                    "gitops/fleets/linux-hosts.yaml",
                    "gitops/samples/agents/linux.yaml");

    private final Surroundings surroundings;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "DIR",
            description = "Folder that is created or filled (default: the current one).")
    private Path folder = Path.of("");

    @Option(
            names = "--ci",
            paramLabel = "github|gitlab|none",
            description = "Which CI checks the repository (default: ${DEFAULT-VALUE}).")
    private Ci ci = Ci.none;

    /** Lower case, because picocli shows and reads the names. */
    @SuppressWarnings("MemberName")
    enum Ci {
        github(".github/workflows/myrctl.yaml"),
        gitlab(".gitlab-ci.yml"),
        none("");

        private final String file;

        Ci(String file) {
            this.file = file;
        }
    }

    InitCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        Path root = surroundings.resolve(folder);
        List<String> files = new ArrayList<>(FILES);
        if (!ci.file.isEmpty()) {
            files.add(ci.file);
        }
        for (String file : files) {
            if (Files.exists(root.resolve(file), LinkOption.NOFOLLOW_LINKS)) {
                throw CommandException.negative(
                        "%s is there already; nothing was written".formatted(root.resolve(file)));
            }
        }
        for (String file : files) {
            write(root.resolve(file), resource(file));
            surroundings.out().println(file);
        }
        surroundings
                .out()
                .println(
                        "now \"myrctl validate %s\" checks it"
                                .formatted(surroundings.shown(folder.resolve("gitops"))));
        return 0;
    }

    /** Without dots in front of names: they would be hidden among the sources. */
    private static byte[] resource(String file) {
        String name = "init/" + file.replace("/.", "/").replaceFirst("^\\.", "");
        try (InputStream in = InitCommand.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the resource %s is missing".formatted(name));
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw CommandException.trouble(
                    "%s cannot be read from the program: %s".formatted(name, Reasons.of(e)));
        }
    }

    private static void write(Path file, byte[] content) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.write(file, content, StandardOpenOption.CREATE_NEW);
        } catch (FileAlreadyExistsException e) {
            throw CommandException.negative("%s is there already".formatted(file));
        } catch (IOException e) {
            throw CommandException.trouble(
                    "%s cannot be written: %s".formatted(file, Reasons.of(e)));
        }
    }
}
