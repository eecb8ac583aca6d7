package dev.myriarch.yaml.format;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Files as people write them: any indentation, comments everywhere, all styles of texts. */
final class RandomYaml {
    private final Random random;
    private final StringBuilder out = new StringBuilder();
    private int comments;

    private RandomYaml(Random random) {
        this.random = random;
    }

    static String file(Random random) {
        RandomYaml yaml = new RandomYaml(random);
        int documents = 1 + random.nextInt(2);
        for (int index = 0; index < documents; index++) {
            yaml.loose(0);
            if (index > 0 || random.nextInt(4) == 0) {
                yaml.out.append("---").append(yaml.lineEnd());
            }
            yaml.map(0, 0, false);
        }
        yaml.loose(0);
        return yaml.out.toString();
    }

    /** Comments of a text, for comparison. */
    static List<String> comments(String text) {
        List<String> comments = new ArrayList<>();
        text.lines()
                .filter(line -> line.contains("# comment "))
                .map(line -> line.substring(line.indexOf("# comment ")).strip())
                .sorted()
                .forEach(comments::add);
        return comments;
    }

    private String lineEnd() {
        String space = random.nextInt(6) == 0 ? "  " : "";
        return space + (random.nextInt(5) == 0 ? " " + comment() : "") + space + "\n";
    }

    private String comment() {
        comments++;
        return "# comment " + comments;
    }

    /** Blank lines and comments. */
    private void loose(int column) {
        while (random.nextInt(4) == 0) {
            out.append(
                    random.nextBoolean()
                            ? " ".repeat(random.nextInt(3)) + "\n"
                            : " ".repeat(column) + comment() + "\n");
        }
    }

    private void map(int column, int depth, boolean begun) {
        boolean open = begun;
        List<String> keys = new ArrayList<>(List.of("kind", "name", "spec", "b", "a", "\"q r\""));
        Collections.shuffle(keys, random);
        int size = 1 + random.nextInt(4);
        for (String key : keys.subList(0, size)) {
            if (!open) {
                loose(column);
                out.append(" ".repeat(column));
            }
            open = false;
            out.append(key).append(random.nextInt(5) == 0 ? ":   " : ": ");
            value(column, depth + 1);
        }
        if (random.nextInt(5) == 0) {
            out.append(" ".repeat(column)).append(comment()).append('\n');
        }
    }

    private void list(int column, int depth, boolean begun) {
        boolean open = begun;
        int size = 1 + random.nextInt(3);
        for (int index = 0; index < size; index++) {
            if (!open) {
                loose(column);
                out.append(" ".repeat(column));
            }
            open = false;
            int gap = 1 + random.nextInt(3);
            int choice = random.nextInt(6);
            if (choice < 3 && depth < 5) {
                out.append("-").append(" ".repeat(gap));
                map(column + 1 + gap, depth + 1, true);
            } else if (choice == 3 && depth < 5) {
                out.append("-").append(" ".repeat(gap));
                list(column + 1 + gap, depth + 1, true);
            } else if (choice == 4 && depth < 5) {
                out.append("-").append(lineEnd());
                map(column + 1 + random.nextInt(4), depth + 1, false);
            } else {
                out.append("-").append(" ".repeat(gap));
                leaf(column);
            }
        }
    }

    /** Behind a key in {@code column}. */
    private void value(int column, int depth) {
        int choice = depth > 5 ? 9 : random.nextInt(10);
        if (choice < 3) {
            out.append(lineEnd());
            map(column + 1 + random.nextInt(5), depth, false);
        } else if (choice < 5) {
            out.append(lineEnd());
            list(column + random.nextInt(5), depth, false);
        } else if (choice == 5) {
            out.append(lineEnd());
            out.append(" ".repeat(column + 1 + random.nextInt(3)));
            out.append("own line").append(lineEnd());
        } else {
            leaf(column);
        }
    }

    /** A value that begins in the current line, inside a block in {@code column}. */
    private void leaf(int column) {
        String deeper = " ".repeat(column + 1 + random.nextInt(4));
        switch (random.nextInt(11)) {
            case 0 -> out.append("|").append(lineEnd()).append(scalar(deeper));
            case 1 -> out.append(">-").append(lineEnd()).append(scalar(deeper));
            case 2 -> out.append("|+").append(lineEnd()).append(scalar(deeper)).append("\n\n");
            case 3 ->
                    out.append("|2")
                            .append(lineEnd())
                            .append(" ".repeat(column + 4))
                            .append("indented\n")
                            .append(" ".repeat(column + 2))
                            .append("less\n");
            case 4 ->
                    out.append(
                                    "[x,  \n%sy, {k: v}, \"z\n%s  w\"\n%s]"
                                            .formatted(deeper, deeper, deeper))
                            .append(lineEnd());
            case 5 -> out.append("{a: 1, b: [2]}").append(lineEnd());
            case 6 ->
                    out.append("\"one \\  \n%stwo\n\n%sthree\\n\"".formatted(deeper, deeper))
                            .append(lineEnd());
            case 7 -> out.append("'it''s #1\n%sit'".formatted(deeper)).append(lineEnd());
            case 8 -> out.append("plain text\n%sthat goes on".formatted(deeper)).append(lineEnd());
            case 9 -> out.append(lineEnd());
            default -> out.append(random.nextInt(100)).append(lineEnd());
        }
    }

    private String scalar(String deeper) {
        return deeper + "first  \n" + deeper + "  # no remark\n   \n" + deeper + "last\n\n";
    }
}
