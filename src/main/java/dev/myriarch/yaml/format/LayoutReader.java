package dev.myriarch.yaml.format;

import dev.myriarch.yaml.format.Block.BlockList;
import dev.myriarch.yaml.format.Block.BlockMap;
import dev.myriarch.yaml.format.Block.BlockScalar;
import dev.myriarch.yaml.format.Block.Document;
import dev.myriarch.yaml.format.Block.Element;
import dev.myriarch.yaml.format.Block.Entry;
import dev.myriarch.yaml.format.Block.Leaf;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.scanner.ScannerImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;
import org.snakeyaml.engine.v2.tokens.ScalarToken;
import org.snakeyaml.engine.v2.tokens.Token;

/**
 * Finds the blocks of a file that {@link dev.myriarch.yaml.YamlReader} accepts, so the depth is
 * bounded. Confined to one call.
 */
final class LayoutReader {
    /** With the comment behind it; the indicators come in any order. */
    private static final Pattern HEADER =
            Pattern.compile(
                    "[|>](?<all>(?<before>[1-9])[+-]?|[+-](?<after>[1-9])?|)[ \\t]*([ \\t]#.*)?$");

    private final ScannerImpl tokens;

    /** Line of the last token that was taken. */
    private int lastLine = -1;

    private final List<String> lines;

    private LayoutReader(List<String> lines) {
        // The scanner does not know these two escapes; the places of all blocks stay the same.
        String text = String.join("\n", lines).replace("\\L", "\\N").replace("\\P", "\\N") + "\n";
        LoadSettings settings =
                LoadSettings.builder()
                        .setLabel("file")
                        .setCodePointLimit(Integer.MAX_VALUE)
                        .setBufferSize(Math.min(text.length() + 1, 1 << 18))
                        .build();
        this.lines = lines;
        tokens = new ScannerImpl(settings, new StreamReader(settings, text));
    }

    /**
     * The documents in order, as many as the reader gives.
     *
     * @param lines without line ends
     */
    static List<Document> read(List<String> lines) {
        return new LayoutReader(lines).documents();
    }

    private List<Document> documents() {
        List<Document> documents = new ArrayList<>();
        take();
        while (!next(Token.ID.StreamEnd)) {
            if (next(Token.ID.DocumentEnd)) {
                take();
                continue;
            }
            while (next(Token.ID.Directive)) {
                take();
            }
            if (next(Token.ID.DocumentStart)) {
                take();
            }
            boolean empty = next(Token.ID.DocumentStart, Token.ID.DocumentEnd, Token.ID.StreamEnd);
            documents.add(new Document(empty ? Optional.empty() : Optional.of(block(-1))));
        }
        return documents;
    }

    /**
     * @param around column of the block around it, -1 for none
     */
    private Block block(int around) {
        Token first = tokens.peekToken();
        int before = lastLine;
        boolean hasProperties = next(Token.ID.Anchor, Token.ID.Tag);
        while (next(Token.ID.Anchor, Token.ID.Tag)) {
            take();
        }
        if (next(Token.ID.BlockMappingStart, Token.ID.BlockSequenceStart, Token.ID.BlockEntry)) {
            if (hasProperties && line(first) != before) {
                throw new FormatException(
                        "an anchor or a tag stands on a line of its own; put it behind its key",
                        line(first) + 1);
            }
            return next(Token.ID.BlockMappingStart) ? map() : list(around);
        }
        if (next(
                Token.ID.Key,
                Token.ID.Value,
                Token.ID.BlockEnd,
                Token.ID.StreamEnd,
                Token.ID.DocumentStart,
                Token.ID.DocumentEnd)) {
            if (!hasProperties) {
                throw new FormatException("a value is missing here", line(first) + 1);
            }
            // Nothing but an anchor or a tag.
            return new Leaf(line(first), lastLine);
        }
        return leaf(line(first), around);
    }

