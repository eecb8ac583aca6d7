package dev.myriarch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page about conformance names tests that exist. */
class OpampConformanceTest {
    private static final Path PAGE = Path.of("docs/reference/opamp-conformance.md");
    private static final Path TESTS = Path.of("src/test/java");
    private static final Pattern NAMED = Pattern.compile("`(\\w+Test)\\.(\\w+)`");

    @Test
    void everyTestThatThePageNamesExists() throws IOException {
        Map<String, String> sources = sources();
        List<String> missing = new ArrayList<>();
        int named = 0;
        Matcher test = NAMED.matcher(Files.readString(PAGE));
        while (test.find()) {
            named++;
            if (!declares(sources.getOrDefault(test.group(1), ""), test.group(2))) {
                missing.add(test.group());
            }
        }
        assertThat(missing).isEmpty();
        assertThat(named).isPositive();
    }

    @Test
    void everyRuleHasATestOrSaysWhyItHasNone() throws IOException {
        assertThat(Files.readAllLines(PAGE))
                .filteredOn(line -> line.startsWith("| ") && !line.contains("---"))
                .filteredOn(line -> !line.startsWith("| Rule |"))
                .isNotEmpty()
                .allMatch(line ->
                        NAMED.matcher(line).find()
                                || line.contains("**no**")
                                || line.contains("`opamp.")
                                || line.contains("no packages"));
    }

    /** Between the annotation and the method there may be others, with braces, but no method. */
    private static boolean declares(String source, String method) {
        return Pattern.compile(
                        "@(Parameterized)?Test\\b(?:(?!\\bvoid\\b)[^;])*+\\bvoid " + method + "\\(")
                .matcher(source)
                .find();
    }

    /** The source of each test class; of all together that share a name. */
    private static Map<String, String> sources() throws IOException {
        Map<String, String> sources = new HashMap<>();
        try (Stream<Path> files = Files.walk(TESTS)) {
            for (Path file : files.filter(f -> f.toString().endsWith("Test.java")).toList()) {
                sources.merge(
                        file.getFileName().toString().replace(".java", ""),
                        Files.readString(file),
                        String::concat);
            }
        }
        return sources;
    }
}
