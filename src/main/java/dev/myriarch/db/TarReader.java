package dev.myriarch.db;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;

/**
 * Unpacks a tar stream (POSIX ustar with pax and GNU long names) into a new folder. Every path must
 * stay inside it, links included; entries and bytes are bounded; only files, folders and symbolic
 * links are known.
 */
final class TarReader {
    private static final int BLOCK = 512;
    private static final int MAX_ENTRIES = 20_000;
    private static final int MAX_NAME_BYTES = 8192;
    private static final long MAX_BYTES = 1L << 30;

    private final InputStream in;
    private final Path root;
    private long bytes;

    /** Values of extended headers for the next entry. */
    private final Map<String, String> extended = new HashMap<>();

    private TarReader(InputStream in, Path root) {
        this.in = in;
        this.root = root;
    }

    /** Reads to the end mark; {@code in} stays open. */
    static void unpack(InputStream in, Path folder) throws IOException {
        new TarReader(in, folder.toRealPath()).run();
    }

    private void run() throws IOException {
        for (int entry = 0; entry < MAX_ENTRIES; entry++) {
            byte[] header = in.readNBytes(BLOCK);
            if (header.length < BLOCK) {
                throw new EOFException("the archive ends inside a header");
            }
            if (isZero(header)) {
                return;
            }
            requireChecksum(header);
            unpackEntry(header);
        }
        throw new IOException("the archive has more than %d entries".formatted(MAX_ENTRIES));
    }

    private void unpackEntry(byte[] header) throws IOException {
        long size = octal(header, 124, 12);
        char type = (char) header[156];
        switch (type) {
            case 'x' -> readPax(size);
            case 'g' -> skipEntry(size);
            case 'L' -> extended.put("path", longName(size));
            case 'K' -> extended.put("linkpath", longName(size));
            case '0', '\0' -> file(target(header), size, octal(header, 100, 8));
            case '5' -> Files.createDirectories(target(header));
            case '2' -> link(target(header), linkText(header));
            default ->
                    throw new IOException("the archive has an entry of unknown type " + (int) type);
        }
        if ("025".indexOf(type) >= 0 || type == '\0') {
            extended.clear();
        }
    }

    private Path target(byte[] header) throws IOException {
        // GNU tar ends the magic with a space and keeps other things in the place of the prefix.
        String prefix = header[262] == 0 ? text(header, 345, 155) : "";
        String name = text(header, 0, 100);
        String ustar = prefix.isEmpty() ? name : prefix + "/" + name;
        Path path = inside(root.resolve(extended.getOrDefault("path", ustar)));
        Path parent = path.equals(root) ? root : path.getParent();
        if (parent == null) {
            throw new IOException("the archive has an entry without a name");
        }
        Files.createDirectories(parent);
        // A link unpacked before must not lead the way out.
        inside(parent.toRealPath());
        return path;
    }

    private Path inside(Path path) throws IOException {
        Path normal = path.normalize();
        if (!normal.startsWith(root)) {
            throw new IOException("the archive has an entry outside its folder: " + path);
        }
        return normal;
    }

    private String linkText(byte[] header) {
        return extended.getOrDefault("linkpath", text(header, 157, 100));
    }

    private void link(Path path, String text) throws IOException {
        inside(path.resolveSibling(text));
        Files.createSymbolicLink(path, Path.of(text));
    }

    private void file(Path path, long size, long mode) throws IOException {
        bytes += size;
        if (bytes > MAX_BYTES) {
            throw new IOException("the archive unpacks to more than %d bytes".formatted(MAX_BYTES));
        }
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException("the archive has an entry twice: " + path);
        }
        try (var out = Files.newOutputStream(path)) {
            copy(size, out);
        }
        skipPadding(size);
        boolean executable = (mode & 0100) != 0;
        Files.setPosixFilePermissions(
                path, PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
    }

    private void copy(long size, OutputStream out) throws IOException {
        byte[] buffer = new byte[65_536];
        for (long left = size; left > 0; ) {
            int count = in.read(buffer, 0, (int) Math.min(buffer.length, left));
            if (count < 0) {
                throw new EOFException("the archive ends inside a file");
            }
            out.write(buffer, 0, count);
            left -= count;
        }
    }

    /** Records of the form "length key=value\n"; the length counts the whole record. */
    private void readPax(long size) throws IOException {
        String records = longName(size);
        for (int at = 0; at < records.length(); ) {
            int space = records.indexOf(' ', at);
            int end = space < 0 ? -1 : at + number(records.substring(at, space), 10);
            int equals = records.indexOf('=', Math.max(space, 0));
            if (end <= space || end > records.length() || equals < 0 || equals >= end) {
                throw new IOException("the archive has a damaged extended header");
            }
            extended.put(
                    records.substring(space + 1, equals), records.substring(equals + 1, end - 1));
            at = end;
        }
    }

    /** Names beyond ASCII are not expected; each byte counts as one character. */
    private String longName(long size) throws IOException {
        if (size > MAX_NAME_BYTES) {
            throw new IOException("the archive has a name of %d bytes".formatted(size));
        }
        byte[] content = in.readNBytes((int) size);
        skipPadding(size);
        return text(content, 0, content.length);
    }

    private void skipEntry(long size) throws IOException {
        in.skipNBytes(size);
        skipPadding(size);
    }

    private void skipPadding(long size) throws IOException {
        in.skipNBytes((BLOCK - size % BLOCK) % BLOCK);
    }

    private static void requireChecksum(byte[] header) throws IOException {
        long sum = 0;
        for (int at = 0; at < BLOCK; at++) {
            sum += at >= 148 && at < 156 ? ' ' : header[at] & 0xFF;
        }
        if (sum != octal(header, 148, 8)) {
            throw new IOException("the archive has a header with a wrong checksum");
        }
    }

    private static boolean isZero(byte[] header) {
        for (byte one : header) {
            if (one != 0) {
                return false;
            }
        }
        return true;
    }

    private static long octal(byte[] header, int offset, int length) throws IOException {
        String digits = text(header, offset, length).strip();
        return digits.isEmpty() ? 0 : number(digits, 8);
    }

    private static int number(String digits, int radix) throws IOException {
        try {
            int number = Integer.parseInt(digits, radix);
            if (number < 0) {
                throw new NumberFormatException("negative");
            }
            return number;
        } catch (NumberFormatException e) {
            throw new IOException("the archive has a damaged header", e);
        }
    }

    private static String text(byte[] header, int offset, int length) {
        int end = offset;
        while (end < offset + length && header[end] != 0) {
            end++;
        }
        return new String(header, offset, end - offset, StandardCharsets.ISO_8859_1);
    }
}
