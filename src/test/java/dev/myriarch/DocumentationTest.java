package dev.myriarch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Links of the pages lead somewhere, and decision records are complete and listed. */
class DocumentationTest {
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#]+)(#[^)]*)?\\)");
    private static final Pattern RECORD = Pattern.compile("(\\d{4})-[a-z0-9-]+\\.md");
    private static final Path RECORDS = Path.of("docs/adr");
    private static final List<String> SECTIONS =
            List.of("Status", "Context", "Decision", "Consequences", "Alternatives");

    @Test
    void everyRelativeLinkOfAPageLeadsToAFile() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path page : pages()) {
            Matcher link = LINK.matcher(Files.readString(page));
            while (link.find()) {
                String target = link.group(1);
                if (!target.contains("://") && !Files.exists(page.resolveSibling(target))) {
                    broken.add(page + " → " + target);
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void everyPageBelowDocsIsLinkedFromTheIndex() throws IOException {
        String index = Files.readString(Path.of("docs/README.md"));
        List<Path> unlisted = new ArrayList<>();
        for (Path page : pages()) {
            boolean indexed = page.startsWith("docs") && !page.startsWith(RECORDS);
            if (indexed && !page.endsWith("README.md")) {
                String name = Path.of("docs").relativize(page).toString();
                if (!index.contains("(" + name + ")")) {
                    unlisted.add(page);
                }
            }
        }
        assertThat(unlisted).isEmpty();
    }

    @Test
    void decisionRecordsAreListedNumberedOnceAndHaveAllSections() throws IOException {
        String index = Files.readString(RECORDS.resolve("README.md"));
        Set<String> numbers = new TreeSet<>();
        for (Path record : records()) {
            String name = record.getFileName().toString();
            Matcher matcher = RECORD.matcher(name);
            assertThat(matcher.matches()).as(name).isTrue();
            assertThat(numbers.add(matcher.group(1))).as("%s is used twice", name).isTrue();
            assertThat(index).contains("(" + name + ")");
            String text = Files.readString(record);
            for (String section : SECTIONS) {
                assertThat(text).as(name).containsPattern("(?m)^## " + section + "\n[^#\\s]");
            }
        }
        assertThat(numbers).isNotEmpty();
    }

    private static List<Path> records() throws IOException {
        try (Stream<Path> files = Files.list(RECORDS)) {
            return files.filter(file -> !file.endsWith("README.md")).sorted().toList();
        }
    }

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>();
        for (String root : List.of("docs", "examples")) {
            try (Stream<Path> files = Files.walk(Path.of(root))) {
                files.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
            }
        }
        try (Stream<Path> files = Files.list(Path.of(""))) {
            files.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
        }
        return pages;
    }
}
