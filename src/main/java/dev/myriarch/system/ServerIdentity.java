package dev.myriarch.system;

import java.net.URI;
import java.time.Instant;
import java.util.Objects;

/**
 * This server.
 *
 * @param publicUrl where people and agents reach it, http or https
 * @param opampPath path of the OpAMP endpoint, with a leading slash
 */
public record ServerIdentity(String version, URI publicUrl, String opampPath, Instant startedAt) {
    public ServerIdentity {
        Objects.requireNonNull(version, "version");
        Objects.requireNonNull(startedAt, "startedAt");
        if (!"http".equals(publicUrl.getScheme()) && !"https".equals(publicUrl.getScheme())) {
            throw new IllegalArgumentException("the public URL is not http or https: " + publicUrl);
        }
        if (!opampPath.startsWith("/")) {
            throw new IllegalArgumentException("the OpAMP path has no leading slash: " + opampPath);
        }
    }

    /** The public URL with ws for http and wss for https, and the OpAMP path below it. */
    public String opampUrl() {
        String text = publicUrl.toString();
        String base = text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
        return base.replaceFirst("^http", "ws") + opampPath;
    }
}
