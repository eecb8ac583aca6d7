package dev.myriarch.websocket;

import java.io.IOException;

/** The peer broke a rule; the connection is failed with this close code. */
final class WebSocketFailure extends IOException {
    private final int code;

    WebSocketFailure(int code, String reason) {
        super(reason);
        this.code = code;
    }

    static WebSocketFailure protocol(String reason) {
        return new WebSocketFailure(CloseCodes.PROTOCOL_ERROR, reason);
    }

    int code() {
        return code;
    }

    String reason() {
        String message = getMessage();
        return message == null ? "" : message;
    }
}
