package dev.myriarch.websocket;

import java.util.Optional;

/** Kinds of frames (RFC 6455 section 5.2). */
enum Opcode {
    CONTINUATION(0),
    TEXT(1),
    BINARY(2),
    CLOSE(8),
    PING(9),
    PONG(10);

    private final int code;

    Opcode(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }

    boolean isControl() {
        return code >= 8;
    }

    /** Empty for a reserved opcode. */
    static Optional<Opcode> of(int code) {
        return switch (code) {
            case 0 -> Optional.of(CONTINUATION);
            case 1 -> Optional.of(TEXT);
            case 2 -> Optional.of(BINARY);
            case 8 -> Optional.of(CLOSE);
            case 9 -> Optional.of(PING);
            case 10 -> Optional.of(PONG);
            default -> Optional.empty();
        };
    }
}
