package dev.myriarch.http;

import com.sun.net.httpserver.Headers;
import java.util.ArrayList;
import java.util.List;

/** Comma-separated header values such as Connection and Upgrade; tokens compare without case. */
public final class HeaderTokens {
    private HeaderTokens() {}

    /** True when a value of {@code name} lists {@code token}. */
    public static boolean has(Headers headers, String name, String token) {
        for (String value : headers.getOrDefault(name, List.of())) {
            for (String element : split(value)) {
                if (element.equalsIgnoreCase(token)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** True for one or more token characters (RFC 9110 section 5.6.2). */
    public static boolean isToken(String text) {
        return HttpCharacters.isToken(text);
    }

    /** The elements without white space around them; empty ones are left out. */
    public static List<String> split(String value) {
        List<String> elements = new ArrayList<>(2);
        int start = 0;
        while (start <= value.length()) {
            int comma = value.indexOf(',', start);
            int end = comma < 0 ? value.length() : comma;
            String element = HttpCharacters.trim(value.substring(start, end));
            if (!element.isEmpty()) {
                elements.add(element);
            }
            start = end + 1;
        }
        return elements;
    }
}
