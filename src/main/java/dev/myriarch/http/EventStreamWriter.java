package dev.myriarch.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;

/**
 * Server-sent events (WHATWG HTML, section 9.2), one write and flush each. Thread-safe: the lock is
 * held over the write, which ends after the write timeout of the connection at the latest.
 */
final class EventStreamWriter implements SseWriter {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9.]+");
    private static final Pattern LINE_END = Pattern.compile("\r\n|\r|\n");

    private final OutputStream out;
    private final ReentrantLock lock = new ReentrantLock();
    private boolean ended;

    EventStreamWriter(OutputStream out) {
        this.out = out;
    }

    /** Sends the head of the answer, so that the client knows the stream is open. */
    void open() throws IOException {
        out.flush();
    }

    /** Nothing can be written from now on. */
    void end() {
        lock.lock();
        try {
            ended = true;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void event(String name, String data) throws IOException {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("an event type has letters, digits and dots only");
        }
        StringBuilder text = new StringBuilder(name.length() + data.length() + 24);
        text.append("event: ").append(name).append('\n');
        appendLines(text, "data: ", data);
        write(text.append('\n'));
    }

    @Override
    public void comment(String comment) throws IOException {
        StringBuilder text = new StringBuilder(comment.length() + 8);
        appendLines(text, ": ", comment);
        write(text.append('\n'));
    }

    /** A line end within the text would end the field, and two of them the event. */
    private static void appendLines(StringBuilder text, String prefix, String content) {
        for (String line : LINE_END.split(content, -1)) {
            text.append(prefix).append(line).append('\n');
        }
    }

    private void write(StringBuilder text) throws IOException {
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        lock.lock();
        try {
            if (ended) {
                throw new IOException("the event stream has ended");
            }
            out.write(bytes);
            out.flush();
        } finally {
            lock.unlock();
        }
    }
}
