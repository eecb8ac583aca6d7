package dev.myriarch.http;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Sends bytes as they are and reads answers without mercy. */
public final class RawClient implements AutoCloseable {
    private final Socket socket;
    private final InputStream in;

    /** An answer; header lines as they came. */
    public record Answer(int status, List<String> lines, String body) {
        public Optional<String> header(String name) {
            String prefix = name.toLowerCase(Locale.ROOT) + ": ";
            return lines.stream()
                    .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(prefix))
                    .map(line -> line.substring(prefix.length()))
                    .reduce((_, _) -> {
                        throw new AssertionError(name + " is repeated in " + lines);
                    });
        }
    }

    public RawClient(Socket socket) throws IOException {
        this.socket = socket;
        in = new BufferedInputStream(socket.getInputStream());
    }

    Socket socket() {
        return socket;
    }

    public RawClient send(String latin1) throws IOException {
        socket.getOutputStream().write(latin1.getBytes(StandardCharsets.ISO_8859_1));
        return this;
    }

    /** Reads one answer to a request that was not HEAD. */
    public Answer read() throws IOException {
        return read(false);
    }

    public Answer readHead() throws IOException {
        return read(true);
    }

    private Answer read(boolean headOnly) throws IOException {
        String status = line();
        List<String> lines = new ArrayList<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            lines.add(line);
        }
        Answer head = new Answer(Integer.parseInt(status.substring(9, 12)), lines, "");
        if (headOnly || head.status() < 200 || head.status() == 204 || head.status() == 304) {
            return head;
        }
        String body;
        if (head.header("Transfer-Encoding").isPresent()) {
            body = chunks();
        } else if (head.header("Content-Length").isPresent()) {
            body = text(Integer.parseInt(head.header("Content-Length").get()));
        } else {
            body = rest();
        }
        return new Answer(head.status(), lines, body);
    }

    private String chunks() throws IOException {
        StringBuilder body = new StringBuilder();
        while (true) {
            int size = Integer.parseInt(line(), 16);
            body.append(text(size));
            if (!line().isEmpty()) {
                throw new AssertionError("no line end after a chunk");
            }
            if (size == 0) {
                return body.toString();
            }
        }
    }

    /** One line without its CRLF. */
    String line() throws IOException {
        StringBuilder line = new StringBuilder();
        while (true) {
            int c = in.read();
            if (c < 0) {
                throw new IOException("the server ended the connection after: " + line);
            }
            if (c == '\n') {
                if (line.isEmpty() || line.charAt(line.length() - 1) != '\r') {
                    throw new AssertionError("a bare line feed after: " + line);
                }
                return line.substring(0, line.length() - 1);
            }
            line.append((char) c);
        }
    }

    String text(int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new IOException("the answer is shorter than announced");
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Everything up to the end of the connection. */
    String rest() throws IOException {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
