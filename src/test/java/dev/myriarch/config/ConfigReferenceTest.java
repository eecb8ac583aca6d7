package dev.myriarch.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The reference page is generated; {@code -Dgolden.update=true} writes it. */
class ConfigReferenceTest {
    private static final Path PAGE = Path.of("docs/reference/configuration.md");

    private static final String INTRODUCTION =
            """
            # Configuration

            Every setting of `myriarchd`, with its type, its default and the variable that overrides it.
            How settings are read is in [operate/configuration.md](../operate/configuration.md). This page
            is generated from the program; a test compares it.
            """;

    private static final Pattern LINE =
            Pattern.compile("( *)([A-Za-z]+):(?:[^#\"]|\"[^\"]*\")*(?:# *(.*))?");

    @Test
    void referencePageIsCurrent() throws IOException {
        String page = page();
        if (Boolean.getBoolean("golden.update")) {
            assertThat(System.getenv("CI")).as("not rewritten in CI").isNotEqualTo("true");
            Files.createDirectories(PAGE.toAbsolutePath().getParent());
            Files.writeString(PAGE, page);
        }
        assertThat(PAGE).as("-Dgolden.update=true writes it").isRegularFile();
        assertThat(Files.readString(PAGE)).isEqualTo(page);
    }

    private static String page() {
        Map<String, String> notes = notes();
        StringBuilder page = new StringBuilder(INTRODUCTION);
        String section = "";
        for (Setting setting : ConfigLoader.settings()) {
            String name = setting.path().substring(0, setting.path().indexOf('.'));
            if (!name.equals(section)) {
                section = name;
                page.append("\n## ").append(section);
                page.append("\n\n| Setting | Type | Default | Variable | Note |\n");
                page.append("| --- | --- | --- | --- | --- |\n");
            }
            List<String> cells =
                    List.of(
                            code(setting.path()),
                            setting.type(),
                            code(setting.fallback()),
                            code(setting.variable()),
                            cell(notes.getOrDefault(setting.path(), "")));
            page.append("| ").append(String.join(" | ", cells)).append(" |\n");
        }
        return page.toString();
    }

    private static String code(String text) {
        return text.isEmpty() ? "" : "`" + cell(text) + "`";
    }

    private static String cell(String text) {
        return text.replace("|", "\\|");
    }

    /** The comments of the shipped file, by path. */
    private static Map<String, String> notes() {
        Map<String, String> notes = new HashMap<>();
        Deque<String> path = new ArrayDeque<>();
        for (String line : ConfigLoader.defaultFile().lines().toList()) {
            Matcher match = LINE.matcher(line);
            if (!match.matches()) {
                continue;
            }
            int depth = match.group(1).length() / 2;
            while (path.size() > depth) {
                path.removeLast();
            }
            path.addLast(match.group(2));
            if (match.group(3) != null) {
                notes.put(String.join(".", path), match.group(3));
            }
        }
        return notes;
    }
}
