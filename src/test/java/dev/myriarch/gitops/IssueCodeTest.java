package dev.myriarch.gitops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.testing.GoldenFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.StringEntry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The catalogue of issue codes against the code that raises them, and the page made from it. */
final class IssueCodeTest {
    private static final Pattern CODE = Pattern.compile("[a-z]+(_[a-z]+)+");

    /** Whoever raises issues; sub-packages have their own line. */
    private static final List<String> PACKAGES =
            List.of("blueprint", "gitops", "gitops/io", "yaml");

    @Test
    void everyCodeOfTheClassesIsInTheCatalogueAndTheOtherWayRound() throws Exception {
        Path classes =
                Path.of(
                        IssueCode.class
                                .getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .toURI());
        Set<String> raised = new TreeSet<>();
        for (String name : PACKAGES) {
            raised.addAll(constants(classes.resolve("dev/myriarch").resolve(name)));
        }

        assertThat(raised).containsExactlyElementsOf(IssueCode.codes());
    }

    @Test
    void everyCodeHasTextsThatEndLikeSentences() {
        for (IssueCode code : IssueCode.values()) {
            assertThat(code.meaning()).as(code.code()).matches("(?s)[A-Z].*\\.");
            assertThat(code.fix()).as(code.code()).matches("(?s)[A-Z].*\\.");
            assertThat(code.example()).as(code.code()).isNotBlank();
            assertThat(IssueCode.of(code.code())).contains(code);
        }
    }

    @Test
    void theReferencePageIsMadeFromTheCatalogue() {
        GoldenFiles.checkFile(Path.of("docs/reference/issue-codes.md"), page());
    }

    private static String page() {
        StringBuilder page =
                new StringBuilder(
                        """
                        # Issue codes

                        What the checks of a GitOps repository can find, on the server and in `myrctl validate`. The
                        codes are stable. An error keeps a revision from being applied, a warning does not.
                        `myrctl explain CODE` prints the same.

                        <!-- Made from IssueCode by IssueCodeTest with -Dgolden.update=true; edit there. -->

                        | Code | Severity | Meaning |
                        | --- | --- | --- |
                        """);
        for (IssueCode code : IssueCode.values()) {
            page.append(
                    "| [`%s`](#%s) | %s | %s |\n"
                            .formatted(
                                    code.code(),
                                    code.code(),
                                    code.weight().text(),
                                    code.meaning()));
        }
        for (IssueCode code : IssueCode.values()) {
            page.append(
                    "\n## %s\n\n%s (%s)\n\n```yaml\n%s\n```\n\n%s\n"
                            .formatted(
                                    code.code(),
                                    code.meaning(),
                                    code.weight().text(),
                                    code.example(),
                                    code.fix()));
        }
        return page.toString();
    }

    /** Text constants that look like a code, of the classes directly in a folder. */
    private static Set<String> constants(Path folder) {
        Set<String> constants = new TreeSet<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".class")).toList()) {
                if (file.getFileName().toString().startsWith("IssueCode")) {
                    continue;
                }
                for (PoolEntry entry : ClassFile.of().parse(file).constantPool()) {
                    if (entry instanceof StringEntry text
                            && CODE.matcher(text.stringValue()).matches()) {
                        constants.add(text.stringValue());
                    }
                }
            }
            return constants;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
