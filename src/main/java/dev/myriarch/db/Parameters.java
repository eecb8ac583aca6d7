package dev.myriarch.db;

import java.sql.Array;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Sets the parameters of a statement one after the other. Confined to one statement. */
public final class Parameters {
    private final PreparedStatement statement;
    private int index;

    Parameters(PreparedStatement statement) {
        this.statement = statement;
    }

    public Parameters text(@Nullable String value) {
        return set(at -> statement.setString(at, value));
    }

    public Parameters uuid(@Nullable UUID value) {
        return set(at -> statement.setObject(at, value, Types.OTHER));
    }

    public Parameters integer(int value) {
        return set(at -> statement.setInt(at, value));
    }

    public Parameters optionalInteger(@Nullable Integer value) {
        return set(at -> statement.setObject(at, value, Types.INTEGER));
    }

    public Parameters bigint(long value) {
        return set(at -> statement.setLong(at, value));
    }

    public Parameters optionalBigint(@Nullable Long value) {
        return set(at -> statement.setObject(at, value, Types.BIGINT));
    }

    public Parameters bool(@Nullable Boolean value) {
        return set(at -> statement.setObject(at, value, Types.BOOLEAN));
    }

    public Parameters bytes(byte @Nullable [] value) {
        return set(at -> statement.setBytes(at, value));
    }

    /** PostgreSQL keeps microseconds; the rest is cut. */
    public Parameters instant(@Nullable Instant value) {
        return set(at ->
                statement.setObject(
                        at,
                        value == null ? null : OffsetDateTime.ofInstant(value, ZoneOffset.UTC),
                        Types.TIMESTAMP_WITH_TIMEZONE));
    }

    /** JSON text for a {@code jsonb} parameter. */
    public Parameters json(@Nullable String value) {
        return set(at -> statement.setObject(at, value, Types.OTHER));
    }

    public Parameters texts(Collection<String> values) {
        return array("text", values.toArray());
    }

    public Parameters uuids(Collection<UUID> values) {
        return array("uuid", values.toArray());
    }

    private Parameters array(String type, Object[] values) {
        return set(at -> {
            Array array = statement.getConnection().createArrayOf(type, values);
            statement.setArray(at, array);
        });
    }

    private Parameters set(Setter setter) {
        try {
            setter.set(++index);
            return this;
        } catch (SQLException e) {
            throw DatabaseException.of(e);
        }
    }

    private interface Setter {
        void set(int at) throws SQLException;
    }
}
