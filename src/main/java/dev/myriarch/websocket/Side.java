package dev.myriarch.websocket;

/** Which end of a connection we are. Frames of clients are masked, those of servers are not. */
enum Side {
    SERVER,
    CLIENT;

    boolean peerMasks() {
        return this == SERVER;
    }
}