    private Block map() {
        int column = column(take());
        List<Entry> entries = new ArrayList<>();
        while (!next(Token.ID.BlockEnd)) {
            Token key = tokens.peekToken();
            if (!next(Token.ID.Key) || column(key) != column) {
                throw new FormatException("a key is missing here", line(key) + 1);
            }
            take();
            if (next(Token.ID.Value, Token.ID.BlockMappingStart, Token.ID.BlockSequenceStart)
                    || line(tokens.peekToken()) != line(key)
                    || column(tokens.peekToken()) != column) {
                throw new FormatException(
                        "a key with a question mark before it is not supported", line(key) + 1);
            }
            String name = tokens.peekToken() instanceof ScalarToken scalar ? scalar.getValue() : "";
            int keyEnd = block(column).end();
            Optional<Block> value = Optional.empty();
            if (next(Token.ID.Value)) {
                take();
                value =
                        next(Token.ID.Key, Token.ID.BlockEnd)
                                ? Optional.empty()
                                : Optional.of(block(column));
            }
            entries.add(new Entry(name, line(key), keyEnd, value));
        }
        take();
        return new BlockMap(column, entries);
    }

    /** With or without a start: a list may be as deep as the key before it. */
    private Block list(int around) {
        boolean started = next(Token.ID.BlockSequenceStart);
        if (started) {
            take();
        }
        int column = column(tokens.peekToken());
        int inner = started ? column : around;
        List<Element> elements = new ArrayList<>();
        while (next(Token.ID.BlockEntry)) {
            int line = line(take());
            boolean empty =
                    next(
                            Token.ID.BlockEntry,
                            Token.ID.BlockEnd,
                            Token.ID.Key,
                            Token.ID.StreamEnd,
                            Token.ID.DocumentStart,
                            Token.ID.DocumentEnd);
            elements.add(new Element(line, empty ? Optional.empty() : Optional.of(block(inner))));
        }
        if (started) {
            take();
        }
        return new BlockList(column, inner, elements);
    }

    private Block leaf(int line, int around) {
        Token token = take();
        if (token instanceof ScalarToken scalar) {
            boolean block =
                    scalar.getStyle() == ScalarStyle.LITERAL
                            || scalar.getStyle() == ScalarStyle.FOLDED;
            return block ? blockScalar(line, around, scalar) : new Leaf(line, endLine(token));
        }
        int depth = 0;
        Token last = token;
        while (true) {
            switch (last.getTokenId()) {
                case FlowMappingStart, FlowSequenceStart -> depth++;
                case FlowMappingEnd, FlowSequenceEnd -> depth--;
                default -> {}
            }
            if (depth <= 0) {
                return new Leaf(line, endLine(last));
            }
            last = take();
        }
    }

    /** Blank lines at the end are a part of it only with the indicator +. */
    private Block blockScalar(int line, int around, ScalarToken scalar) {
        int header = line(scalar);
        Matcher indicators = HEADER.matcher(lines.get(header));
        if (!indicators.find()) {
            throw new FormatException("a block scalar cannot be read here", header + 1);
        }
        Optional<Integer> given =
                Optional.ofNullable(indicators.group("before"))
                        .or(() -> Optional.ofNullable(indicators.group("after")))
                        .map(Integer::valueOf);
        boolean kept = indicators.group("all").contains("+");
        int end = Math.min(endLine(scalar), lines.size() - 1);
        int last = end;
        int blank =
                given.map(each -> Math.max(around, 0) + each)
                        .orElseGet(() -> indentation(header + 1, last));
        while (!kept
                && end > header
                && Columns.spaces(lines.get(end)) == lines.get(end).length()
                && lines.get(end).length() <= blank) {
            end--;
        }
        return new BlockScalar(line, end, given);
    }

    /** Of the first line that holds more than spaces. */
    private int indentation(int first, int last) {
        for (int line = first; line <= last; line++) {
            int spaces = Columns.spaces(lines.get(line));
            if (spaces < lines.get(line).length()) {
                return spaces;
            }
        }
        return Integer.MAX_VALUE;
    }

    private static int endLine(Token token) {
        Mark end = token.getEndMark().orElseThrow();
        boolean behind = end.getColumn() == 0 && end.getLine() > line(token);
        return behind ? end.getLine() - 1 : end.getLine();
    }

    private boolean next(Token.ID... ids) {
        return tokens.checkToken(ids);
    }

    private Token take() {
        // The scanner reads on only when it is asked what is there.
        Token token = tokens.peekToken();
        tokens.next();
        lastLine = endLine(token);
        return token;
    }

    private static int line(Token token) {
        return token.getStartMark().map(Mark::getLine).orElse(0);
    }

    private static int column(Token token) {
        return token.getStartMark().map(Mark::getColumn).orElse(0);
    }
}
