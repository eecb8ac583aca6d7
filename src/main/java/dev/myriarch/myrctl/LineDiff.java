package dev.myriarch.myrctl;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A unified diff of two texts, by the algorithm of Myers (1986). */
final class LineDiff {
    private static final int CONTEXT = 3;

    /** Above it the texts have little in common, and all lines in between count as changed. */
    private static final int MAX_DISTANCE = 2_000;

    private LineDiff() {}

    /**
     * @param text without line end
     */
    private record Line(char sign, String text) {}

    /** The hunks without a header; empty when the texts are equal. */
    static String hunks(String before, String after) {
        List<String> oldLines = before.lines().toList();
        List<String> newLines = after.lines().toList();
        if (before.equals(after)) {
            return "";
        }
        return write(lines(oldLines, newLines));
    }

    private static List<Line> lines(List<String> before, List<String> after) {
        int start = 0;
        int most = Math.min(before.size(), after.size());
        while (start < most && before.get(start).equals(after.get(start))) {
            start++;
        }
        int end = 0;
        while (end < most - start
                && before.get(before.size() - 1 - end).equals(after.get(after.size() - 1 - end))) {
            end++;
        }
        List<Line> lines = new ArrayList<>();
        before.subList(0, start).forEach(text -> lines.add(new Line(' ', text)));
        lines.addAll(
                middle(
                        before.subList(start, before.size() - end),
                        after.subList(start, after.size() - end)));
        before.subList(before.size() - end, before.size())
                .forEach(text -> lines.add(new Line(' ', text)));
        return lines;
    }

    /**
     * Walks the edit graph until both ends meet, keeping each round's frontier for the way back.
     */
    private static List<Line> middle(List<String> before, List<String> after) {
        int most = Math.min(before.size() + after.size(), MAX_DISTANCE);
        List<int[]> rounds = new ArrayList<>();
        int[] furthest = {0, 0, 0};
        for (int distance = 0; distance <= most; distance++) {
            int[] next = new int[2 * distance + 3];
            for (int diagonal = -distance; diagonal <= distance; diagonal += 2) {
                int x = distance == 0 ? 0 : step(furthest, distance, diagonal);
                int y = x - diagonal;
                while (x < before.size()
                        && y < after.size()
                        && before.get(x).equals(after.get(y))) {
                    x++;
                    y++;
                }
                next[diagonal + distance + 1] = x;
                if (x >= before.size() && y >= after.size()) {
                    rounds.add(next);
                    return back(before, after, rounds);
                }
            }
            rounds.add(next);
            furthest = next;
        }
        List<Line> all = new ArrayList<>();
        before.forEach(text -> all.add(new Line('-', text)));
        after.forEach(text -> all.add(new Line('+', text)));
        return all;
    }

    /** Where round {@code distance} begins on a diagonal, from the round before it. */
    private static int step(int[] former, int distance, int diagonal) {
        return isDown(former, distance, diagonal)
                ? at(former, distance - 1, diagonal + 1)
                : at(former, distance - 1, diagonal - 1) + 1;
    }

    private static boolean isDown(int[] former, int distance, int diagonal) {
        return diagonal == -distance
                || (diagonal != distance
                        && at(former, distance - 1, diagonal - 1)
                                < at(former, distance - 1, diagonal + 1));
    }

    private static int at(int[] round, int distance, int diagonal) {
        return round[diagonal + distance + 1];
    }

    private static List<Line> back(List<String> before, List<String> after, List<int[]> rounds) {
        List<Line> reversed = new ArrayList<>();
        int x = before.size();
        int y = after.size();
        for (int distance = rounds.size() - 1; distance > 0; distance--) {
            int[] former = rounds.get(distance - 1);
            int diagonal = x - y;
            boolean down = isDown(former, distance, diagonal);
            int formerX = at(former, distance - 1, down ? diagonal + 1 : diagonal - 1);
            int formerY = formerX - (down ? diagonal + 1 : diagonal - 1);
            while (x > formerX && y > formerY) {
                reversed.add(new Line(' ', before.get(--x)));
                y--;
            }
            if (down) {
                reversed.add(new Line('+', after.get(--y)));
            } else {
                reversed.add(new Line('-', before.get(--x)));
            }
        }
        while (x > 0 && y > 0) {
            reversed.add(new Line(' ', before.get(--x)));
            y--;
        }
        Collections.reverse(reversed);
        return reversed;
    }

    private static String write(List<Line> lines) {
        StringBuilder out = new StringBuilder();
        int at = 0;
        int oldLine = 1;
        int newLine = 1;
        while (at < lines.size()) {
            if (lines.get(at).sign() == ' ') {
                at++;
                oldLine++;
                newLine++;
                continue;
            }
            int lead = Math.min(CONTEXT, at);
            int end = hunkEnd(lines, at);
            int from = at - lead;
            List<Line> hunk = lines.subList(from, end);
            long olds = hunk.stream().filter(line -> line.sign() != '+').count();
            long news = hunk.stream().filter(line -> line.sign() != '-').count();
            out.append(
                    "@@ -%s +%s @@\n"
                            .formatted(range(oldLine - lead, olds), range(newLine - lead, news)));
            hunk.forEach(line -> out.append(line.sign()).append(line.text()).append('\n'));
            oldLine += (int) olds - lead;
            newLine += (int) news - lead;
            at = end;
        }
        return out.toString();
    }

    private static String range(int start, long count) {
        return (count == 0 ? start - 1 : start) + (count == 1 ? "" : "," + count);
    }

    /** After the last change that is near the one before it, and its context. */
    private static int hunkEnd(List<Line> lines, int from) {
        int last = from;
        for (int at = from; at < lines.size() && at - last <= 2 * CONTEXT; at++) {
            if (lines.get(at).sign() != ' ') {
                last = at;
            }
        }
        return Math.min(lines.size(), last + 1 + CONTEXT);
    }
}
