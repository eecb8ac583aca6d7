package dev.myriarch.base;

import java.nio.charset.StandardCharsets;

/**
 * Shell patterns as Go's {@code path.Match} reads them: {@code *} and {@code ?} do not match {@code
 * /}, classes are {@code [a-z]} and {@code [^a-z]}, a backslash takes the next character as it is,
 * and the pattern covers the whole name. Works on UTF-8 bytes as Go does; the time is at most the
 * product of both lengths.
 */
public final class Glob {
    private final byte[] pattern;
    private final byte[] name;

    private Glob(String pattern, String name) {
        this.pattern = pattern.getBytes(StandardCharsets.UTF_8);
        this.name = name.getBytes(StandardCharsets.UTF_8);
    }

    /** Whether {@link #matches} accepts the pattern. */
    public static boolean isValid(String pattern) {
        try {
            matches(pattern, "");
            return true;
        } catch (IllegalArgumentException malformed) {
            return false;
        }
    }

    /**
     * Whether the pattern covers {@code name}.
     *
     * @throws IllegalArgumentException when the pattern is malformed, whatever the name
     */
    public static boolean matches(String pattern, String name) {
        return new Glob(pattern, name).match();
    }

    private boolean match() {
        int position = 0;
        int at = 0;
        while (position < pattern.length) {
            int start = position;
            while (start < pattern.length && pattern[start] == '*') {
                start++;
            }
            boolean star = start > position;
            int end = chunkEnd(start);
            position = end;
            if (star && start == end) {
                return indexOfSlash(at) < 0;
            }
            at = matchFrom(new Chunk(start, end), at, star);
            if (at < 0) {
                checkRest(position);
                return false;
            }
        }
        return at == name.length;
    }

    /** The end of the match of {@code chunk}, -1 when there is none. */
    private int matchFrom(Chunk chunk, int at, boolean star) {
        boolean last = chunk.end == pattern.length;
        int matched = chunk.match(at);
        if (matched >= 0 && (matched == name.length || !last)) {
            return matched;
        }
        if (!star) {
            // A last chunk that leaves a rest is a match of too little.
            return -1;
        }
        for (int skipped = at; skipped < name.length && name[skipped] != '/'; skipped++) {
            matched = chunk.match(skipped + 1);
            if (matched >= 0 && (matched == name.length || !last)) {
                return matched;
            }
        }
        return -1;
    }

    /** A mistake in the rest of the pattern counts even when the name is already refused. */
    private void checkRest(int start) {
        int position = start;
        while (position < pattern.length) {
            if (pattern[position] == '*') {
                position++;
                continue;
            }
            int end = chunkEnd(position);
            new Chunk(position, end).match(name.length);
            position = end;
        }
    }

    /** Where the next star outside a class is. */
    private int chunkEnd(int start) {
        boolean inClass = false;
        for (int i = start; i < pattern.length; i++) {
            switch (pattern[i]) {
                case '\\' -> i++;
                case '[' -> inClass = true;
                case ']' -> inClass = false;
                case '*' -> {
                    if (!inClass) {
                        return i;
                    }
                }
                default -> {}
            }
        }
        return pattern.length;
    }

    private int indexOfSlash(int start) {
        for (int i = start; i < name.length; i++) {
            if (name[i] == '/') {
                return i;
            }
        }
        return -1;
    }

    private static IllegalArgumentException malformed(String what) {
        return new IllegalArgumentException("malformed pattern: " + what);
    }

    /** A part of the pattern without stars: literals, classes and question marks. */
    private final class Chunk {
        private final int end;
        private int position;

        Chunk(int start, int end) {
            this.position = start;
            this.end = end;
        }

        /**
         * The end of the match that starts at {@code start}, -1 when there is none. After a
         * mismatch the rest of the chunk is still checked for mistakes.
         */
        int match(int start) {
            int first = position;
            int at = start;
            while (position < end) {
                at = at >= name.length ? -1 : at;
                at = matchOne(at);
            }
            position = first;
            return at;
        }

        private int matchOne(int at) {
            byte operator = pattern[position];
            switch (operator) {
                case '[' -> {
                    return matchClass(at);
                }
                case '?' -> {
                    position++;
                    return at < 0 || name[at] == '/' ? -1 : at + Utf8.length(name, at, name.length);
                }
                case '\\' -> {
                    position++;
                    if (position == end) {
                        throw malformed("it ends in a backslash");
                    }
                }
                default -> {}
            }
            byte literal = pattern[position++];
            return at >= 0 && name[at] == literal ? at + 1 : -1;
        }

        private int matchClass(int at) {
            position++;
            boolean negated = position < end && pattern[position] == '^';
            if (negated) {
                position++;
            }
            int character = at < 0 ? 0 : Utf8.decode(name, at, name.length);
            boolean found = false;
            boolean empty = true;
            while (empty || position == end || pattern[position] != ']') {
                int low = readClassCharacter();
                int high = low;
                if (pattern[position] == '-') {
                    position++;
                    high = readClassCharacter();
                }
                found |= low <= character && character <= high;
                empty = false;
            }
            position++;
            return at < 0 || found == negated ? -1 : at + Utf8.length(name, at, name.length);
        }

        private int readClassCharacter() {
            if (position == end) {
                throw malformed("a [ without its ]");
            }
            if (pattern[position] == '-' || pattern[position] == ']') {
                throw malformed("a class that is empty or has a range without its ends");
            }
            if (pattern[position] == '\\') {
                position++;
                if (position == end) {
                    throw malformed("a [ without its ]");
                }
            }
            int character = Utf8.decode(pattern, position, end);
            position += Utf8.length(pattern, position, end);
            if (position >= end) {
                throw malformed("a [ without its ]");
            }
            return character;
        }
    }

    /** Characters of UTF-8; a byte that starts none counts as U+FFFD of length 1. */
    private static final class Utf8 {
        private static final int REPLACEMENT = 0xFFFD;

        static int length(byte[] bytes, int at, int end) {
            int lead = bytes[at] & 0xFF;
            int length = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
            return at + length <= end ? length : 1;
        }

        static int decode(byte[] bytes, int at, int end) {
            int length = length(bytes, at, end);
            int lead = bytes[at] & 0xFF;
            if (length == 1) {
                return lead < 0x80 ? lead : REPLACEMENT;
            }
            int character = lead & (0x7F >> length);
            for (int i = 1; i < length; i++) {
                character = (character << 6) | (bytes[at + i] & 0x3F);
            }
            return character;
        }
    }
}
