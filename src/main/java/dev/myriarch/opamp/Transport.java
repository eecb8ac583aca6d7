package dev.myriarch.opamp;

/** How an agent speaks with the server. */
enum Transport {
    WEBSOCKET,
    HTTP;

    /** Text in the database. */
    String text() {
        return switch (this) {
            case WEBSOCKET -> "websocket";
            case HTTP -> "http";
        };
    }
}
