package dev.myriarch.http;

import com.sun.net.httpserver.Headers;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Text of a response head. Names and values are checked again here, whatever put them into the map,
 * so that no value can add a line.
 */
final class ResponseHead {
    private byte[] bytes = new byte[256];
    private int length;

    ResponseHead(int status) {
        append("HTTP/1.1 ");
        append(Integer.toString(status));
        append(" ");
        append(ReasonPhrases.of(status));
        append("\r\n");
    }

    /**
     * @throws IllegalArgumentException for a name that is no token or a value with control or
     *     non-Latin-1 characters
     */
    ResponseHead field(String name, String value) {
        if (!HttpCharacters.isToken(name) || !HttpCharacters.isFieldValue(value)) {
            throw new IllegalArgumentException("response header that HTTP does not allow: " + name);
        }
        append(name);
        append(": ");
        append(value);
        append("\r\n");
        return this;
    }

    /** All fields of the handler but those that the server writes itself. */
    ResponseHead fields(Headers headers) {
        for (Map.Entry<String, List<String>> entry : headers.entrySet()) {
            if (!isOwn(entry.getKey())) {
                String name = display(entry.getKey());
                for (String value : entry.getValue()) {
                    field(name, value);
                }
            }
        }
        return this;
    }

    byte[] bytes() {
        return bytes(0);
    }

    /** The whole head, and {@code room} more bytes after it. */
    byte[] bytes(int room) {
        append("\r\n");
        return Arrays.copyOf(bytes, length + room);
    }

    /** Latin-1 only, which was checked. */
    private void append(String text) {
        int end = length + text.length();
        if (end > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(end, 2 * bytes.length));
        }
        for (int i = 0; i < text.length(); i++) {
            bytes[length + i] = (byte) text.charAt(i);
        }
        length = end;
    }

    // The map capitalizes the first letter only, so that these are the only spellings.
    private static boolean isOwn(String name) {
        return switch (name) {
            case "Connection", "Content-length", "Transfer-encoding", "Keep-alive", "Date" -> true;
            default -> false;
        };
    }

    /** {@code Content-type} as {@code Content-Type}: the map spoils the case, people read it. */
    private static String display(String name) {
        if (name.equals("Etag")) {
            return "ETag";
        }
        if (name.indexOf('-') < 0) {
            return name;
        }
        StringBuilder shown = new StringBuilder(name.replace("websocket", "WebSocket"));
        for (int i = 1; i < name.length(); i++) {
            if (name.charAt(i - 1) == '-') {
                shown.setCharAt(i, Character.toUpperCase(name.charAt(i)));
            }
        }
        return shown.toString();
    }
}
