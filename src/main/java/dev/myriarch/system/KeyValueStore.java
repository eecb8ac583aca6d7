package dev.myriarch.system;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Small values that all replicas share. Keys are paths such as {@code redaction/key}; the first
 * part names who owns them. A key whose time is over does not exist. Thread-safe.
 */
public interface KeyValueStore {
    Optional<byte[]> find(String key);

    /** The stored value; where there is none yet, the one that the first replica stores. */
    byte[] findOrCreate(String key, Supplier<byte[]> create);

    /** Stores a value for good, whatever was there. */
    void put(String key, byte[] value);

    /**
     * Stores a value for a while, if the key does not exist: of several replicas that mark the same
     * thing as done one is told true.
     */
    boolean putIfAbsent(String key, byte[] value, Duration lifetime);

    /** Replaces a value by another one, if it still is the expected one; its end stays. */
    boolean compareAndSet(String key, byte[] expected, byte[] next);

    /** False when the key does not exist. */
    boolean delete(String key);

    /** Removes a value, if it still is the expected one. */
    boolean delete(String key, byte[] expected);

    /** How many keys begin with {@code prefix}. */
    long count(String prefix);
}
