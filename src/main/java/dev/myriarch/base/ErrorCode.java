package dev.myriarch.base;

/** Every error code of the REST API with its HTTP status; the texts are stable. */
public enum ErrorCode {
    BAD_REQUEST("bad_request", 400, "Bad request"),
    UNAUTHORIZED("unauthorized", 401, "Not signed in"),
    CSRF_FAILED("csrf_failed", 403, "Cross-site request check failed"),
    FORBIDDEN("forbidden", 403, "Not permitted"),
    NOT_FOUND("not_found", 404, "Not found"),
    METHOD_NOT_ALLOWED("method_not_allowed", 405, "Method not allowed"),
    CONFLICT("conflict", 409, "Conflict"),
    PRECONDITION_FAILED("precondition_failed", 412, "Precondition failed"),
    PAYLOAD_TOO_LARGE("payload_too_large", 413, "Payload too large"),
    UNSUPPORTED_MEDIA_TYPE("unsupported_media_type", 415, "Unsupported media type"),
    VALIDATION_FAILED("validation_failed", 422, "Validation failed"),
    TOO_MANY_REQUESTS("too_many_requests", 429, "Too many requests"),
    INTERNAL("internal", 500, "Internal error"),
    UNAVAILABLE("unavailable", 503, "Unavailable");

    private final String text;
    private final int status;
    private final String title;

    ErrorCode(String text, int status, String title) {
        this.text = text;
        this.status = status;
        this.title = title;
    }

    /** The stable text in problem documents. */
    public String text() {
        return text;
    }

    public int status() {
        return status;
    }

    /** Short human-readable name of the kind of error. */
    public String title() {
        return title;
    }
}
