package dev.myriarch.http;

import com.sun.net.httpserver.Headers;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.net.ssl.SSLContext;

/**
 * Connects to servers and leaves HTTP at once (RFC 9110 section 7.8). Its connections have the
 * deadlines of those of a server, watched by one thread for all. Thread-safe.
 */
public final class UpgradeClient implements AutoCloseable {
    private static final Duration WATCHDOG_INTERVAL = Duration.ofMillis(250);
    private static final int GOODBYES_PER_SECOND = 1000;
    private static final Set<String> OWN_FIELDS =
            Set.of("host", "connection", "content-length", "transfer-encoding", "expect", "te");

    private final Dialer dialer;
    private final ConnectionRegistry connections;
    private final EventLoops loops = new EventLoops("http-client-loop", 1);
    private final Watchdog watchdog;

    /** What came of a request. */
    public sealed interface Outcome {
        /** The server answered 101; the caller checks the rest, then starts or drops it. */
        record Switched(Headers headers, ClientConnection connection) implements Outcome {}

        /** Another answer; the connection is closed. */
        record Answered(int status, Headers headers) implements Outcome {}
    }

    /**
     * @param tls for https addresses
     * @param maxConnections that may be open at once
     */
    public UpgradeClient(SSLContext tls, int maxConnections) {
        this(tls, maxConnections, WATCHDOG_INTERVAL);
    }

    UpgradeClient(SSLContext tls, int maxConnections, Duration watchdogInterval) {
        dialer = new Dialer(tls);
        connections = new ConnectionRegistry(maxConnections);
        watchdog = new Watchdog(connections.open(), watchdogInterval);
        loops.start();
        watchdog.start();
    }

    /**
     * Sends a GET with {@code fields}, which name the protocol in {@code Upgrade}, and waits for
     * the head of the answer. Blocks, so it is called on a virtual thread.
     *
     * @param uri http or https, without user and fragment
     * @param limit for everything: connecting, TLS, request and answer. Looking up the address of
     *     the host is not bounded by it
     * @throws IOException when there is no answer, with a message that says what failed
     * @throws IllegalArgumentException for an address or fields that cannot be sent
     */
    public Outcome open(URI uri, Map<String, String> fields, Duration limit) throws IOException {
        byte[] request = request(uri, fields);
        Deadline deadline = new Deadline(limit);
        HttpConnection connection = new HttpConnection(dialer.connect(uri, deadline));
        if (!connections.add(connection)) {
            connection.transport().close();
            throw new IOException("too many connections are open");
        }
        boolean switched = false;
        try {
            Outcome outcome = exchange(connection, request, deadline);
            switched = outcome instanceof Outcome.Switched;
            return outcome;
        } catch (IOException failure) {
            throw connection.expired()
                    ? new IOException("no answer within " + limit.toMillis() + " ms", failure)
                    : failure;
        } finally {
            if (!switched) {
                connection.close();
                connections.remove(connection);
            }
        }
    }

    private Outcome exchange(HttpConnection connection, byte[] request, Deadline deadline)
            throws IOException {
        connection.open(deadline.left());
        connection.readDeadline(deadline.left());
        connection.write(request, 0, request.length, deadline.left());
        InputBuffer input = new InputBuffer(connection);
        AnswerHead head = AnswerHead.read(input);
        connection.readDeadline(Duration.ZERO);
        if (connection.expired()) {
            throw new IOException("the answer came too late");
        }
        if (head.status() != 101) {
            return new Outcome.Answered(head.status(), head.headers());
        }
        connection.markUpgraded();
        return new Outcome.Switched(
                head.headers(),
                new ClientConnection(connection, input.takeBuffered(), connections, loops));
    }

    private static byte[] request(URI uri, Map<String, String> fields) {
        if (uri.getHost() == null || uri.getRawUserInfo() != null || uri.getRawFragment() != null) {
            throw new IllegalArgumentException(
                    "the address must have a host, and neither a user nor a fragment");
        }
        String path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
        if (!(path + query).chars().allMatch(c -> c > ' ' && c < 0x7F)) {
            throw new IllegalArgumentException("the address has characters that are not encoded");
        }
        String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
        StringBuilder text = new StringBuilder(256);
        text.append("GET ").append(path).append(query).append(" HTTP/1.1\r\n");
        text.append("Host: ").append(uri.getHost()).append(port).append("\r\n");
        text.append("Connection: Upgrade\r\n");
        fields.forEach((name, value) -> addField(text, name, value));
        return text.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    private static void addField(StringBuilder text, String name, String value) {
        if (!HttpCharacters.isToken(name)
                || !HttpCharacters.isFieldValue(value)
                || OWN_FIELDS.contains(name.toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException("a header that cannot be sent: " + name);
        }
        text.append(name).append(": ").append(value).append("\r\n");
    }

    /** Connections that are open now. */
    public int openConnections() {
        return connections.size();
    }

    /** Tells every connection to end and waits up to {@code limit}; what is left is reset. */
    public void close(Duration limit) {
        new GracefulStop(connections, GOODBYES_PER_SECOND, limit).run();
        loops.end();
        watchdog.end();
    }

    /** As {@link #close(Duration)} with five seconds. */
    @Override
    public void close() {
        close(Duration.ofSeconds(5));
    }
}
