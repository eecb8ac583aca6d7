package dev.myriarch.config;

/** How the server was started. */
public enum Mode {
    /** {@code myriarchd serve}: settings that are unsafe are refused. */
    PRODUCTION,
    /** {@code myriarchd dev}: starts from other defaults, with an embedded database. */
    DEVELOPMENT
}
