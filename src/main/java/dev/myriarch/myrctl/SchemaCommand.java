package dev.myriarch.myrctl;

import dev.myriarch.base.Value;
import dev.myriarch.gitops.Nearest;
import dev.myriarch.gitops.ObjectKind;
import dev.myriarch.gitops.ObjectSchema;
import dev.myriarch.gitops.RepositoryFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** JSON Schemas of the objects, and what editors need to find them. */
@Command(
        name = "schema",
        description = {
            "Prints the JSON Schema (draft-07) of the objects, or writes it for editors.",
            "Exit codes: 0 done, 1 a file could not be annotated, 2 wrong usage or trouble."
        },
        mixinStandardHelpOptions = true,
        versionProvider = MyrctlVersion.class)
final class SchemaCommand implements Callable<Integer> {
    private static final String ALL_KINDS = "myriarch.schema.json";
    private static final String SETTINGS = "vscode-settings.json";

    private final Surroundings surroundings;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "DIR",
            description = "Folder with the objects that are edited; for settings and --annotate.")
    private @Nullable Path repository;

    @Option(
            names = "--kind",
            paramLabel = "KIND",
            description = "Only objects of this kind, such as Fleet.")
    private @Nullable String kind;

    @Option(
            names = "--write",
            paramLabel = "DIR",
            description =
                    "Writes a schema for each kind, one for all, and with DIR the settings of"
                            + " Visual Studio Code, instead of printing.")
    private @Nullable Path folder;

    @Option(
            names = "--annotate",
            arity = "0..1",
            fallbackValue = "vscode",
            paramLabel = "vscode|jetbrains",
            description =
                    "Puts the comment that names the schema written by --write at the beginning of"
                            + " every file of DIR (default: vscode, for all editors with"
                            + " yaml-language-server).")
    private @Nullable Editor annotate;

    /** Lower case, because picocli shows and reads the names. */
    @SuppressWarnings("MemberName")
    enum Editor {
        vscode(Modeline.VSCODE),
        jetbrains(Modeline.JETBRAINS);

        private final Modeline modeline;

        Editor(Modeline modeline) {
            this.modeline = modeline;
        }
    }

    SchemaCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        Optional<ObjectKind> wanted = Optional.ofNullable(kind).map(SchemaCommand::kindOf);
        if (folder == null) {
            if (annotate != null || repository != null) {
                throw CommandException.trouble(
                        "--write DIR is missing: editors read the schemas from files, so they must"
                                + " be written somewhere, such as --write schemas");
            }
            surroundings
                    .out()
                    .print(
                            PrettyJson.write(
                                    wanted.map(ObjectSchema::of)
                                            .orElseGet(ObjectSchema::ofAllKinds)));
            return 0;
        }
        if (annotate != null && (repository == null || wanted.isPresent())) {
            throw CommandException.trouble(
                    "--annotate needs the folder with the objects, and no --kind, such as \"myrctl"
                            + " schema gitops --write schemas --annotate\"");
        }
        writeSchemas(folder, wanted);
        return repository == null ? 0 : connect(repository, folder, wanted);
    }

    private static ObjectKind kindOf(String text) {
        List<String> names = Arrays.stream(ObjectKind.values()).map(ObjectKind::text).toList();
        return ObjectKind.of(text)
                .orElseThrow(() ->
                        CommandException.trouble(
                                "there is no kind \"%s\"; %s"
                                        .formatted(
                                                text,
                                                Nearest.to(text, names)
                                                        .map(near -> "did you mean " + near + "?")
                                                        .orElse(
                                                                "there are "
                                                                        + String.join(
                                                                                ", ", names)))));
    }

    private static String fileName(ObjectKind kind) {
        return kind.text().toLowerCase(Locale.ROOT) + ".schema.json";
    }

    private void writeSchemas(Path target, Optional<ObjectKind> wanted) {
        for (ObjectKind each : ObjectKind.values()) {
            if (wanted.isEmpty() || wanted.get() == each) {
                write(target.resolve(fileName(each)), ObjectSchema.of(each));
            }
        }
        if (wanted.isEmpty()) {
            write(target.resolve(ALL_KINDS), ObjectSchema.ofAllKinds());
        }
    }

    private void write(Path file, Value content) {
        Path absolute = surroundings.resolve(file);
        try {
            Files.createDirectories(absolute.toAbsolutePath().getParent());
            Files.writeString(absolute, PrettyJson.write(content), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw CommandException.trouble(
                    "%s cannot be written: %s".formatted(absolute, Reasons.of(e)));
        }
        surroundings.out().println(surroundings.shown(file));
    }

    /** Settings for the editor, and comments in the files when they are wanted. */
    private int connect(Path objects, Path schemas, Optional<ObjectKind> wanted) {
        List<RepositoryFile> files = RepositoryFiles.read(surroundings, objects).files();
        if (wanted.isEmpty()) {
            write(schemas.resolve(SETTINGS), settings(objects, schemas, files));
            surroundings
                    .err()
                    .println(
                            "put what is in %s into .vscode/settings.json"
                                    .formatted(surroundings.shown(schemas.resolve(SETTINGS))));
        }
        return annotate == null ? 0 : annotate(annotate.modeline, objects, schemas, files);
    }

    /**
     * The folders that hold objects, one by one: a pattern for everything below the repository
     * would take files that are no objects, such as golden files.
     */
    private Value settings(Path objects, Path schemas, List<RepositoryFile> files) {
        TreeSet<String> patterns = new TreeSet<>();
        for (RepositoryFile file : files) {
            Path parent = objects.resolve(file.path()).resolveSibling("*");
            String ending = file.path().substring(file.path().lastIndexOf('.'));
            patterns.add(surroundings.shown(parent) + ending);
        }
        Value association = Value.ofTexts(List.copyOf(patterns));
        String schema = "./" + surroundings.shown(schemas.resolve(ALL_KINDS));
        return new Value.Mapping(
                Map.of("yaml.schemas", new Value.Mapping(Map.of(schema, association))));
    }

    private int annotate(
            Modeline modeline, Path objects, Path schemas, List<RepositoryFile> files) {
        int exitCode = 0;
        for (RepositoryFile file : files) {
            Path path = surroundings.resolve(objects).resolve(file.path());
            Optional<String> schema = FileKinds.of(file).map(SchemaCommand::schemaOf);
            Optional<String> text = RepositoryFiles.text(file);
            if (schema.isEmpty() || text.isEmpty()) {
                surroundings
                        .err()
                        .println(
                                "%s is left alone: \"myrctl validate\" says what is wrong with it"
                                        .formatted(surroundings.shown(path)));
                exitCode = CommandException.NEGATIVE;
                continue;
            }
            String annotated =
                    modeline.annotate(text.get(), relative(path, schemas.resolve(schema.get())));
            if (!annotated.equals(text.get())) {
                RepositoryFiles.replace(path, annotated);
                surroundings.out().println(surroundings.shown(path));
            }
        }
        return exitCode;
    }

    /** A file as seen from the folder of another one. */
    private String relative(Path from, Path to) {
        Path file = from.toAbsolutePath().normalize();
        Path target = surroundings.resolve(to).toAbsolutePath().normalize();
        // One step up too many, because a file is no folder.
        return file.relativize(target).toString().replace('\\', '/').replaceFirst("^\\.\\./", "");
    }

    /** That of the kind when a file has only one. */
    private static String schemaOf(List<ObjectKind> kinds) {
        return kinds.stream().distinct().count() == 1 ? fileName(kinds.getFirst()) : ALL_KINDS;
    }
}
