package dev.myriarch.http;

import java.io.IOException;

/**
 * A request that cannot be served as it came: the status of the answer and a reason that repeats
 * nothing of the request. The connection ends after the answer, because nobody knows where the next
 * request would begin.
 */
final class RequestFailure extends IOException {
    private final int status;

    RequestFailure(int status, String reason) {
        super(reason);
        this.status = status;
    }

    static RequestFailure badRequest(String reason) {
        return new RequestFailure(400, reason);
    }

    int status() {
        return status;
    }

    String reason() {
        String message = getMessage();
        return message == null ? "" : message;
    }
}
