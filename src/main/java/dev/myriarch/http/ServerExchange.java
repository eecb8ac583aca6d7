package dev.myriarch.http;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpPrincipal;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One request and its answer. Confined to the thread of its connection. */
final class ServerExchange extends HttpExchange {
    /**
     * Attribute that holds the exchange itself: {@code Filter.adaptRequest} wraps an exchange and
     * hides what the API does not know, but passes attributes on.
     */
    static final String ATTRIBUTE = "dev.myriarch.http.exchange";

    private static final int WORTH_DRAINING = 64 << 10;

    private final RequestHead head;
    private final HttpContext context;
    private final HttpConnection connection;
    private final RequestBody requestBody;
    private final ResponseOutput output;
    private final ServerRuntime runtime;
    private final Headers responseHeaders = new Headers();
    private final Map<String, Object> attributes = new HashMap<>();
    private InputStream inputStream;
    private OutputStream outputStream;
    private int responseCode = -1;
    private boolean closeAfter;
    private boolean abandoned;
    private Optional<UpgradeHandler> upgrade = Optional.empty();

    ServerExchange(
            RequestHead head,
            HttpContext context,
            HttpConnection connection,
            InputBuffer input,
            ServerRuntime runtime) {
        this.head = head;
        this.context = context;
        this.connection = connection;
        this.runtime = runtime;
        output = new ResponseOutput(connection, runtime.limits().connections().writeTimeout());
        requestBody =
                RequestBody.of(head.framing(), input, runtime.limits().body(), this::sendContinue);
        inputStream = requestBody;
        outputStream = output;
    }

    /** The exchange of our server behind {@code exchange}, however it is wrapped. */
    static Optional<ServerExchange> of(HttpExchange exchange) {
        return exchange.getAttribute(ATTRIBUTE) instanceof ServerExchange own
                ? Optional.of(own)
                : Optional.empty();
    }

    RequestHead head() {
        return head;
    }

    HttpConnection connection() {
        return connection;
    }

    RequestBody requestBody() {
        return requestBody;
    }

    ResponseOutput output() {
        return output;
    }

    boolean headersSent() {
        return responseCode != -1;
    }

    /** True when this connection must end after the answer. */
    boolean closeAfter() {
        return closeAfter;
    }

    /** True when the handler closed the exchange without an answer. */
    boolean abandoned() {
        return abandoned;
    }

    /** Leaves an answer that began incomplete, so that the connection is cut off. */
    void abandon() {
        abandoned = true;
    }

    Optional<UpgradeHandler> upgrade() {
        return upgrade;
    }

    @Override
    public void sendResponseHeaders(int status, long length) throws IOException {
        if (headersSent() || abandoned) {
            throw new IOException("the response headers were sent already");
        }
        if (status < 200 || status > 599 || length < -1) {
            throw new IllegalArgumentException("status " + status + ", length " + length);
        }
        closeAfter = closeAfter || mustClose();
        ResponseOutput.Mode mode = mode(status, length);
        ResponseHead text = new ResponseHead(status).field("Date", runtime.date().text());
        text.fields(responseHeaders);
        addLength(text, mode, status, length);
        addConnection(text);
        responseCode = status;
        output.start(text, mode, length);
        if (length == -1) {
            output.close();
        }
    }

    /** Sends 101 and keeps {@code handler} for the time after the handler of this exchange. */
    void switchProtocols(Headers headers, UpgradeHandler handler) throws IOException {
        if (headersSent() || abandoned) {
            throw new IOException("the response headers were sent already");
        }
        if (connection.expired()) {
            throw new IOException("the connection expired");
        }
        ResponseHead text = new ResponseHead(101).field("Date", runtime.date().text());
        text.field("Connection", "Upgrade").fields(headers);
        responseCode = 101;
        output.start(text, ResponseOutput.Mode.NONE, 0);
        output.close();
        upgrade = Optional.of(handler);
    }

    private ResponseOutput.Mode mode(int status, long length) {
        if (head.method().equals("HEAD")) {
            return ResponseOutput.Mode.DISCARD;
        }
        if (length == -1 || status == 204 || status == 304) {
            return ResponseOutput.Mode.NONE;
        }
        if (length > 0) {
            return ResponseOutput.Mode.FIXED;
        }
        return head.minorVersion() == 0
                ? ResponseOutput.Mode.UNTIL_CLOSE
                : ResponseOutput.Mode.CHUNKED;
    }

