package dev.myriarch.http;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/**
 * TLS over a plain connection. Records are made and written under one lock, so that they leave in
 * the order in which the engine numbered them; {@link #wake} and {@link #kill} act on the plain
 * connection and take no lock.
 */
final class TlsTransport implements Transport {
    /** Records in a row that may carry no data; each costs a computation and brings nothing. */
    static final int MAX_EMPTY_RECORDS = 32;

    private static final int MAX_AFTER_FAILURE = 64 << 10;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final Transport raw;
    private final Supplier<SSLEngine> engines;
    private final HandshakeGate gate;
    private final ReentrantLock writeLock = new ReentrantLock();
    private final TlsInput input;
    private final TlsLoop loop;
    private @Nullable volatile SSLEngine opened;
    private boolean goodbyeSaid;
    private volatile boolean woken;
    // The reader is writing, an alert or an answer to the peer's change of keys.
    private volatile boolean readerWrites;

    /**
     * @param engines asked once, by the thread that opens the connection
     */
    TlsTransport(Transport raw, Supplier<SSLEngine> engines, HandshakeGate gate) {
        this.raw = raw;
        this.engines = engines;
        this.gate = gate;
        input = new TlsInput(raw);
        loop = new TlsLoop(raw, input, writeLock);
    }

    @Override
    public void open() throws IOException {
        SSLEngine engine = engines.get();
        opened = engine;
        try {
            engine.beginHandshake();
            handshake(engine);
            input.release();
        } catch (SSLException failure) {
            sendAlert(engine);
            throw failure;
        }
    }

    private void handshake(SSLEngine engine) throws IOException {
        HandshakeStatus status = engine.getHandshakeStatus();
        while (status != HandshakeStatus.NOT_HANDSHAKING && status != HandshakeStatus.FINISHED) {
            status =
                    switch (status) {
                        case NEED_TASK -> runTasks(engine);
                        case NEED_WRAP -> wrapOne(engine);
                        case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> unwrapOne(engine);
                        case FINISHED, NOT_HANDSHAKING -> status;
                    };
        }
    }

    private HandshakeStatus runTasks(SSLEngine engine) throws IOException {
        for (Runnable task = engine.getDelegatedTask();
                task != null;
                task = engine.getDelegatedTask()) {
            Runnable next = task;
            gate.run(() -> {
                // Whoever waited too long at the gate is gone; do not compute for nobody.
                if (!woken) {
                    next.run();
                }
            });
            if (woken) {
                throw new EOFException("the handshake took too long");
            }
        }
        return engine.getHandshakeStatus();
    }

    private HandshakeStatus wrapOne(SSLEngine engine) throws IOException {
        writeLock.lock();
        try {
            return wrap(engine, NOTHING, packet(engine)).getHandshakeStatus();
        } finally {
            writeLock.unlock();
        }
    }

    private HandshakeStatus unwrapOne(SSLEngine engine) throws IOException {
        SSLEngineResult result = input.unwrap(engine, NOTHING.duplicate());
        return switch (result.getStatus()) {
            case OK -> result.getHandshakeStatus();
            case CLOSED -> throw new SSLHandshakeException("the peer gave the handshake up");
            case BUFFER_UNDERFLOW, BUFFER_OVERFLOW ->
                    throw new EOFException("the peer ended the connection within the handshake");
        };
    }

    /** Tells the peer why, then waits for its end: closing at once could overtake the reason. */
    private void sendAlert(SSLEngine engine) {
        try {
            for (int i = 0;
                    i < 3 && engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP;
                    i++) {
                wrapOne(engine);
            }
            raw.shutdownOutput();
            byte[] dropped = new byte[1024];
            int count = 0;
            for (int total = 0; count >= 0 && total < MAX_AFTER_FAILURE; total += count) {
                count = raw.read(dropped, 0, dropped.length);
            }
        } catch (IOException peerGone) {
            // Nobody is there to tell.
        } finally {
            goodbyeSaid = true;
        }
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (input.hasPlain()) {
            return input.takePlain(target, offset, length);
        }
        SSLEngine engine = engine();
        Optional<TlsLoop.Left> left = loop.takeLeft();
        if (left.isPresent() && !dealWith(engine, left.get())) {
            return -1;
        }
        ByteBuffer destination = ByteBuffer.wrap(target, offset, length);
        while (true) {
            SSLEngineResult result = input.unwrap(engine, destination);
            switch (result.getStatus()) {
                case CLOSED, BUFFER_UNDERFLOW, BUFFER_OVERFLOW -> {
                    return -1;
                }
                case OK -> afterRecord(engine, result.getHandshakeStatus());
            }
            loop.countEmpty(result.bytesProduced());
            if (input.hasPlain()) {
                return input.takePlain(target, offset, length);
            }
            if (result.bytesProduced() > 0) {
                return result.bytesProduced();
            }
        }
    }

    /** False when nothing more is to be read. */
    private boolean dealWith(SSLEngine engine, TlsLoop.Left left) throws IOException {
        switch (left) {
            case TlsLoop.Left.Status(HandshakeStatus status) -> afterRecord(engine, status);
            case TlsLoop.Left.Failure(SSLException failure) -> throw failure;
            case TlsLoop.Left.End _, TlsLoop.Left.Reading _ -> {}
        }
        return !(left instanceof TlsLoop.Left.End);
    }

