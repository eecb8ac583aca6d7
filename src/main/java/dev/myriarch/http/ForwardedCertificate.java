package dev.myriarch.http;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a certificate as proxies write it into a header: PEM, percent-encoded (nginx {@code
 * $ssl_client_escaped_cert}); the {@code Cert} or {@code Chain} of X-Forwarded-Client-Cert (Envoy);
 * Base64 of DER (haproxy, Traefik), which may stand between colons (RFC 9440).
 */
final class ForwardedCertificate {
    private static final int MAX_CHAIN = 10;
    private static final Pattern PEM =
            Pattern.compile(
                    "-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\\s]+)-----END CERTIFICATE-----\\s*");
    private static final Pattern ENVOY =
            Pattern.compile("(?i)(By|Hash|Cert|Chain|Subject|URI|DNS)=.*");

    /** A key of X-Forwarded-Client-Cert with its value, up to the separator after it. */
    private static final Pattern ENVOY_PAIR =
            Pattern.compile(
                    "([A-Za-z]+)=(?:\"([^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+)\"|([^\",;]*+))([,;]|$)");

    private ForwardedCertificate() {}

    /** The certificate, then those that may have issued it; empty for anything malformed. */
    static Optional<List<X509Certificate>> parse(String value) {
        String text = HttpCharacters.trim(value);
        Optional<String> encoded =
                ENVOY.matcher(text).matches() ? ofNearestProxy(text) : Optional.of(text);
        return encoded.flatMap(ForwardedCertificate::decode)
                .flatMap(plain -> plain.startsWith("-----BEGIN") ? pem(plain) : base64(plain));
    }

    /** Each proxy on the way appends an element, so the last one is that of the one we trust. */
    private static Optional<String> ofNearestProxy(String text) {
        Map<String, String> last = new HashMap<>();
        Matcher matcher = ENVOY_PAIR.matcher(text);
        int at = 0;
        while (at < text.length()) {
            matcher.region(at, text.length());
            if (!matcher.lookingAt()) {
                return Optional.empty();
            }
            String quoted = matcher.group(2);
            String known =
                    last.put(
                            matcher.group(1).toLowerCase(Locale.ROOT),
                            quoted == null ? matcher.group(3) : quoted);
            boolean repeated = known != null && !matcher.group(1).matches("(?i)URI|DNS");
            if (repeated) {
                return Optional.empty();
            }
            if (matcher.group(4).equals(",")) {
                last.clear();
            }
            at = matcher.end();
        }
        return Optional.ofNullable(last.getOrDefault("chain", last.get("cert")));
    }

    /** Percent-decoding; a plus sign is one, as Base64 needs. */
    private static Optional<String> decode(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '%') {
                int high = i + 2 < text.length() ? HttpCharacters.hexValue(text.charAt(i + 1)) : -1;
                int low = high < 0 ? -1 : HttpCharacters.hexValue(text.charAt(i + 2));
                if (low < 0) {
                    return Optional.empty();
                }
                bytes.write((high << 4) | low);
                i += 2;
            } else {
                bytes.write(c);
            }
        }
        return Optional.of(bytes.toString(StandardCharsets.ISO_8859_1));
    }

    private static Optional<List<X509Certificate>> pem(String text) {
        List<String> blocks = new ArrayList<>();
        Matcher matcher = PEM.matcher(text);
        int at = 0;
        while (at < text.length()) {
            matcher.region(at, text.length());
            if (!matcher.lookingAt()) {
                return Optional.empty();
            }
            blocks.add(matcher.group(1).replaceAll("\\s", ""));
            at = matcher.end();
        }
        return certificates(blocks);
    }

    /** Several are separated by commas. */
    private static Optional<List<X509Certificate>> base64(String text) {
        List<String> blocks = new ArrayList<>();
        for (String element : HeaderTokens.split(text)) {
            boolean colons =
                    element.length() > 2 && element.startsWith(":") && element.endsWith(":");
            blocks.add(colons ? element.substring(1, element.length() - 1) : element);
        }
        return certificates(blocks);
    }

    private static Optional<List<X509Certificate>> certificates(List<String> blocks) {
        if (blocks.isEmpty() || blocks.size() > MAX_CHAIN) {
            return Optional.empty();
        }
        List<X509Certificate> chain = new ArrayList<>();
        for (String block : blocks) {
            X509Certificate certificate = certificate(block);
            if (certificate == null) {
                return Optional.empty();
            }
            chain.add(certificate);
        }
        return Optional.of(chain);
    }

    private static @Nullable X509Certificate certificate(String base64) {
        try {
            byte[] der = Base64.getDecoder().decode(base64);
            ByteArrayInputStream in = new ByteArrayInputStream(der);
            X509Certificate certificate =
                    (X509Certificate)
                            CertificateFactory.getInstance("X.509").generateCertificate(in);
            return in.available() == 0 ? certificate : null;
        } catch (IllegalArgumentException | CertificateException malformed) {
            return null;
        }
    }
}
