package dev.myriarch.config;

/**
 * One key of the configuration, for the reference page and tests.
 *
 * @param type as the page names it: text, integer, boolean, duration, list, map
 * @param fallback its default as it is written in YAML
 * @param variable that overrides it; empty where none can
 */
public record Setting(String path, String type, String fallback, String variable) {}
