package dev.myriarch.myrctl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Unified diffs, by example and by applying random ones. */
final class LineDiffTest {
    private static final Pattern HEADER = Pattern.compile("@@ -(\\d+)(?:,(\\d+))? \\+.* @@");

    @Test
    void equalTextsHaveNoHunks() {
        assertThat(LineDiff.hunks("a\nb\n", "a\nb\n")).isEmpty();
    }

    @Test
    void changeIsShownWithThreeLinesAround() {
        assertThat(LineDiff.hunks("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nx\n6\n7\n8\n9\n"))
                .isEqualTo("@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+x\n 6\n 7\n 8\n");
    }

    @Test
    void emptyTextIsReplacedByAll() {
        assertThat(LineDiff.hunks("", "a\nb\n")).isEqualTo("@@ -0,0 +1,2 @@\n+a\n+b\n");
        assertThat(LineDiff.hunks("a\n", "")).isEqualTo("@@ -1 +0,0 @@\n-a\n");
    }

    @Test
    void textsWithNothingInCommonAreReplacedAsAWhole() {
        StringBuilder before = new StringBuilder();
        StringBuilder after = new StringBuilder();
        for (int line = 0; line < 3_000; line++) {
            before.append("a").append(line).append('\n');
            after.append("b").append(line).append('\n');
        }

        String hunks = LineDiff.hunks(before.toString(), after.toString());

        assertThat(hunks).startsWith("@@ -1,3000 +1,3000 @@\n-a0\n");
        assertThat(apply(before.toString(), hunks)).isEqualTo(after.toString());
    }

    @Test
    void hunksTurnOneTextIntoTheOther() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int round = 0; round < 2_000; round++) {
            String before = text(random);
            String after = text(random);

            String hunks = LineDiff.hunks(before, after);

            assertThat(apply(before, hunks)).as("seed %d, round %d", seed, round).isEqualTo(after);
        }
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        int lines = random.nextInt(30);
        for (int line = 0; line < lines; line++) {
            text.append((char) ('a' + random.nextInt(4))).append('\n');
        }
        return text.toString();
    }

    private static String apply(String before, String hunks) {
        List<String> old = before.lines().toList();
        List<String> result = new ArrayList<>();
        int at = 0;
        for (String line : hunks.lines().toList()) {
            Matcher header = HEADER.matcher(line);
            if (header.matches()) {
                boolean none = "0".equals(header.group(2));
                int start = Integer.parseInt(header.group(1)) - (none ? 0 : 1);
                result.addAll(old.subList(at, start));
                at = start;
                continue;
            }
            String text = line.substring(1);
            if (line.charAt(0) != '+') {
                assertThat(old.get(at)).isEqualTo(text);
                at++;
            }
            if (line.charAt(0) != '-') {
                result.add(text);
            }
        }
        result.addAll(old.subList(at, old.size()));
        return result.isEmpty() ? "" : String.join("\n", result) + "\n";
    }
}
