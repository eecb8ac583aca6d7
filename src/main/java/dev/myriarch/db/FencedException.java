package dev.myriarch.db;

/** A {@link Fence} refused a transaction: it changed nothing. */
public final class FencedException extends RuntimeException {
    public FencedException(String message) {
        super(message);
    }
}
