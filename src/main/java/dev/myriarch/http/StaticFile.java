package dev.myriarch.http;

import dev.myriarch.base.Sha256;

/**
 * Content of a file.
 *
 * @param etag strong, with its quotes
 */
record StaticFile(byte[] content, String etag) {
    static StaticFile of(byte[] content) {
        return new StaticFile(content, '"' + Sha256.hex(content).substring(0, 32) + '"');
    }
}
