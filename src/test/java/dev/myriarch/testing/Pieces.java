package dev.myriarch.testing;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** Bytes that arrive in pieces, as those of a network do. Where they are cut must not matter. */
public final class Pieces {
    private final byte[] bytes;
    private final IntSupplier sizes;
    private int position;

    private Pieces(byte[] bytes, IntSupplier sizes) {
        this.bytes = bytes;
        this.sizes = sizes;
    }

    /**
     * What {@code parse} makes of the whole input, which must equal what it makes of the same bytes
     * one by one, in sevens and in random pieces; the pieces depend on nothing but the input.
     */
    public static <T> T inEveryCut(byte[] input, Function<Pieces, T> parse) {
        T whole = parse.apply(whole(input));
        Random random = new Random(Arrays.hashCode(input));
        List<Supplier<IntSupplier>> cuts =
                List.of(() -> () -> 1, () -> () -> 7, () -> () -> 1 + random.nextInt(40));
        for (Supplier<IntSupplier> cut : cuts) {
            T other = parse.apply(new Pieces(input, cut.get()));
            if (!other.equals(whole)) {
                throw new AssertionError(
                        "in one piece: %s%nin several pieces: %s".formatted(whole, other));
            }
        }
        return whole;
    }

    /** The input in one piece. */
    public static Pieces whole(byte[] input) {
        return new Pieces(input, () -> Integer.MAX_VALUE);
    }

    /** The next piece, or -1 at the end. */
    public int read(byte[] target, int offset, int length) {
        return read(ByteBuffer.wrap(target, offset, length));
    }

    /** The next piece, or -1 at the end. */
    public int read(ByteBuffer target) {
        int left = bytes.length - position;
        if (left == 0) {
            return -1;
        }
        int count = Math.min(Math.min(sizes.getAsInt(), target.remaining()), left);
        target.put(bytes, position, count);
        position += count;
        return count;
    }
}
