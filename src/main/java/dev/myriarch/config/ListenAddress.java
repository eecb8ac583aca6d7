package dev.myriarch.config;

import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a listener binds.
 *
 * @param host name or address without brackets; empty for every address
 * @param port 0 to 65535; 0 lets the system choose
 */
public record ListenAddress(String host, int port) {
    private static final Pattern FORM =
            Pattern.compile("(?:\\[([0-9A-Fa-f:.%]+)]|([A-Za-z0-9.-]*)):([0-9]{1,5})");
    private static final int MAX_PORT = 65_535;

    public ListenAddress {
        Objects.requireNonNull(host, "host");
        if (port < 0 || port > MAX_PORT) {
            throw new IllegalArgumentException("port must be 0 to 65535");
        }
    }

    /** Reads {@code :8080}, {@code 127.0.0.1:8080} or {@code [::1]:8080}. */
    public static Optional<ListenAddress> parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches() || Integer.parseInt(form.group(3)) > MAX_PORT) {
            return Optional.empty();
        }
        String bracketed = form.group(1);
        String host = bracketed == null ? form.group(2) : bracketed;
        return Optional.of(
                new ListenAddress(
                        Objects.requireNonNullElse(host, ""), Integer.parseInt(form.group(3))));
    }

    /** True when only programs on this machine can connect. */
    public boolean isLoopback() {
        return host.equals("localhost") || host.equals("::1") || host.startsWith("127.");
    }

    @Override
    public String toString() {
        return host.contains(":") ? "[%s]:%d".formatted(host, port) : host + ":" + port;
    }
}
