package dev.myriarch.opamp;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.myriarch.opamp.proto.AgentToServer;
import dev.myriarch.opamp.proto.ServerToAgent;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Messages as bytes (OpAMP specification, "WebSocket Message Format"): on a WebSocket an unsigned
 * varint of value 0, then the protobuf message; over plain HTTP the protobuf message alone.
 */
final class Framing {
    /** Health trees and attributes nest; nothing real comes near. */
    private static final int MAX_NESTING = 64;

    private static final int MAX_VARINT_BYTES = 10;

    private Framing() {}

    /** A received message. */
    sealed interface Decoded {
        record Message(AgentToServer message) implements Decoded {}

        /**
         * @param reason for the peer and the log; holds no content
         */
        record Malformed(String reason) implements Decoded {}
    }

    /**
     * Reads a binary WebSocket message. A first byte other than 0 can only be a field tag, because
     * an AgentToServer is never framed with another header: such a message comes from a client that
     * knows no header and is read as a whole, unless it is a header of another value.
     */
    static Decoded readFramed(byte[] bytes) {
        if (bytes.length == 0) {
            return new Decoded.Malformed("the message is empty, not even a header");
        }
        int header = headerLength(bytes);
        return header < 0
                ? new Decoded.Malformed("the header is no varint of value 0")
                : parse(bytes, header);
    }

    /** Reads the body of a plain HTTP request. */
    static Decoded readPlain(byte[] bytes) {
        return parse(bytes, 0);
    }

    static byte[] writeFramed(ServerToAgent message) {
        byte[] bytes = new byte[1 + message.getSerializedSize()];
        CodedOutputStream out = CodedOutputStream.newInstance(bytes, 1, bytes.length - 1);
        try {
            message.writeTo(out);
            out.checkNoSpaceLeft();
        } catch (IOException e) {
            throw new UncheckedIOException("the size of a message was wrong", e);
        }
        return bytes;
    }

    /** Length of a header of value 0, 0 for a message without header, -1 for a bad one. */
    private static int headerLength(byte[] bytes) {
        if (bytes[0] == 0) {
            return 1;
        }
        if ((bytes[0] & 0x7F) != 0) {
            // A tag: field number in the upper bits, so a header-less message.
            return 0;
        }
        // 0x80: an overlong zero, or the low bits of a larger header.
        for (int i = 1; i < Math.min(bytes.length, MAX_VARINT_BYTES); i++) {
            if (bytes[i] == 0) {
                return i + 1;
            }
            if (bytes[i] != (byte) 0x80) {
                return -1;
            }
        }
        return -1;
    }

    private static Decoded parse(byte[] bytes, int offset) {
        CodedInputStream in = CodedInputStream.newInstance(bytes, offset, bytes.length - offset);
        in.setRecursionLimit(MAX_NESTING);
        try {
            AgentToServer message = AgentToServer.parseFrom(in);
            in.checkLastTagWas(0);
            return new Decoded.Message(message);
        } catch (InvalidProtocolBufferException e) {
            return new Decoded.Malformed("the message is no AgentToServer in protobuf");
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory failed", e);
        }
    }
}
