package dev.myriarch.http;

import java.io.IOException;

/** Writes server-sent events, each flushed. Thread-safe. */
public interface SseWriter {
    /**
     * @param name event type; letters, digits and dots
     * @param data one line of text, usually JSON
     */
    void event(String name, String data) throws IOException;

    /** A comment line, which keeps the connection open and is seen by nobody. */
    void comment(String text) throws IOException;
}
