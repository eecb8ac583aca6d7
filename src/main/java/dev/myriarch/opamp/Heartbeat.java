package dev.myriarch.opamp;

import dev.myriarch.domain.AgentId;
import java.util.Optional;
import java.util.UUID;

/**
 * Reads the one message that comes all the time, without what a whole AgentToServer takes: it holds
 * the instance UID, the sequence number and the capabilities, in this order and no more. For
 * everything else there are {@link Framing} and {@link MessageMapper}.
 */
final class Heartbeat {
    private static final int HEADER = 0;
    private static final int UID_TAG = (1 << 3) | 2;
    private static final int SEQUENCE_TAG = 2 << 3;
    private static final int CAPABILITIES_TAG = 4 << 3;
    private static final int UID_BYTES = 16;
    private static final int UID_END = 3 + UID_BYTES;

    /** Seven bits a byte: the last one holds the 64th. */
    private static final int MAX_SHIFT = 63;

    private final byte[] bytes;
    private int position = UID_END;
    private boolean malformed;

    private Heartbeat(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Empty for every other message, also for one that is framed or ordered in another way. */
    static Optional<AgentMessage> read(byte[] bytes) {
        if (bytes.length < UID_END
                || bytes[0] != HEADER
                || bytes[1] != UID_TAG
                || bytes[2] != UID_BYTES) {
            return Optional.empty();
        }
        long high = bigEndian(bytes, 3);
        long low = bigEndian(bytes, 3 + Long.BYTES);
        if (high == 0 && low == 0) {
            return Optional.empty();
        }
        Heartbeat heartbeat = new Heartbeat(bytes);
        long sequence = heartbeat.field(SEQUENCE_TAG);
        long capabilities = heartbeat.field(CAPABILITIES_TAG);
        return heartbeat.malformed || heartbeat.position < bytes.length
                ? Optional.empty()
                : Optional.of(
                        new AgentMessage(
                                new AgentId(new UUID(high, low)),
                                sequence,
                                capabilities,
                                false,
                                false,
                                AgentMessage.Report.empty()));
    }

    private static long bigEndian(byte[] bytes, int from) {
        long value = 0;
        for (int i = from; i < from + Long.BYTES; i++) {
            value = (value << Byte.SIZE) | (bytes[i] & 0xFF);
        }
        return value;
    }

    /** A varint behind its tag; zero, the value of a field that is left out, without it. */
    private long field(int tag) {
        if (position >= bytes.length || bytes[position] != tag) {
            return 0;
        }
        position++;
        long value = 0;
        for (int shift = 0; shift <= MAX_SHIFT && position < bytes.length; shift += 7) {
            byte next = bytes[position++];
            value |= (next & 0x7FL) << shift;
            if (next >= 0) {
                return value;
            }
        }
        malformed = true;
        return 0;
    }
}
