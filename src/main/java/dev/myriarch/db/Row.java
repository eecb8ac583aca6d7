package dev.myriarch.db;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.UUID;

/** One row of a result, read by column name. Valid only while the mapper runs. */
public final class Row {
    private final ResultSet result;

    Row(ResultSet result) {
        this.result = result;
    }

    public String text(String column) {
        return optionalText(column).orElseThrow(() -> missing(column));
    }

    public Optional<String> optionalText(String column) {
        return Optional.ofNullable(read(() -> result.getString(column)));
    }

    public UUID uuid(String column) {
        return optionalUuid(column).orElseThrow(() -> missing(column));
    }

    public Optional<UUID> optionalUuid(String column) {
        return Optional.ofNullable(read(() -> result.getObject(column, UUID.class)));
    }

    public int integer(String column) {
        return (int) bigint(column);
    }

    public long bigint(String column) {
        return optionalBigint(column).orElseThrow(() -> missing(column));
    }

    public Optional<Long> optionalBigint(String column) {
        long value = read(() -> result.getLong(column));
        return read(result::wasNull) ? Optional.empty() : Optional.of(value);
    }

    public boolean bool(String column) {
        return optionalBool(column).orElseThrow(() -> missing(column));
    }

    public Optional<Boolean> optionalBool(String column) {
        boolean value = read(() -> result.getBoolean(column));
        return read(result::wasNull) ? Optional.empty() : Optional.of(value);
    }

    public byte[] bytes(String column) {
        return optionalBytes(column).orElseThrow(() -> missing(column));
    }

    public Optional<byte[]> optionalBytes(String column) {
        return Optional.ofNullable(read(() -> result.getBytes(column)));
    }

    public Instant instant(String column) {
        return optionalInstant(column).orElseThrow(() -> missing(column));
    }

    public Optional<Instant> optionalInstant(String column) {
        return Optional.ofNullable(read(() -> result.getObject(column, OffsetDateTime.class)))
                .map(OffsetDateTime::toInstant);
    }

    private static IllegalStateException missing(String column) {
        return new IllegalStateException("column " + column + " is null");
    }

    private static <T> T read(Reader<T> reader) {
        try {
            return reader.read();
        } catch (SQLException e) {
            throw DatabaseException.of(e);
        }
    }

    private interface Reader<T> {
        T read() throws SQLException;
    }
}
