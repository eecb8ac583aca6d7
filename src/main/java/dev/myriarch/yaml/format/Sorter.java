package dev.myriarch.yaml.format;

import dev.myriarch.yaml.YamlNode;
import dev.myriarch.yaml.format.Block.BlockList;
import dev.myriarch.yaml.format.Block.BlockMap;
import dev.myriarch.yaml.format.Block.BlockScalar;
import dev.myriarch.yaml.format.Block.Document;
import dev.myriarch.yaml.format.Block.Element;
import dev.myriarch.yaml.format.Block.Entry;
import dev.myriarch.yaml.format.Block.Leaf;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Puts the entries of maps into their order, each with the comments above it. Works on lines that
 * {@link Indenter} has indented, and keeps their number. Confined to one call.
 */
final class Sorter {
    private final List<String> lines;
    private final KeyOrder order;

    private Sorter(List<String> lines, KeyOrder order) {
        this.lines = new ArrayList<>(lines);
        this.order = order;
    }

    /**
     * @param nodes the documents as they were read, as many as {@code documents}
     */
    static List<String> sort(
            List<String> lines, List<Document> documents, List<YamlNode> nodes, KeyOrder order) {
        Sorter sorter = new Sorter(lines, order);
        for (int index = 0; index < documents.size(); index++) {
            YamlNode node = nodes.get(index);
            documents.get(index).root().ifPresent(root -> sorter.sort(root, node, List.of()));
        }
        return sorter.lines;
    }

    /** Lines of an entry: comments and blank lines above it, then itself. */
    private record Chunk(Entry entry, List<String> lead, List<String> own) {}

    private void sort(Block block, YamlNode document, List<String> path) {
        switch (block) {
            case BlockMap map -> {
                for (Entry entry : map.entries()) {
                    entry.value()
                            .ifPresent(value -> sort(value, document, with(path, entry.name())));
                }
                sort(map, order.of(document, path), path.isEmpty());
            }
            case BlockList list -> {
                for (Element element : list.elements()) {
                    element.value().ifPresent(value -> sort(value, document, with(path, "[]")));
                }
            }
            case Leaf _, BlockScalar _ -> {}
        }
    }

    private static List<String> with(List<String> path, String step) {
        List<String> longer = new ArrayList<>(path);
        longer.add(step);
        return longer;
    }

    private void sort(BlockMap map, List<String> names, boolean isRoot) {
        List<Entry> entries = map.entries();
        List<Integer> places =
                IntStream.range(0, entries.size())
                        .boxed()
                        .sorted(
                                Comparator.comparingInt(
                                        index -> place(names, entries.get(index).name())))
                        .toList();
        boolean sorted = IntStream.range(0, places.size()).allMatch(i -> places.get(i) == i);
        String before = lines.get(entries.getFirst().line()).substring(0, map.column());
        boolean compact = !before.isBlank();
        if (names.isEmpty() || sorted || (compact && !before.strip().equals("-"))) {
            return;
        }
        int start = start(map, isRoot || compact);
        List<Chunk> chunks = chunks(map, start);
        List<Chunk> arranged = new ArrayList<>();
        places.forEach(index -> arranged.add(chunks.get(index)));
        moveBlankLines(chunks.getFirst(), arranged.getFirst());
        if (compact) {
            moveDash(chunks.getFirst(), arranged.getFirst(), map.column() - 2);
        }
        int line = start;
        for (Chunk chunk : arranged) {
            for (String each : chunk.lead()) {
                lines.set(line++, each);
            }
            for (String each : chunk.own()) {
                lines.set(line++, each);
            }
        }
    }

    private static int place(List<String> names, String name) {
        int index = names.indexOf(name);
        return index < 0 ? names.size() : index;
    }

    /**
     * Where the first entry begins. What stands at the head of a document stays there; elsewhere
     * the comments directly above belong to the entry.
     */
    private int start(BlockMap map, boolean alone) {
        int start = map.entries().getFirst().line();
        while (!alone && start > 0 && isComment(start - 1, map.column(), map.column())) {
            start--;
        }
        return start;
    }

    private List<Chunk> chunks(BlockMap map, int start) {
        List<Chunk> chunks = new ArrayList<>();
        int next = start;
        for (Entry entry : map.entries()) {
            int end = entry.end() + 1;
            for (int line = end; line < lines.size() && isLoose(line); line++) {
                if (isComment(line, map.column() + 1, Integer.MAX_VALUE)) {
                    end = line + 1;
                }
            }
            chunks.add(
                    new Chunk(
                            entry,
                            new ArrayList<>(lines.subList(next, entry.line())),
                            new ArrayList<>(lines.subList(entry.line(), end))));
            next = end;
        }
        return chunks;
    }

    private boolean isLoose(int line) {
        return Columns.isBlank(lines.get(line))
                || Columns.trimmedStart(lines.get(line)).startsWith("#");
    }

    private boolean isComment(int line, int from, int to) {
        String text = Columns.trimmedStart(lines.get(line));
        int column = lines.get(line).length() - text.length();
        return text.startsWith("#") && column >= from && column <= to;
    }

    /** A block does not begin with a blank line because its first entry came from further down. */
    private static void moveBlankLines(Chunk formerFirst, Chunk first) {
        int index = 0;
        while (first.lead().size() > index && Columns.isBlank(first.lead().get(index))) {
            formerFirst.lead().add(index, first.lead().get(index));
            index++;
        }
        first.lead().subList(0, index).clear();
    }

    /** The dash of a list stands before the first entry, and comments stand above the dash. */
    private static void moveDash(Chunk formerFirst, Chunk first, int column) {
        formerFirst.own().set(0, withCharacter(formerFirst.own().getFirst(), column, ' '));
        first.own().set(0, withCharacter(first.own().getFirst(), column, '-'));
        first.lead().replaceAll(each -> Columns.isBlank(each) ? each : each.substring(2));
    }

    private static String withCharacter(String text, int column, char character) {
        return text.substring(0, column) + character + text.substring(column + 1);
    }
}
