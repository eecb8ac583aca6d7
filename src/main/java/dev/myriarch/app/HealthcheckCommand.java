package dev.myriarch.app;

import dev.myriarch.auth.Tokens;
import dev.myriarch.base.GoDuration;
import dev.myriarch.base.Secret;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Asks a running server from outside (server-behaviour: Health check). */
@Command(
        name = "healthcheck",
        description = "Asks a running server whether it is ready and its OpAMP endpoint in place.",
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:healthy",
            "1:not healthy: the server answered, but not as expected",
            "2:wrong usage; no request was made",
            "3:no answer"
        })
final class HealthcheckCommand implements Callable<Integer> {
    private static final int USAGE = 2;
    private static final int MOST_TOKEN_BYTES = 4096;
    private static final Duration LONGEST = Duration.ofHours(1);

    @Option(
            names = "--url",
            paramLabel = "URL",
            defaultValue = "http://127.0.0.1:8080",
            description = "Base URL of the server (default: ${DEFAULT-VALUE}).")
    private String url = "";

    @Option(
            names = "--opamp-path",
            paramLabel = "PATH",
            defaultValue = "/v1/opamp",
            description = "opamp.path of the server (default: ${DEFAULT-VALUE}).")
    private String opampPath = "";

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "File with an enrollment token.")
    private @Nullable Path tokenFile;

    @Option(
            names = "--ca-file",
            paramLabel = "FILE",
            description = "PEM file with the only CAs that count (default: those of the system).")
    private @Nullable Path caFile;

    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            defaultValue = "10s",
            description = "Time for both requests together (default: ${DEFAULT-VALUE}).")
    private String timeout = "";

    @Spec private @Nullable CommandSpec spec;

    /** An option, or a file that it names, cannot be used. */
    private static final class UsageException extends Exception {
        UsageException(String message) {
            super(message);
        }
    }

    @Override
    public Integer call() {
        PrintWriter err = Objects.requireNonNull(spec).commandLine().getErr();
        HealthCheck check;
        try {
            check =
                    new HealthCheck(
                            base(), path(), token(), Optional.ofNullable(caFile), duration());
        } catch (UsageException | HealthCheck.UnusableCaException e) {
            err.println("myriarchd: " + e.getMessage());
            return USAGE;
        }
        HealthCheck.Result result = check.run();
        result.passed().forEach(Objects.requireNonNull(spec).commandLine().getOut()::println);
        result.failure().ifPresent(failure -> err.println("myriarchd: " + failure));
        return result.exitCode();
    }

    private URI base() throws UsageException {
        try {
            URI uri = new URI(url.endsWith("/") ? url.substring(0, url.length() - 1) : url);
            boolean http = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            boolean bare =
                    uri.getRawUserInfo() == null
                            && uri.getRawQuery() == null
                            && uri.getRawFragment() == null
                            && (uri.getRawPath() == null || uri.getRawPath().isEmpty());
            boolean port = uri.getPort() == -1 || (uri.getPort() >= 1 && uri.getPort() <= 65_535);
            if (http && bare && uri.getHost() != null && port) {
                return uri;
            }
        } catch (URISyntaxException e) {
            // The message below says what is wanted, and does not repeat what may hold a secret.
        }
        throw new UsageException(
                "--url must be http or https with a host and an optional port, and no path, query,"
                        + " fragment or credentials");
    }

    private String path() throws UsageException {
        if (!opampPath.matches("/[A-Za-z0-9._~/-]*[A-Za-z0-9._~-]")) {
            throw new UsageException("--opamp-path must be a path such as /v1/opamp");
        }
        return opampPath;
    }

    private Duration duration() throws UsageException {
        return GoDuration.parse(timeout)
                .map(GoDuration::toDuration)
                .filter(value -> value.isPositive() && value.compareTo(LONGEST) <= 0)
                .orElseThrow(() -> new UsageException("--timeout must be such as 10s, at most 1h"));
    }

    private Optional<Secret> token() throws UsageException {
        Path file = tokenFile;
        if (file == null) {
            return Optional.empty();
        }
        if (!Files.isRegularFile(file)) {
            throw new UsageException("--token-file %s is no regular file".formatted(file));
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MOST_TOKEN_BYTES + 1);
            String text = new String(bytes, StandardCharsets.UTF_8).strip();
            if (bytes.length > MOST_TOKEN_BYTES || !Tokens.isEnrollmentToken(text)) {
                throw new UsageException(
                        "--token-file %s holds no enrollment token (myre_…)".formatted(file));
            }
            return Optional.of(new Secret(text));
        } catch (IOException e) {
            throw new UsageException(
                    "--token-file %s cannot be read: %s".formatted(file, e.getMessage()));
        }
    }
}
