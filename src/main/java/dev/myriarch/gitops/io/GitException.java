package dev.myriarch.gitops.io;

/** A revision cannot be read; the message says why and what to do, for people. */
public final class GitException extends RuntimeException {
    GitException(String message) {
        super(message);
    }
}
