package dev.myriarch.yaml;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;

/**
 * Reads YAML in UTF-8. Plain scalars, merge keys and the rule that keys must differ follow
 * go.yaml.in/yaml/v3, so that a collector reads the same.
 */
public final class YamlReader {
    private static final char BYTE_ORDER_MARK = '\uFEFF';

    /** The parser copies a token each time it grows by a buffer: long tokens need large buffers. */
    private static final int BUFFER_SIZE = 1 << 18;

    /** Each repair reads the file again. */
    private static final int MAXIMUM_REPAIRS = 20;

    private YamlReader() {}

    /**
     * The documents of a file; none when it holds nothing but comments.
     *
     * @throws YamlException when the file is no YAML, has a key twice or exceeds a limit
     */
    public static List<YamlNode> read(byte[] content, YamlLimits limits) {
        if (content.length > limits.maximumBytes()) {
            throw new YamlException(
                    "the file is larger than " + limits.maximumBytes() + " bytes",
                    new Position(1, 1));
        }
        return parse(decode(content), limits);
    }

    public static List<YamlNode> read(String content, YamlLimits limits) {
        return read(content.getBytes(StandardCharsets.UTF_8), limits);
    }

    private static List<YamlNode> parse(String content, YamlLimits limits) {
        checkCharacters(content);
        String text = content;
        for (int attempt = 0; attempt < MAXIMUM_REPAIRS; attempt++) {
            try {
                return compose(text, limits);
            } catch (YamlException e) {
                text = LineSeparatorEscapes.repair(text, e).orElseThrow(() -> e);
            }
        }
        return compose(text, limits);
    }

    private static List<YamlNode> compose(String text, YamlLimits limits) {
        LoadSettings settings =
                LoadSettings.builder()
                        .setLabel("file")
                        // The number of bytes is already bounded.
                        .setCodePointLimit(Integer.MAX_VALUE)
                        .setBufferSize(Math.min(text.length() + 1, BUFFER_SIZE))
                        .build();
        LineEnds lineEnds = new LineEnds(text);
        YamlEvents events =
                new YamlEvents(new Parse(settings).parseString(lineEnds.plain()).iterator());
        return new YamlComposer(events, new YamlScalars(lineEnds), limits).documents();
    }

    private static String decode(byte[] content) {
        if (content.length >= 2 && isUtf16Mark(content[0] & 0xFF, content[1] & 0xFF)) {
            throw new YamlException("the file is in UTF-16; save it as UTF-8", new Position(1, 1));
        }
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer bytes = ByteBuffer.wrap(content);
        CharBuffer chars = CharBuffer.allocate(content.length);
        CoderResult result = decoder.decode(bytes, chars, true);
        String text = chars.flip().toString();
        if (result.isError()) {
            throw new YamlException(
                    "byte 0x%02X is not UTF-8; save the file as UTF-8"
                            .formatted(content[bytes.position()] & 0xFF),
                    positionAt(text, text.length()));
        }
        boolean mark = !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK;
        return mark ? text.substring(1) : text;
    }

    private static boolean isUtf16Mark(int first, int second) {
        return (first == 0xFE && second == 0xFF) || (first == 0xFF && second == 0xFE);
    }

    /** Refuses what must be escaped before the parser does, to say where it is. */
    private static void checkCharacters(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean control = c < 0x20 && c != '\t' && c != '\n' && c != '\r';
            boolean forbidden =
                    control || (c >= 0x7F && c < 0xA0 && c != '\u0085') || c >= '\uFFFE';
            if (forbidden) {
                throw new YamlException(
                        "the character U+%04X is not allowed; write it as an escape in double quotes"
                                .formatted((int) c),
                        positionAt(text, i));
            }
        }
    }

    private static Position positionAt(String text, int end) {
        int line = 1;
        int lineStart = 0;
        for (int i = 0; i < end; i++) {
            char c = text.charAt(i);
            boolean first = c == '\r' && i + 1 < end && text.charAt(i + 1) == '\n';
            if (LineEnds.isLineEnd(c) && !first) {
                line++;
                lineStart = i + 1;
            }
        }
        return new Position(line, text.codePointCount(lineStart, end) + 1);
    }
}
