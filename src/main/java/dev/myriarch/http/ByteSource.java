package dev.myriarch.http;

import java.io.IOException;

/** Where bytes come from; a seam for tests of the parsers. */
@FunctionalInterface
interface ByteSource {
    /** Reads at least one byte, or returns -1 at the end. */
    int read(byte[] target, int offset, int length) throws IOException;
}
