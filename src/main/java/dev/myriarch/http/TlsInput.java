package dev.myriarch.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLException;

/**
 * Received records and what of their text was not taken yet. Its buffer is small while small
 * records arrive, because idle connections hold it. Confined to the thread that reads.
 */
final class TlsInput {
    private static final int SMALL = 512;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final ByteSource raw;
    private ByteBuffer records = ByteBuffer.allocate(SMALL).flip();
    private ByteBuffer plain = NOTHING;

    TlsInput(ByteSource raw) {
        this.raw = raw;
    }

    /** True when text waits that did not fit into an earlier target. */
    boolean hasPlain() {
        return plain.hasRemaining();
    }

    /** True when bytes of a record wait. */
    boolean hasRecords() {
        return records.hasRemaining();
    }

    /** Keeps what was received elsewhere. Nothing else is kept at that moment. */
    void keep(ByteBuffer received) {
        records = ByteBuffer.allocate(Math.max(SMALL, received.remaining())).put(received).flip();
    }

    int takePlain(byte[] target, int offset, int length) {
        int count = Math.min(length, plain.remaining());
        plain.get(target, offset, count);
        if (!plain.hasRemaining()) {
            plain = NOTHING;
        }
        return count;
    }

    /**
     * Opens one record, waiting for its bytes. Text that does not fit into {@code destination} goes
     * aside, see {@link #hasPlain}. The status is {@code OK}, {@code CLOSED}, or {@code
     * BUFFER_UNDERFLOW} when the stream ended.
     */
    SSLEngineResult unwrap(SSLEngine engine, ByteBuffer destination) throws IOException {
        ByteBuffer target = destination;
        boolean aside = false;
        while (true) {
            SSLEngineResult result = engine.unwrap(records, target);
            switch (result.getStatus()) {
                case OK, CLOSED -> {
                    if (aside) {
                        plain = target.flip();
                    }
                    shrink(result.bytesConsumed());
                    return result;
                }
                case BUFFER_UNDERFLOW -> {
                    if (!fill(engine.getSession().getPacketBufferSize())) {
                        return result;
                    }
                }
                // Comes before the engine looks whether the record is complete.
                case BUFFER_OVERFLOW -> {
                    target = larger(aside ? target.capacity() : 0, engine);
                    aside = true;
                }
            }
        }
    }

    private static ByteBuffer larger(int tooSmall, SSLEngine engine) throws SSLException {
        int size = engine.getSession().getPacketBufferSize();
        if (tooSmall > 2 * size) {
            throw new SSLException("a record is larger than the session says");
        }
        return ByteBuffer.allocate(Math.max(size, 2 * tooSmall));
    }

    /** Gives a large buffer back when nothing is in it. */
    void release() {
        if (!records.hasRemaining() && records.capacity() > SMALL) {
            records = ByteBuffer.allocate(SMALL).flip();
        }
    }

    /** Holds no buffer at all until something is received again. */
    void rest() {
        records = NOTHING;
    }

    /** A bulk transfer keeps its large buffer; the first small record after it gives it back. */
    private void shrink(int recordBytes) {
        if (recordBytes < SMALL) {
            release();
        }
    }

    private boolean fill(int packetSize) throws IOException {
        if (records.capacity() == 0) {
            records = ByteBuffer.allocate(SMALL);
        } else if (records.remaining() == records.capacity()) {
            int size = Math.max(packetSize, 2 * records.capacity());
            records = ByteBuffer.allocate(size).put(records);
        } else {
            records.compact();
        }
        int count =
                raw.read(
                        records.array(),
                        records.arrayOffset() + records.position(),
                        records.remaining());
        records.position(records.position() + Math.max(0, count)).flip();
        return count > 0;
    }
}
