package dev.myriarch.app;

import dev.myriarch.config.ListenAddress;
import dev.myriarch.http.ClientAuthorities;
import dev.myriarch.http.HttpLimits;
import dev.myriarch.http.ThreadHttpServer;
import dev.myriarch.http.TlsFileException;
import dev.myriarch.http.TlsIdentity;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;

/** Binds listeners, with messages for whoever chose the address. */
final class Listeners {
    private Listeners() {}

    /** The certificate and key of the settings, where they name one. */
    static Optional<TlsIdentity> identity(SettingsResolver resolver, InstantSource clock) {
        try {
            return resolver.tls().map(settings -> TlsIdentity.load(settings, clock));
        } catch (TlsFileException e) {
            throw unusable(e);
        }
    }

    /** Who may have issued the client certificates that proxies forward. */
    static ClientAuthorities authorities(Path file, InstantSource clock) {
        try {
            return ClientAuthorities.load(file, clock);
        } catch (TlsFileException e) {
            throw unusable(e);
        }
    }

    private static StartupException unusable(TlsFileException e) {
        return new StartupException(
                "the TLS settings cannot be used: %s; see server.tls"
                        .formatted(TextLogFormatter.oneLine(String.valueOf(e.getMessage()))),
                e);
    }

    /**
     * @param setting or option that gives the address, for the message
     */
    static ThreadHttpServer bind(
            InetSocketAddress address,
            HttpLimits limits,
            Optional<TlsIdentity> tls,
            String setting) {
        try {
            return ThreadHttpServer.create(address, limits, tls);
        } catch (IOException e) {
            Throwable reason = e.getCause() == null ? e : e.getCause();
            throw new StartupException(
                    "cannot listen on %s:%d (%s): give another address to %s, or stop what uses it"
                            .formatted(
                                    address.getHostString(),
                                    address.getPort(),
                                    TextLogFormatter.oneLine(String.valueOf(reason.getMessage())),
                                    setting),
                    e);
        }
    }

    static ThreadHttpServer bind(
            ListenAddress address, HttpLimits limits, Optional<TlsIdentity> tls, String setting) {
        InetSocketAddress socket =
                address.host().isEmpty()
                        ? new InetSocketAddress(address.port())
                        : new InetSocketAddress(address.host(), address.port());
        if (socket.isUnresolved()) {
            throw new StartupException(
                    "%s: the host name %s is unknown".formatted(setting, address.host()));
        }
        return bind(socket, limits, tls, setting);
    }

    /** Where a bound listener is, with the port that the system chose for 0. */
    static String text(ThreadHttpServer listener) {
        InetSocketAddress bound = listener.getAddress();
        return new ListenAddress(bound.getAddress().getHostAddress(), bound.getPort()).toString();
    }
}
