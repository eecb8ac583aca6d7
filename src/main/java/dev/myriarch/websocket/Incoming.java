package dev.myriarch.websocket;

/** What arrived, whole. */
sealed interface Incoming {
    record Text(String text) implements Incoming {}

    record Binary(byte[] payload) implements Incoming {}

    record Ping(byte[] payload) implements Incoming {}

    record Pong() implements Incoming {}

    record Close(CloseFrame frame) implements Incoming {}

    /** The connection ended between two frames. */
    record End() implements Incoming {}
}
