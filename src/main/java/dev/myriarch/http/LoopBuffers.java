package dev.myriarch.http;

import java.nio.ByteBuffer;

/**
 * What an event loop reads into and writes from; its connections use it one after the other, so
 * that none holds a buffer while it is silent. Confined to the thread of the loop.
 *
 * @param arrived what a peer sent, decrypted
 * @param answers what a protocol answers
 * @param received records of TLS
 * @param sent records of TLS
 */
record LoopBuffers(ByteBuffer arrived, ByteBuffer answers, ByteBuffer received, ByteBuffer sent) {
    /** Of text: the largest record of TLS has as much (RFC 8446 section 5.1). */
    private static final int TEXT = 16 << 10;

    /** Of records: the text and what the JDK reserves around it. */
    private static final int RECORDS = 17 << 10;

    static LoopBuffers allocate() {
        return new LoopBuffers(
                ByteBuffer.allocateDirect(TEXT),
                ByteBuffer.allocateDirect(TEXT),
                ByteBuffer.allocateDirect(RECORDS),
                ByteBuffer.allocateDirect(RECORDS));
    }
}
