package dev.myriarch.artifact;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Where an updater loads an archive: from the address by which it reaches the server, if that is
 * one of those that the settings allow, else from the public one. Immutable.
 */
public final class DownloadAddresses {
    private final String publicUrl;
    private final List<String> agentBaseUrls;

    /**
     * @param publicUrl an http or https URL
     * @param agentBaseUrls http or https URLs without a path
     */
    public DownloadAddresses(String publicUrl, List<String> agentBaseUrls) {
        this.publicUrl = withoutSlash(publicUrl);
        this.agentBaseUrls = agentBaseUrls.stream().map(DownloadAddresses::withoutSlash).toList();
    }

    /**
     * @param endpoint what the updater says of where it reaches the server; may be anything
     */
    public String of(String endpoint, ArtifactId artifact, String fileName) {
        String file = URLEncoder.encode(fileName, StandardCharsets.UTF_8).replace("+", "%20");
        return "%s/api/v1/artifacts/%s/content/%s".formatted(base(endpoint), artifact, file);
    }

    /** The address without a path. */
    String base(String endpoint) {
        Optional<String> reached = hostAndPort(endpoint);
        return reached.flatMap(place ->
                        agentBaseUrls.stream()
                                .filter(base -> hostAndPort(base).filter(place::equals).isPresent())
                                .findFirst())
                .orElse(publicUrl);
    }

    /** In lower case, with the port of the scheme where there is none. */
    private static Optional<String> hostAndPort(String url) {
        try {
            URI uri = new URI(url);
            if (uri.getScheme() == null || uri.getHost() == null) {
                return Optional.empty();
            }
            int standard =
                    switch (uri.getScheme().toLowerCase(Locale.ROOT)) {
                        case "http", "ws" -> 80;
                        case "https", "wss" -> 443;
                        default -> -1;
                    };
            int port = uri.getPort() == -1 ? standard : uri.getPort();
            return standard == -1
                    ? Optional.empty()
                    : Optional.of(uri.getHost().toLowerCase(Locale.ROOT) + ":" + port);
        } catch (URISyntaxException notAUrl) {
            return Optional.empty();
        }
    }

    private static String withoutSlash(String url) {
        return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    }
}
