package dev.myriarch.opamp;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.myriarch.base.SecretNames;

/**
 * Redacts a configuration line by line: the values of keys that name a secret, with everything that
 * is indented below them, and whatever shows by its form. For text that is no YAML, or not the YAML
 * that we read. Confined to one call.
 */
final class ConfigRedaction {
    /** Indentation with list dashes, a key, and what follows the colon. */
    private static final Pattern ENTRY =
            Pattern.compile(
                    "^([\\s-]*)(\"[^\"]*\"|'[^']*'|[^\\s:\"'{\\[#][^:]*?)\\s*:(?:\\s+(.*))?$");

    private static final Pattern ITEM = Pattern.compile("^(\\s*-\\s+)(.+)$");

    /** An entry of a flow mapping or of JSON. */
    private static final Pattern FLOW =
            Pattern.compile(
                    "[\"']?([A-Za-z0-9_./-]+)[\"']?\\s*:\\s*"
                            + "(\"(?:[^\"\\\\]|\\\\.)*\"|'[^']*'|[^\\s,{}\\[\\]\"']+)");

    private static final int NONE = -1;

    private final SecretRedactor redactor;
    private int secretIndent = NONE;
    private boolean block;

    /** The pair that this line may belong to says that its value is a secret. */
    private boolean namedSecret;

    ConfigRedaction(SecretRedactor redactor) {
        this.redactor = redactor;
    }

    String redact(String text) {
        StringBuilder out = new StringBuilder(text.length());
        int start = 0;
        while (start < text.length()) {
            int end = text.indexOf('\n', start);
            boolean last = end < 0;
            out.append(line(text.substring(start, last ? text.length() : end)));
            if (!last) {
                out.append('\n');
            }
            start = last ? text.length() : end + 1;
        }
        return SecretPatterns.redact(out.toString(), redactor);
    }

    private String line(String line) {
        if (line.isBlank()) {
            return line;
        }
        int indent = indentOf(line);
        if (secretIndent != NONE && !below(line, indent)) {
            secretIndent = NONE;
            block = false;
        }
        if (secretIndent != NONE && block) {
            return " ".repeat(indent) + redactor.marker(line.strip());
        }
        Matcher entry = ENTRY.matcher(line);
        if (entry.find()) {
            return entry(line, indent, entry);
        }
        if (secretIndent != NONE) {
            Matcher item = ITEM.matcher(line);
            return item.find()
                    ? item.group(1) + value(item.group(2))
                    : " ".repeat(indent) + value(line.strip());
        }
        return flow(line);
    }

    private String entry(String line, int indent, Matcher entry) {
        String value = entry.group(3) == null ? "" : entry.group(3).strip();
        String key = unquote(entry.group(2));
        boolean harmless = SecretNames.isHarmlessField(key) && !value.isEmpty();
        boolean secret =
                SecretNames.isSecret(key)
                        || (secretIndent != NONE && !harmless)
                        || (namedSecret && key.equals("value"));
        if (key.equals("name") || key.equals("key")) {
            namedSecret = SecretNames.isSecret(unquote(value));
        }
        if (!secret) {
            return flow(line);
        }
        boolean opensBlock = value.startsWith("|") || value.startsWith(">");
        if (secretIndent == NONE && (value.isEmpty() || value.startsWith("#") || opensBlock)) {
            secretIndent = indent;
        }
        if (opensBlock) {
            block = true;
        }
        if (value.isEmpty() || value.startsWith("#") || opensBlock) {
            return line;
        }
        return line.substring(0, entry.start(3)) + value(value);
    }

    /** A block of a list may stand at the indentation of its key. */
    private boolean below(String line, int indent) {
        return indent > secretIndent
                || (indent == secretIndent && line.startsWith("-", indent) && !block);
    }

    private String value(String text) {
        String secret = unquote(text);
        return SecretNames.isHarmlessValue(secret) ? text : quoted(redactor.marker(secret));
    }

    private String flow(String line) {
        if (line.indexOf('{') < 0 && line.indexOf('[') < 0 && line.indexOf('"') < 0) {
            return line;
        }
        Matcher matcher = FLOW.matcher(line);
        StringBuilder out = new StringBuilder(line.length());
        int copied = 0;
        while (matcher.find()) {
            if (SecretNames.isSecret(matcher.group(1))) {
                out.append(line, copied, matcher.start(2)).append(value(matcher.group(2)));
                copied = matcher.end(2);
            }
        }
        return out.append(line, copied, line.length()).toString();
    }

    /** In quotes, because a plain scalar that starts with a bracket is a list. */
    private static String quoted(String marker) {
        return '"' + marker + '"';
    }

    private static String unquote(String text) {
        int last = text.length() - 1;
        boolean quoted =
                last > 0
                        && (text.charAt(0) == '"' || text.charAt(0) == '\'')
                        && text.charAt(last) == text.charAt(0);
        return quoted ? text.substring(1, last) : text;
    }

    private static int indentOf(String line) {
        int indent = 0;
        while (indent < line.length() && line.charAt(indent) == ' ') {
            indent++;
        }
        return indent;
    }
}
