package dev.myriarch.websocket;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Payload of a close frame (RFC 6455 section 5.5.1).
 *
 * @param code {@link CloseCodes#NO_CODE} when there is none
 */
record CloseFrame(int code, String reason) {
    private static final int MAX_REASON = 123;

    /**
     * @throws WebSocketFailure for half a code, a code that must not be sent, or a reason that is
     *     not UTF-8
     */
    static CloseFrame parse(byte[] payload) throws WebSocketFailure {
        if (payload.length == 0) {
            return new CloseFrame(CloseCodes.NO_CODE, "");
        }
        if (payload.length == 1) {
            throw WebSocketFailure.protocol("a close frame has half a code");
        }
        int code = ByteBuffer.wrap(payload).getShort() & 0xFFFF;
        if (!CloseCodes.mayBeSent(code)) {
            throw WebSocketFailure.protocol("a close frame has a code that must not be sent");
        }
        Utf8Validator utf8 = new Utf8Validator();
        if (!utf8.accept(payload, 2, payload.length - 2) || !utf8.complete()) {
            throw new WebSocketFailure(
                    CloseCodes.INVALID_DATA, "the reason of a close frame is not UTF-8");
        }
        return new CloseFrame(
                code, new String(payload, 2, payload.length - 2, StandardCharsets.UTF_8));
    }

    /**
     * @throws IllegalArgumentException for a code that must not be sent or too long a reason
     */
    byte[] payload() {
        if (code == CloseCodes.NO_CODE) {
            return new byte[0];
        }
        byte[] text = reason.getBytes(StandardCharsets.UTF_8);
        if (!CloseCodes.mayBeSent(code) || text.length > MAX_REASON) {
            throw new IllegalArgumentException(
                    "a close frame cannot have the code " + code + " or so long a reason");
        }
        return ByteBuffer.allocate(2 + text.length).putShort((short) code).put(text).array();
    }
}
