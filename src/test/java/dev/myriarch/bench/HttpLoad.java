package dev.myriarch.bench;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Asks one server on several connections at once: sends on all of them, then reads all answers.
 * Blocking, on one thread, so that the load costs little beside what is measured. Every answer must
 * be as long as the first, which is checked in full.
 */
final class HttpLoad implements AutoCloseable {
    private static final String REQUEST =
            """
            GET %s HTTP/1.1
            Host: 127.0.0.1
            Accept: application/json
            User-Agent: bench
            """
                    .formatted(HttpBenchServer.PATH);
    private static final Pattern LENGTH = Pattern.compile("(?im)^content-length: *(\\d+)$");

    private final List<Socket> sockets = new ArrayList<>();
    private final byte[] single;
    private final byte[] batch;
    private final int pipelined;
    private byte[] answers = new byte[0];

    private HttpLoad(int pipelined) {
        this.pipelined = pipelined;
        String request = REQUEST.replace("\n", "\r\n") + "\r\n";
        single = request.getBytes(StandardCharsets.US_ASCII);
        batch = request.repeat(pipelined).getBytes(StandardCharsets.US_ASCII);
    }

    static HttpLoad open(int port, int connections, int pipelined) throws IOException {
        HttpLoad load = new HttpLoad(pipelined);
        for (int count = 0; count < connections; count++) {
            Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setTcpNoDelay(true);
            load.sockets.add(socket);
        }
        load.answers = new byte[load.lengthOfAnswer() * pipelined];
        return load;
    }

    /** Sends so many batches on each connection and returns the number of requests. */
    long run(int batches) throws IOException {
        for (int count = 0; count < batches; count++) {
            for (Socket socket : sockets) {
                socket.getOutputStream().write(batch);
            }
            for (Socket socket : sockets) {
                if (socket.getInputStream().readNBytes(answers, 0, answers.length) < answers.length
                        || answers[9] != '2'
                        || answers[answers.length - 1] != '}') {
                    throw new IOException("another answer than the first");
                }
            }
        }
        return (long) batches * sockets.size() * pipelined;
    }

    private int lengthOfAnswer() throws IOException {
        Socket socket = sockets.getFirst();
        socket.getOutputStream().write(single);
        InputStream in = socket.getInputStream();
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                throw new EOFException("the server ended the connection within: " + head);
            }
            head.append((char) next);
        }
        Matcher length = LENGTH.matcher(head);
        if (!head.toString().startsWith("HTTP/1.1 200") || !length.find()) {
            throw new IOException("not the expected answer: " + head);
        }
        int bodyLength = Integer.parseInt(length.group(1));
        String body = new String(in.readNBytes(bodyLength), StandardCharsets.UTF_8);
        if (!body.equals(HttpBench.BODY)) {
            throw new IOException("not the expected body: " + body);
        }
        return head.length() + bodyLength;
    }

    @Override
    public void close() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
