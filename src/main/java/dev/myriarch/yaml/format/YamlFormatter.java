package dev.myriarch.yaml.format;

import dev.myriarch.base.Value;
import dev.myriarch.yaml.YamlException;
import dev.myriarch.yaml.YamlLimits;
import dev.myriarch.yaml.YamlNode;
import dev.myriarch.yaml.YamlReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Puts a file into one form: two columns of indentation for each level, lists one level below their
 * key, no trailing white space, one blank line at most, {@code \n} as line end, and the keys of
 * maps in a given order. Comments, quotes, collections in flow style and long texts stay as they
 * are written. The result always says the same as before: it is read again and compared.
 */
public final class YamlFormatter {
    private static final char BYTE_ORDER_MARK = '\uFEFF';
    private static final Pattern OTHER_LINE_END = Pattern.compile("[\\x{85}\\x{2028}\\x{2029}]");

    private YamlFormatter() {}

    /**
     * @throws YamlException when the content is no YAML in UTF-8
     * @throws FormatException when it is written in a way that cannot be formatted
     */
    public static String format(byte[] content, KeyOrder order) {
        List<YamlNode> nodes = YamlReader.read(content, YamlLimits.defaults());
        String text = new String(content, StandardCharsets.UTF_8);
        List<String> lines = lines(text);
        refuseOtherLineEnds(lines);
        List<String> indented = Indenter.indent(lines, LayoutReader.read(lines));
        List<String> sorted = Sorter.sort(indented, LayoutReader.read(indented), nodes, order);
        // An order that would put an alias before its anchor is given up.
        List<String> settled =
                saysTheSame(joined(sorted), nodes)
                        // What moved may have blank lines beside it that were apart before.
                        ? Indenter.indent(sorted, LayoutReader.read(sorted))
                        : indented;
        for (String each : candidates(text, joined(settled))) {
            if (saysTheSame(each, nodes)) {
                return each;
            }
        }
        throw new FormatException("the file cannot be formatted without changing what it says", 1);
    }

    /** A line of this package ends with a line feed or a carriage return. */
    private static void refuseOtherLineEnds(List<String> lines) {
        for (int i = 0; i < lines.size(); i++) {
            Matcher end = OTHER_LINE_END.matcher(lines.get(i));
            if (end.find()) {
                throw new FormatException(
                        "the character U+%04X ends a line; write it as an escape in double quotes"
                                .formatted((int) end.group().charAt(0)),
                        i + 1);
            }
        }
    }

    /** The last line end is given up where it would become a part of a text. */
    private static List<String> candidates(String text, String formatted) {
        boolean open = !text.endsWith("\n") && !text.endsWith("\r") && !formatted.isEmpty();
        return open
                ? List.of(formatted, formatted.substring(0, formatted.length() - 1))
                : List.of(formatted);
    }

    private static boolean saysTheSame(String text, List<YamlNode> nodes) {
        try {
            return values(YamlReader.read(text, YamlLimits.defaults())).equals(values(nodes));
        } catch (YamlException e) {
            return false;
        }
    }

    private static List<Value> values(List<YamlNode> nodes) {
        return nodes.stream().map(YamlNode::toValue).toList();
    }

    private static List<String> lines(String text) {
        String plain = text.replace("\r\n", "\n").replace('\r', '\n');
        String content =
                !plain.isEmpty() && plain.charAt(0) == BYTE_ORDER_MARK ? plain.substring(1) : plain;
        List<String> lines = new ArrayList<>(List.of(content.split("\n", -1)));
        if (lines.getLast().isEmpty()) {
            lines.removeLast();
        }
        return lines;
    }

    private static String joined(List<String> lines) {
        return lines.isEmpty() ? "" : String.join("\n", lines) + "\n";
    }

    /** The first line, from 1, in which two texts differ; empty when they are equal. */
    public static Optional<Integer> firstDifference(String one, String other) {
        if (one.equals(other)) {
            return Optional.empty();
        }
        List<String> left = List.of(one.split("\n", -1));
        List<String> right = List.of(other.split("\n", -1));
        int line = 0;
        while (line < left.size()
                && line < right.size()
                && left.get(line).equals(right.get(line))) {
            line++;
        }
        return Optional.of(Math.min(line, left.size() - 1) + 1);
    }
}
