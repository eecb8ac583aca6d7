package dev.myriarch.domain;

import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/** The OpAMP instance UID of an agent: 16 bytes, shown as a UUID. */
public record AgentId(UUID uuid) implements Comparable<AgentId> {
    public AgentId {
        Objects.requireNonNull(uuid, "uuid");
    }

    /** Reads 16 bytes; anything else is empty. */
    public static Optional<AgentId> ofBytes(byte[] bytes) {
        if (bytes.length != 16) {
            return Optional.empty();
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return Optional.of(new AgentId(new UUID(buffer.getLong(), buffer.getLong())));
    }

    /** Reads the canonical text form; anything else is empty. */
    public static Optional<AgentId> parse(String text) {
        if (text.length() != 36) {
            return Optional.empty();
        }
        try {
            return Optional.of(new AgentId(UUID.fromString(text)));
        } catch (IllegalArgumentException notAUuid) {
            return Optional.empty();
        }
    }

    public byte[] toBytes() {
        return ByteBuffer.allocate(16)
                .putLong(uuid.getMostSignificantBits())
                .putLong(uuid.getLeastSignificantBits())
                .array();
    }

    @Override
    public int compareTo(AgentId other) {
        return uuid.compareTo(other.uuid);
    }

    @Override
    public String toString() {
        return uuid.toString();
    }
}
