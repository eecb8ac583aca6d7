package dev.myriarch.websocket;

import dev.myriarch.http.HeaderTokens;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** An element of Sec-WebSocket-Extensions (RFC 6455 section 9.1). */
record Extension(String name, List<Parameter> parameters) {
    /**
     * @param value without quotes; empty when the parameter has none
     */
    record Parameter(String name, Optional<String> value) {}

    Extension {
        parameters = List.copyOf(parameters);
    }

    /**
     * All elements of the lines of a header.
     *
     * @return empty when a line breaks the grammar, which fails the handshake
     */
    static Optional<List<Extension>> parse(List<String> lines) {
        List<Extension> extensions = new ArrayList<>();
        for (String line : lines) {
            Scanner scanner = new Scanner(line);
            if (!scanner.list(extensions)) {
                return Optional.empty();
            }
        }
        return Optional.of(extensions);
    }

    /** Reads one line; confined to its thread. */
    private static final class Scanner {
        private final String line;
        private int at;

        private Scanner(String line) {
            this.line = line;
        }

        /** Empty elements are left out, as in every list of HTTP (RFC 9110 section 5.6.1). */
        private boolean list(List<Extension> extensions) {
            do {
                skipBlanks();
                if (at < line.length() && line.charAt(at) != ',' && !element(extensions)) {
                    return false;
                }
            } while (take(','));
            return at == line.length();
        }

        private boolean element(List<Extension> extensions) {
            Optional<String> name = token();
            List<Parameter> parameters = new ArrayList<>();
            boolean valid = name.isPresent();
            while (valid && take(';')) {
                valid = parameter(parameters);
            }
            name.ifPresent(text -> extensions.add(new Extension(text, parameters)));
            return valid;
        }

        private boolean parameter(List<Parameter> parameters) {
            Optional<String> name = token();
            if (name.isEmpty()) {
                return false;
            }
            boolean hasValue = take('=');
            Optional<String> value = hasValue ? value() : Optional.empty();
            parameters.add(new Parameter(name.get(), value));
            return !hasValue || value.isPresent();
        }

        /** A token, or one in quotes. */
        private Optional<String> value() {
            if (!take('"')) {
                return token();
            }
            StringBuilder text = new StringBuilder();
            while (at < line.length() && line.charAt(at) != '"') {
                if (line.charAt(at) == '\\') {
                    at++;
                }
                if (at < line.length()) {
                    text.append(line.charAt(at++));
                }
            }
            boolean closed = at < line.length();
            at++;
            skipBlanks();
            return closed && HeaderTokens.isToken(text.toString())
                    ? Optional.of(text.toString())
                    : Optional.empty();
        }

        private Optional<String> token() {
            skipBlanks();
            int start = at;
            while (at < line.length() && HeaderTokens.isToken(line.substring(at, at + 1))) {
                at++;
            }
            String token = line.substring(start, at);
            skipBlanks();
            return token.isEmpty() ? Optional.empty() : Optional.of(token);
        }

        private boolean take(char wanted) {
            if (at < line.length() && line.charAt(at) == wanted) {
                at++;
                skipBlanks(wanted);
                return true;
            }
            return false;
        }

        /** Within quotes a blank is no white space but a character that no token has. */
        private void skipBlanks(char after) {
            if (after != '"') {
                skipBlanks();
            }
        }

        private void skipBlanks() {
            while (at < line.length() && (line.charAt(at) == ' ' || line.charAt(at) == '\t')) {
                at++;
            }
        }
    }
}