    private void afterRecord(SSLEngine engine, HandshakeStatus status) throws IOException {
        if (status == HandshakeStatus.NEED_TASK) {
            // TLS 1.3 needs none after the handshake, so this is a renegotiation of TLS 1.2, by
            // which a peer can make us compute as often as it likes.
            throw new SSLException("the peer wants to renegotiate");
        }
        if (status != HandshakeStatus.NEED_WRAP) {
            return;
        }
        readerWrites = true;
        try {
            // Looked at after the flag is up, as wake() looks at the flag after it has set woken.
            if (!woken) {
                wrapOne(engine);
            }
        } finally {
            readerWrites = false;
        }
    }

    @Override
    public void write(byte[] source, int offset, int length) throws IOException {
        SSLEngine engine = engine();
        ByteBuffer plain = ByteBuffer.wrap(source, offset, length);
        writeLock.lock();
        try {
            ByteBuffer packet = packet(engine);
            while (plain.hasRemaining()) {
                SSLEngineResult result = wrap(engine, plain, packet);
                if (result.bytesConsumed() == 0 && result.bytesProduced() == 0) {
                    throw new SSLException("the engine accepts no data");
                }
            }
        } finally {
            writeLock.unlock();
        }
    }

    /** Makes one record and writes it. The lock is held. */
    private SSLEngineResult wrap(SSLEngine engine, ByteBuffer plain, ByteBuffer packet)
            throws IOException {
        SSLEngineResult result = engine.wrap(plain, packet.clear());
        if (packet.position() > 0) {
            raw.write(packet.array(), packet.arrayOffset(), packet.position());
        }
        requireDone(result, plain);
        return result;
    }

    /** Fails when an engine did not make a record of what it was given. */
    static void requireDone(SSLEngineResult result, ByteBuffer plain) throws IOException {
        switch (result.getStatus()) {
            case OK -> {}
            case CLOSED -> {
                if (plain.hasRemaining()) {
                    throw new IOException("the connection is closed");
                }
            }
            case BUFFER_OVERFLOW, BUFFER_UNDERFLOW ->
                    throw new SSLException("a record is larger than the session says");
        }
    }

    @Override
    public void join(EventLoop eventLoop, LoopGuest guest) throws IOException {
        raw.join(eventLoop, guest);
    }

    @Override
    public void rest() {
        input.rest();
        raw.rest();
    }

    @Override
    public boolean hasInput() {
        return input.hasPlain() || input.hasRecords() || loop.hasLeft() || raw.hasInput();
    }

    @Override
    public int readNow(ByteBuffer target, LoopBuffers buffers) throws IOException {
        return loop.readNow(engine(), target, buffers);
    }

    @Override
    public boolean writeNow(ByteBuffer source, LoopBuffers buffers) throws IOException {
        return loop.writeNow(engine(), source, buffers);
    }

    @Override
    public void flush() throws IOException {
        writeLock.lock();
        try {
            raw.flush();
        } finally {
            writeLock.unlock();
        }
    }

    private static ByteBuffer packet(SSLEngine engine) {
        return ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
    }

    /** Sends close_notify, then ends the plain stream; reading goes on. */
    @Override
    public void shutdownOutput() throws IOException {
        writeLock.lock();
        try {
            sayGoodbye();
        } finally {
            writeLock.unlock();
        }
        raw.shutdownOutput();
    }

    private void sayGoodbye() throws IOException {
        SSLEngine engine = opened;
        if (engine == null || goodbyeSaid) {
            return;
        }
        goodbyeSaid = true;
        engine.closeOutbound();
        for (int i = 0; i < 3 && !engine.isOutboundDone(); i++) {
            wrap(engine, NOTHING, packet(engine));
        }
    }

    @Override
    public void wake() {
        woken = true;
        raw.wake();
        if (readerWrites) {
            raw.kill();
        }
    }

    @Override
    public void kill() {
        raw.kill();
    }

    /** Says good-bye unless another thread is stuck in a write; the caller sets a deadline. */
    @Override
    public void close() {
        if (writeLock.tryLock()) {
            try {
                sayGoodbye();
            } catch (IOException peerGone) {
                // Nobody is there to tell.
            } finally {
                writeLock.unlock();
            }
        }
        raw.close();
    }

    @Override
    public boolean secure() {
        return true;
    }

    @Override
    public List<X509Certificate> peerCertificates() {
        SSLEngine engine = opened;
        if (engine == null) {
            return List.of();
        }
        try {
            Certificate[] chain = engine.getSession().getPeerCertificates();
            return Arrays.stream(chain).map(X509Certificate.class::cast).toList();
        } catch (SSLPeerUnverifiedException none) {
            return List.of();
        }
    }

    private SSLEngine engine() {
        SSLEngine engine = opened;
        if (engine == null) {
            throw new IllegalStateException("the connection is not open");
        }
        return engine;
    }

    @Override
    public InetSocketAddress remoteAddress() {
        return raw.remoteAddress();
    }

    @Override
    public InetSocketAddress localAddress() {
        return raw.localAddress();
    }
}
