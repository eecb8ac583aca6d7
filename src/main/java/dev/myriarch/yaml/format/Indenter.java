package dev.myriarch.yaml.format;

import dev.myriarch.yaml.format.Block.BlockList;
import dev.myriarch.yaml.format.Block.BlockMap;
import dev.myriarch.yaml.format.Block.BlockScalar;
import dev.myriarch.yaml.format.Block.Document;
import dev.myriarch.yaml.format.Block.Element;
import dev.myriarch.yaml.format.Block.Entry;
import dev.myriarch.yaml.format.Block.Leaf;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * Gives every line its indentation: two columns for each level, lists one level below their key.
 * Trailing white space and repeated blank lines go, comments move with what they stand above.
 * Confined to one call.
 */
final class Indenter {
    private static final int STEP = 2;

    private final List<String> lines;
    private final List<Line> plan = new ArrayList<>();

    /** Lines of block scalars, where white space at the end means something. */
    private final BitSet rough = new BitSet();

    private Indenter(List<String> lines) {
        this.lines = new ArrayList<>(lines);
        lines.forEach(_ -> plan.add(new Line.Loose()));
    }

    /** What becomes of a line. */
    private sealed interface Line {
        /** A blank line, a comment, or a mark between documents. */
        record Loose() implements Line {}

        /**
         * A line that begins with a dash, a key or a leaf.
         *
         * @param before column where it begins
         * @param after column where it is going to begin
         * @param dashes number of dashes, each of which takes two columns
         * @param around blocks around the end of the line, from outside, with both columns
         */
        record Begin(int before, int after, int dashes, List<Shift> around) implements Line {}

        /** A further line of a leaf, moved by some columns. */
        record Further(int columns) implements Line {}
    }

    /** A block that moves from one column to another. */
    private record Shift(int before, int after) {}

    /**
     * @param lines without line ends
     */
    static List<String> indent(List<String> lines, List<Document> documents) {
        Indenter indenter = new Indenter(lines);
        for (Document document : documents) {
            document.root().ifPresent(root -> indenter.place(root, 0, List.of(), -1));
        }
        return indenter.written();
    }

    /**
     * @param target column for the first line, when the block begins a line
     * @param around blocks around this one
     * @param scalarColumn column that counts for the indentation of block scalars
     */
    private void place(Block block, int target, List<Shift> around, int scalarColumn) {
        switch (block) {
            case BlockMap map -> {
                List<Shift> inner = with(around, new Shift(map.column(), target));
                for (Entry entry : map.entries()) {
                    begin(entry.line(), map.column(), target, 0, inner);
                    further(entry.line(), entry.keyEnd(), target - map.column());
                    entry.value()
                            .ifPresent(value -> place(value, target + STEP, inner, map.column()));
                }
            }
            case BlockList list -> {
                List<Shift> inner = with(around, new Shift(list.column(), target));
                for (Element element : list.elements()) {
                    begin(element.line(), list.column(), target, 1, inner);
                    element.value()
                            .ifPresent(value -> place(value, target + STEP, inner, list.around()));
                }
            }
            case BlockScalar scalar -> {
                beginLeaf(scalar.line(), target, around);
                scalar(scalar, target, scalarColumn);
            }
            case Leaf leaf -> {
                beginLeaf(leaf.line(), target, around);
                Shift last = around.isEmpty() ? new Shift(0, 0) : around.getLast();
                further(leaf.line(), leaf.end(), last.after() - last.before());
            }
        }
    }

    private static List<Shift> with(List<Shift> around, Shift inner) {
        List<Shift> all = new ArrayList<>(around);
        all.add(inner);
        return List.copyOf(all);
    }

    /** The first block of a line decides where the line begins; dashes before it are counted. */
    private void begin(int line, int before, int after, int dashes, List<Shift> around) {
        Line.Begin begin =
                plan.get(line) instanceof Line.Begin first
                        ? new Line.Begin(
                                first.before(), first.after(), first.dashes() + dashes, around)
                        : new Line.Begin(before, after, dashes, around);
        plan.set(line, begin);
    }

    private void further(int first, int last, int columns) {
        for (int line = first + 1; line <= last; line++) {
            plan.set(line, new Line.Further(columns));
        }
    }

    private void beginLeaf(int line, int target, List<Shift> around) {
        if (plan.get(line) instanceof Line.Loose) {
            begin(line, Columns.before(lines.get(line)), target, 0, around);
        }
    }

