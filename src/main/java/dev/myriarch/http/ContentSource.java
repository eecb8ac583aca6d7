package dev.myriarch.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.Optional;

/** Bytes of known length, of which any part can be read. */
public interface ContentSource {
    long length();

    Optional<Instant> modifiedAt();

    /** Writes {@code count} bytes from {@code first} on, all of them within the length. */
    void copy(long first, long count, OutputStream out) throws IOException;

    static ContentSource ofBytes(byte[] bytes) {
        return new Bytes(bytes);
    }

    /**
     * A file as it is now. It is opened once its bytes are wanted; one that became shorter ends the
     * answer early, which the client notices.
     */
    static ContentSource ofFile(Path file) throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        return new FileBytes(
                file, attributes.size(), Optional.of(attributes.lastModifiedTime().toInstant()));
    }

    /** In memory. */
    record Bytes(byte[] bytes) implements ContentSource {
        @Override
        public long length() {
            return bytes.length;
        }

        @Override
        public Optional<Instant> modifiedAt() {
            return Optional.empty();
        }

        @Override
        public void copy(long first, long count, OutputStream out) throws IOException {
            out.write(bytes, Math.toIntExact(first), Math.toIntExact(count));
        }
    }

    /** In a file, read piece by piece: what the client does not take is not read. */
    record FileBytes(Path file, long length, Optional<Instant> modifiedAt)
            implements ContentSource {
        private static final int PIECE = 64 << 10;

        @Override
        public void copy(long first, long count, OutputStream out) throws IOException {
            ByteBuffer piece = ByteBuffer.allocate((int) Math.min(PIECE, count));
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
                long done = 0;
                while (done < count) {
                    piece.clear().limit((int) Math.min(piece.capacity(), count - done));
                    int read = channel.read(piece, first + done);
                    if (read < 0) {
                        throw new EOFException("the file became shorter while it was sent");
                    }
                    out.write(piece.array(), 0, read);
                    done += read;
                }
            }
        }
    }
}
