package dev.myriarch.websocket;

/** Close codes (RFC 6455 section 7.4 and the IANA registry). */
final class CloseCodes {
    static final int GOING_AWAY = 1001;
    static final int PROTOCOL_ERROR = 1002;

    /** Never sent: the close frame had no code. */
    static final int NO_CODE = 1005;

    /** Never sent: there was no close frame. */
    static final int ABNORMAL = 1006;

    static final int INVALID_DATA = 1007;
    static final int POLICY_VIOLATION = 1008;
    static final int TOO_BIG = 1009;
    static final int INTERNAL_ERROR = 1011;
    static final int TRY_AGAIN_LATER = 1013;

    private CloseCodes() {}

    /** True for a code that may be in a close frame. */
    static boolean mayBeSent(int code) {
        return (code >= 1000 && code <= 1003)
                || (code >= 1007 && code <= 1014)
                || (code >= 3000 && code <= 4999);
    }
}
