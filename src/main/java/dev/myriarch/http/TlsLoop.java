package dev.myriarch.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;

/**
 * TLS on an event loop: opens and makes records without waiting. Whatever is not simply data is
 * left to the thread that reads next. Confined to whoever reads, the loop or that thread.
 */
final class TlsLoop {
    private final Transport raw;
    private final TlsInput input;
    private final ReentrantLock writeLock;
    private Optional<Left> left = Optional.empty();
    private int emptyRecords;

    /** What the next thread has to deal with before it reads. */
    sealed interface Left {
        /** What the engine said after a record. */
        record Status(HandshakeStatus status) implements Left {}

        record Failure(SSLException failure) implements Left {}

        /** The peer has said good-bye. */
        record End() implements Left {}

        /** Only reading itself: somebody was writing, and the engine is shared. */
        record Reading() implements Left {}
    }

    TlsLoop(Transport raw, TlsInput input, ReentrantLock writeLock) {
        this.raw = raw;
        this.input = input;
        this.writeLock = writeLock;
    }

    boolean hasLeft() {
        return left.isPresent();
    }

    Optional<Left> takeLeft() {
        Optional<Left> taken = left;
        left = Optional.empty();
        return taken;
    }

    /** See {@link Transport#readNow}. */
    int readNow(SSLEngine engine, ByteBuffer target, LoopBuffers buffers) throws IOException {
        if (!writeLock.tryLock()) {
            left = Optional.of(new Left.Reading());
            return 0;
        }
        try {
            ByteBuffer received = buffers.received().clear();
            int count = raw.readNow(received, buffers);
            if (count <= 0) {
                return count;
            }
            unwrap(engine, received.flip(), target);
            if (received.hasRemaining()) {
                input.keep(received);
            }
            return target.position();
        } finally {
            writeLock.unlock();
        }
    }

    private void unwrap(SSLEngine engine, ByteBuffer received, ByteBuffer target) {
        try {
            while (received.hasRemaining() && left.isEmpty()) {
                SSLEngineResult result = engine.unwrap(received, target);
                switch (result.getStatus()) {
                    case OK -> left = leftAfter(result);
                    case CLOSED -> left = Optional.of(new Left.End());
                    // The rest of the record is still to come, or of the text there is too much.
                    case BUFFER_UNDERFLOW, BUFFER_OVERFLOW -> {
                        return;
                    }
                }
            }
        } catch (SSLException failure) {
            left = Optional.of(new Left.Failure(failure));
        }
    }

    private Optional<Left> leftAfter(SSLEngineResult result) throws SSLException {
        countEmpty(result.bytesProduced());
        HandshakeStatus status = result.getHandshakeStatus();
        return status == HandshakeStatus.NEED_WRAP || status == HandshakeStatus.NEED_TASK
                ? Optional.of(new Left.Status(status))
                : Optional.empty();
    }

    /** Notes how much text a record had, whoever opened it. */
    void countEmpty(int produced) throws SSLException {
        emptyRecords = produced > 0 ? 0 : emptyRecords + 1;
        if (emptyRecords >= TlsTransport.MAX_EMPTY_RECORDS) {
            throw new SSLException("the peer sends records without data");
        }
    }

    /** See {@link Transport#writeNow}. */
    boolean writeNow(SSLEngine engine, ByteBuffer source, LoopBuffers buffers) throws IOException {
        if (!writeLock.tryLock()) {
            throw new IOException("the connection is being closed");
        }
        try {
            boolean all = true;
            while (source.hasRemaining()) {
                ByteBuffer packet = packet(engine, buffers);
                SSLEngineResult result = engine.wrap(source, packet);
                all = raw.writeNow(packet.flip(), buffers);
                TlsTransport.requireDone(result, source);
            }
            return all;
        } finally {
            writeLock.unlock();
        }
    }

    private static ByteBuffer packet(SSLEngine engine, LoopBuffers buffers) {
        int size = engine.getSession().getPacketBufferSize();
        return size <= buffers.sent().capacity()
                ? buffers.sent().clear()
                : ByteBuffer.allocate(size);
    }
}
