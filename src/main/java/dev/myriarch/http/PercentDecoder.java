package dev.myriarch.http;

import dev.myriarch.base.ErrorCode;
import dev.myriarch.base.MyriarchException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Decodes what is percent-encoded in a path or query. Broken encodings, text that is not UTF-8 and
 * control characters are {@code bad_request}; so is an encoded slash or backslash in a path, which
 * proxies and file names treat in different ways.
 */
final class PercentDecoder {
    private PercentDecoder() {}

    /** The segments of a raw path that begins with a slash, not decoded; {@code /} has one, "". */
    static List<String> segments(String rawPath) {
        List<String> segments = new ArrayList<>();
        int start = 1;
        while (start <= rawPath.length()) {
            int slash = rawPath.indexOf('/', start);
            int end = slash < 0 ? rawPath.length() : slash;
            segments.add(rawPath.substring(start, end));
            start = end + 1;
        }
        return segments;
    }

    /** A whole raw path, in which an encoded slash looks like any other: for checks only. */
    static String path(String raw) {
        return decode(raw, "the path", false);
    }

    static String pathSegment(String raw) {
        String text = decode(raw, "the path", false);
        if (text.indexOf('/') >= 0 || text.indexOf('\\') >= 0) {
            throw bad("the path has an encoded slash");
        }
        return text;
    }

    /** Key or value of a query, where a plus is a space. */
    static String queryPart(String raw) {
        return decode(raw, "the query", true);
    }

    private static String decode(String raw, String what, boolean plusIsSpace) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(raw.length());
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (c == '%') {
                bytes.write(octet(raw, i + 1, what));
                i += 2;
            } else {
                bytes.write(c == '+' && plusIsSpace ? ' ' : c);
            }
        }
        String text = utf8(bytes.toByteArray(), what);
        if (text.chars().anyMatch(c -> c < 0x20 || c == 0x7F)) {
            throw bad(what + " has a control character");
        }
        return text;
    }

    private static int octet(String raw, int at, String what) {
        int high = at + 1 < raw.length() ? HttpCharacters.hexValue(raw.charAt(at)) : -1;
        int low = high < 0 ? -1 : HttpCharacters.hexValue(raw.charAt(at + 1));
        if (low < 0) {
            throw bad(what + " has a broken percent-encoding");
        }
        return high * 16 + low;
    }

    private static String utf8(byte[] bytes, String what) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException notUtf8) {
            throw new MyriarchException(
                    ErrorCode.BAD_REQUEST, what + " is not UTF-8 when decoded", notUtf8);
        }
    }

    private static MyriarchException bad(String message) {
        return new MyriarchException(ErrorCode.BAD_REQUEST, message);
    }
}
