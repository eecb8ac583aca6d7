package dev.myriarch.yaml;

import dev.myriarch.base.Value;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.events.ScalarEvent;

/** The meaning of the scalars of one file, with the tags of the YAML repository. */
final class YamlScalars {
    private static final String PREFIX = "tag:yaml.org,2002:";
    private static final int SHOWN_LENGTH = 40;

    private final LineEnds lineEnds;

    YamlScalars(LineEnds lineEnds) {
        this.lineEnds = lineEnds;
    }

    YamlNode.ScalarNode node(ScalarEvent event) {
        Position position = YamlEvents.position(event);
        YamlNode.Style style = style(event.getScalarStyle());
        String text = lineEnds.value(event, event.getValue());
        if (YamlText.hasLoneSurrogate(text)) {
            throw new YamlException("an escape names half of a surrogate pair", position);
        }
        String tag = event.getTag().orElse("!");
        Value value = value(tag, text, style, position);
        return new YamlNode.ScalarNode(position, text, value, style);
    }

    /** A plain {@code <<}, unless a tag says that it is something else. */
    static boolean isMergeKey(ScalarEvent event) {
        String tag = event.getTag().orElse("!");
        return event.getScalarStyle() == ScalarStyle.PLAIN
                && event.getValue().equals("<<")
                && (tag.equals("!") || tag.equals(PREFIX + "merge"));
    }

    private static Value value(String tag, String text, YamlNode.Style style, Position position) {
        if (tag.equals("!")) {
            return style == YamlNode.Style.PLAIN
                    ? PlainScalar.resolve(text).value()
                    : Value.of(text);
        }
        if (!tag.startsWith(PREFIX)) {
            return Value.of(text);
        }
        return switch (tag.substring(PREFIX.length())) {
            case "null" -> tagged(PlainScalar.Tag.NULL, text, position);
            case "bool" -> tagged(PlainScalar.Tag.BOOL, text, position);
            case "int" -> tagged(PlainScalar.Tag.INT, text, position);
            case "timestamp" -> tagged(PlainScalar.Tag.TIMESTAMP, text, position);
            case "float" -> decimal(text, position);
            case "binary" -> binary(text, position);
            default -> Value.of(text);
        };
    }

    private static Value tagged(PlainScalar.Tag tag, String text, Position position) {
        PlainScalar scalar = PlainScalar.resolve(text);
        if (scalar.tag() != tag) {
            throw wrongTag(tag, text, position);
        }
        return scalar.value();
    }

    private static Value decimal(String text, Position position) {
        PlainScalar scalar = PlainScalar.resolve(text);
        return switch (scalar.value()) {
            case Value.Decimal decimal -> decimal;
            case Value.Int(var number) -> Value.of(number.doubleValue());
            case Value.Text _, Value.Bool _, Value.Null _, Value.Sequence _, Value.Mapping _ ->
                    throw wrongTag(PlainScalar.Tag.FLOAT, text, position);
        };
    }

    private static Value binary(String text, Position position) {
        try {
            byte[] bytes = Base64.getDecoder().decode(text.replaceAll("[\\r\\n]", ""));
            return Value.of(
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
        } catch (IllegalArgumentException e) {
            throw new YamlException("a !!binary value is not valid base64", position, e);
        } catch (CharacterCodingException e) {
            throw new YamlException("a !!binary value holds no UTF-8 text", position, e);
        }
    }

    private static YamlException wrongTag(PlainScalar.Tag tag, String text, Position position) {
        return new YamlException(
                "\"" + YamlText.shown(text, SHOWN_LENGTH) + "\" is not of the type !!" + name(tag),
                position);
    }

    private static String name(PlainScalar.Tag tag) {
        return switch (tag) {
            case TEXT -> "str";
            case NULL -> "null";
            case BOOL -> "bool";
            case INT -> "int";
            case FLOAT -> "float";
            case TIMESTAMP -> "timestamp";
        };
    }

    private static YamlNode.Style style(ScalarStyle style) {
        return switch (style) {
            case SINGLE_QUOTED -> YamlNode.Style.SINGLE_QUOTED;
            case DOUBLE_QUOTED -> YamlNode.Style.DOUBLE_QUOTED;
            case LITERAL -> YamlNode.Style.LITERAL;
            case FOLDED -> YamlNode.Style.FOLDED;
            case PLAIN, JSON_SCALAR_STYLE -> YamlNode.Style.PLAIN;
        };
    }
}