    private void addLength(ResponseHead text, ResponseOutput.Mode mode, int status, long length) {
        switch (mode) {
            case FIXED -> text.field("Content-Length", Long.toString(length));
            case CHUNKED -> text.field("Transfer-Encoding", "chunked");
            case NONE, DISCARD -> addUnsentLength(text, mode, status, length);
            case UNTIL_CLOSE, WAITING -> {}
        }
    }

    /** The length of a body that is not sent: that of GET for HEAD and 304, nothing for 204. */
    private void addUnsentLength(
            ResponseHead text, ResponseOutput.Mode mode, int status, long length) {
        if (status == 204) {
            return;
        }
        if (length > 0) {
            text.field("Content-Length", Long.toString(length));
        } else if (mode == ResponseOutput.Mode.DISCARD || status == 304) {
            String given = responseHeaders.getFirst("Content-Length");
            if (given != null && HttpCharacters.isDigits(given)) {
                text.field("Content-Length", given);
            }
        } else {
            text.field("Content-Length", "0");
        }
    }

    private void addConnection(ResponseHead text) {
        boolean upgradeOffered = responds("Upgrade");
        if (closeAfter) {
            text.field("Connection", upgradeOffered ? "close, upgrade" : "close");
        } else if (upgradeOffered) {
            text.field("Connection", "upgrade");
        }
    }

    /**
     * Whether the handler set a header. Cheaper than asking the map, which writes the name anew.
     *
     * @param name as the map spells it, with a capital letter only at its beginning
     */
    private boolean responds(String name) {
        for (String given : responseHeaders.keySet()) {
            if (given.equals(name)) {
                return true;
            }
        }
        return false;
    }

    private boolean mustClose() {
        return head.close()
                || connection.expired()
                || runtime.connections().stopping()
                || (responds("Connection")
                        && HeaderTokens.has(responseHeaders, "Connection", "close"))
                || webSocketRefused()
                || bodyIsInTheWay();
    }

    /** Who asked for a WebSocket may send frames next, and a proxy let them through unseen. */
    private boolean webSocketRefused() {
        return HeaderTokens.has(head.headers(), "Upgrade", "websocket");
    }

    /** An unread body that is too large to read, or that the peer may not send at all. */
    private boolean bodyIsInTheWay() {
        if (requestBody.finished()) {
            return false;
        }
        return (head.expectContinue() && !requestBody.started())
                || !requestBody.worthDraining(WORTH_DRAINING);
    }

    private void sendContinue() throws IOException {
        if (head.expectContinue() && !headersSent()) {
            byte[] text = new ResponseHead(100).bytes();
            connection.write(text, 0, text.length, runtime.limits().connections().writeTimeout());
        }
    }

    @Override
    public void close() {
        if (!headersSent() || abandoned) {
            abandoned = true;
            return;
        }
        try {
            outputStream.close();
            output.close();
        } catch (IOException peerGone) {
            abandoned = true;
        }
    }

    @Override
    public Headers getRequestHeaders() {
        return head.headers();
    }

    @Override
    public Headers getResponseHeaders() {
        return responseHeaders;
    }

    @Override
    public URI getRequestURI() {
        return head.target().uri();
    }

    @Override
    public String getRequestMethod() {
        return head.method();
    }

    @Override
    public HttpContext getHttpContext() {
        return context;
    }

    @Override
    public InputStream getRequestBody() {
        return inputStream;
    }

    @Override
    public OutputStream getResponseBody() {
        return outputStream;
    }

    @Override
    public InetSocketAddress getRemoteAddress() {
        return connection.transport().remoteAddress();
    }

    @Override
    public InetSocketAddress getLocalAddress() {
        return connection.transport().localAddress();
    }

    @Override
    public int getResponseCode() {
        return responseCode;
    }

    @Override
    public String getProtocol() {
        return "HTTP/1." + head.minorVersion();
    }

    @Override
    public @Nullable Object getAttribute(String name) {
        return name.equals(ATTRIBUTE) ? this : attributes.get(name);
    }

    @Override
    public void setAttribute(String name, @Nullable Object value) {
        if (value == null) {
            attributes.remove(name);
        } else {
            attributes.put(name, value);
        }
    }

    @Override
    public void setStreams(@Nullable InputStream in, @Nullable OutputStream out) {
        inputStream = in == null ? inputStream : in;
        outputStream = out == null ? outputStream : out;
    }

    @Override
    public @Nullable HttpPrincipal getPrincipal() {
        return null;
    }
}
