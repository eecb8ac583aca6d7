package dev.myriarch.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Stands between a client and a server, to lose the network between them without a word. */
public final class TcpProxy implements AutoCloseable {
    private final ServerSocket listener;
    private volatile int target;
    private final List<Link> links = new CopyOnWriteArrayList<>();
    private volatile boolean refusing;

    /** One connection; silent: what comes is read and thrown away, nothing is closed. */
    private static final class Link {
        private final Socket client;
        private final Socket server;
        private volatile boolean silent;
        private volatile String beginning = "";

        private Link(Socket client, Socket server) {
            this.client = client;
            this.server = server;
        }

        /**
         * Copies until one side ends.
         *
         * @param request from the client: how that begins is kept
         */
        private void copy(Socket from, Socket to, boolean request) {
            byte[] buffer = new byte[8192];
            boolean begins = request;
            try (from;
                    to;
                    InputStream in = from.getInputStream();
                    OutputStream out = to.getOutputStream()) {
                for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                    if (begins) {
                        begins = false;
                        beginning =
                                new String(
                                        buffer, 0, Math.min(read, 32), StandardCharsets.ISO_8859_1);
                    }
                    if (!silent) {
                        out.write(buffer, 0, read);
                    }
                }
            } catch (IOException ended) {
                // One side is gone; closing tells the other.
            }
        }
    }

    private TcpProxy(ServerSocket listener, int target) {
        this.listener = listener;
        this.target = target;
    }

    /** Forwards to a port of this machine. */
    public static TcpProxy to(int port) {
        try {
            TcpProxy proxy =
                    new TcpProxy(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), port);
            Thread.ofVirtual().start(proxy::accept);
            return proxy;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void accept() {
        while (true) {
            try {
                Socket client = listener.accept();
                if (refusing) {
                    client.close();
                    continue;
                }
                connect(client);
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void connect(Socket client) throws IOException {
        try {
            Link link = new Link(client, new Socket(InetAddress.getLoopbackAddress(), target));
            links.add(link);
            Thread.ofVirtual().start(() -> link.copy(link.client, link.server, true));
            Thread.ofVirtual().start(() -> link.copy(link.server, link.client, false));
        } catch (IOException nobodyThere) {
            client.close();
        }
    }

    /** Where new connections go from now on, such as to a server that has started again. */
    public void setTarget(int port) {
        target = port;
    }

    public int port() {
        return listener.getLocalPort();
    }

    /** What each connection began with: up to 32 characters of its first bytes. */
    public List<String> beginnings() {
        return links.stream().map(link -> link.beginning).toList();
    }

    /** Loses everything on the connections there are; new ones work. */
    public void silence() {
        links.forEach(link -> link.silent = true);
    }

    /** Ends the connections there are. */
    public void cut() {
        try {
            for (Link link : links) {
                link.client.close();
                link.server.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether new connections are closed at once. */
    public void refuse(boolean on) {
        refusing = on;
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        cut();
    }
}
