package dev.myriarch.yaml.format;

import java.util.List;
import java.util.Optional;

/**
 * Where a value stands in a file. Lines and columns count from 0; {@code end} is the last line of
 * the value itself, without comments and blank lines after it.
 */
sealed interface Block {
    /** The last line. */
    int end();

    /** A map in block style; all its keys begin in {@code column}. */
    record BlockMap(int column, List<Entry> entries) implements Block {
        public BlockMap {
            entries = List.copyOf(entries);
        }

        @Override
        public int end() {
            return entries.getLast().end();
        }
    }

    /**
     * @param name text of the key
     * @param line that of the key
     * @param keyEnd last line of the key
     */
    record Entry(String name, int line, int keyEnd, Optional<Block> value) {
        int end() {
            return value.map(Block::end).orElse(keyEnd);
        }
    }

    /**
     * A list in block style.
     *
     * @param column that of the dashes
     * @param around column of the block whose indentation counts for block scalars in the list
     */
    record BlockList(int column, int around, List<Element> elements) implements Block {
        public BlockList {
            elements = List.copyOf(elements);
        }

        @Override
        public int end() {
            return elements.getLast().end();
        }
    }

    /**
     * @param line that of the dash
     */
    record Element(int line, Optional<Block> value) {
        int end() {
            return value.map(Block::end).orElse(line);
        }
    }

    /** A scalar, an alias, or a collection in flow style; indentation means nothing in it. */
    record Leaf(int line, int end) implements Block {}

    /**
     * A literal or folded scalar.
     *
     * @param line that of its header
     * @param indicator columns of indentation that the header gives
     */
    record BlockScalar(int line, int end, Optional<Integer> indicator) implements Block {}

    /**
     * A document.
     *
     * @param root empty when it holds nothing
     */
    record Document(Optional<Block> root) {}
}