    private void scalar(BlockScalar scalar, int target, int scalarColumn) {
        int header = scalar.line();
        // The header stands behind an anchor or a tag at most, so in the same line.
        int before =
                scalar.indicator()
                        .map(each -> Math.max(scalarColumn, 0) + each)
                        .orElseGet(() -> firstIndentation(header + 1, scalar.end()));
        int after = target - STEP + scalar.indicator().orElse(STEP);
        for (int line = header + 1; line <= scalar.end(); line++) {
            String text = lines.get(line);
            if (Columns.spaces(text) == text.length() && text.length() <= before) {
                lines.set(line, "");
            }
        }
        further(header, scalar.end(), scalarColumn < 0 ? 0 : after - before);
        rough.set(header + 1, scalar.end() + 1);
    }

    private int firstIndentation(int first, int last) {
        for (int line = first; line <= last; line++) {
            int spaces = Columns.spaces(lines.get(line));
            if (spaces < lines.get(line).length()) {
                return spaces;
            }
        }
        return 0;
    }

    private boolean isBlank(int line) {
        return Columns.isBlank(lines.get(line));
    }

    private List<String> written() {
        List<String> out = new ArrayList<>();
        List<Shift> above = List.of();
        int end = 0;
        for (int line = 0; line < lines.size(); line++) {
            switch (plan.get(line)) {
                case Line.Begin begin -> {
                    out.add(beginning(line, begin));
                    above = begin.around();
                }
                case Line.Further further -> out.add(further(line, further));
                case Line.Loose _ -> {
                    if (isMark(line)) {
                        above = List.of();
                    }
                    addLoose(out, line, above);
                }
            }
            boolean blank = plan.get(line) instanceof Line.Loose && isBlank(line);
            end = blank ? end : out.size();
        }
        return out.subList(0, end);
    }

    private String beginning(int line, Line.Begin begin) {
        StringBuilder out = new StringBuilder(" ".repeat(begin.after()));
        String rest = text(line).substring(begin.before());
        for (int dash = 0; dash < begin.dashes(); dash++) {
            rest = Columns.trimmedStart(rest.substring(1));
            out.append(rest.isEmpty() ? "-" : "- ");
        }
        return out.append(rest).toString();
    }

    private String text(int line) {
        String text = lines.get(line);
        String stripped = Columns.trimmedEnd(text);
        // Behind a backslash white space may be a part of a quoted text.
        return rough.get(line) || stripped.endsWith("\\") ? text : stripped;
    }

    private String further(int line, Line.Further further) {
        String text = text(line);
        int columns = further.columns();
        if (columns >= 0) {
            return text.isEmpty() ? text : " ".repeat(columns) + text;
        }
        int blanks = 0;
        while (blanks < -columns && blanks < text.length() && text.charAt(blanks) == ' ') {
            blanks++;
        }
        return text.substring(blanks);
    }

    private void addLoose(List<String> out, int line, List<Shift> above) {
        if (isBlank(line)) {
            boolean repeated = out.isEmpty() || out.getLast().isEmpty();
            if (!repeated || isFurther(line - 1)) {
                out.add("");
            }
            return;
        }
        String text = Columns.trimmedStart(Columns.trimmedEnd(lines.get(line)));
        if (isMark(line)) {
            out.add(text);
        } else if (text.startsWith("#")) {
            out.add(" ".repeat(commentColumn(line, above)) + text);
        } else {
            throw new FormatException(
                    "this line is written in a way that is not supported", line + 1);
        }
    }

    private boolean isFurther(int line) {
        return line >= 0 && plan.get(line) instanceof Line.Further;
    }

    /** {@code ---}, {@code ...} or a directive, at the beginning of a line. */
    private boolean isMark(int line) {
        String text = lines.get(line);
        return plan.get(line) instanceof Line.Loose
                && (text.startsWith("---") || text.startsWith("...") || text.startsWith("%"));
    }

    /**
     * A comment belongs to what follows, unless it stands deeper: then it ends the block in which
     * it stands.
     */
    private int commentColumn(int line, List<Shift> above) {
        int column = Columns.before(lines.get(line));
        Optional<Line.Begin> below = below(line);
        boolean deeper =
                below.isPresent()
                        && (above.isEmpty() || below.get().before() > above.getLast().before());
        if (below.isPresent() && (deeper || column <= below.get().before())) {
            return below.get().after();
        }
        Optional<Shift> around = Optional.empty();
        for (Shift each : above) {
            boolean same = around.filter(one -> one.before() == each.before()).isPresent();
            if (each.before() <= column && !same) {
                around = Optional.of(each);
            }
        }
        return around.map(Shift::after).orElseGet(() -> below.map(Line.Begin::after).orElse(0));
    }

    /** The next line that begins something in this document. */
    private Optional<Line.Begin> below(int line) {
        for (int next = line + 1; next < lines.size(); next++) {
            if (plan.get(next) instanceof Line.Begin begin) {
                return Optional.of(begin);
            }
            if (isMark(next)) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }
}
