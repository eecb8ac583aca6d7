package dev.myriarch.config;

import dev.myriarch.base.Secret;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Section {@code auth}.
 *
 * @param defaultRole of a user whom no group gives one; empty denies the login
 * @param loginRatePerIp failed logins and invalid bearers, per minute and client key
 */
public record AuthConfig(
        boolean cookieSecure,
        Duration sessionIdleTimeout,
        Duration sessionLifetime,
        String defaultRole,
        int loginRatePerIp,
        Dev dev,
        BootstrapAdmin bootstrapAdmin,
        Oidc oidc) {
    static final List<String> ROLES = List.of("viewer", "operator", "admin");

    /**
     * The login of the development mode.
     *
     * @param password empty: none is asked for
     */
    public record Dev(boolean enabled, String username, Secret password) {
        static Dev decode(Section section) {
            return new Dev(
                    section.bool("enabled", false),
                    section.text("username", "dev"),
                    section.secret("password"));
        }
    }

    /**
     * @param tokenFile an API token that exists from the first start on
     */
    public record BootstrapAdmin(
            boolean enabled,
            String username,
            Optional<SecretFile> passwordHashFile,
            Optional<SecretFile> tokenFile) {
        static BootstrapAdmin decode(Section section) {
            return new BootstrapAdmin(
                    section.bool("enabled", false),
                    section.text("username", "admin"),
                    section.secretFile("passwordHashFile"),
                    section.secretFile("tokenFile"));
        }
    }

    /**
     * @param roleMapping group to role
     * @param cookieKeyFile 32 bytes shared by the replicas; empty: made once in the database
     */
    public record Oidc(
            boolean enabled,
            OidcClient client,
            String groupsClaim,
            String usernameClaim,
            Map<String, String> roleMapping,
            Optional<Path> caFile,
            Optional<SecretFile> cookieKeyFile) {
        public Oidc {
            roleMapping = Map.copyOf(roleMapping);
        }

        static Oidc decode(Section section) {
            return new Oidc(
                    section.bool("enabled", false),
                    new OidcClient(
                            section.text("issuer", ""),
                            section.text("clientId", ""),
                            section.secretFile("clientSecretFile"),
                            section.texts("scopes", List.of("openid", "profile", "email"))),
                    section.text("groupsClaim", "groups"),
                    section.text("usernameClaim", "preferred_username"),
                    section.textMap("roleMapping"),
                    section.path("caFile"),
                    section.secretFile("cookieKeyFile"));
        }
    }

    /** What the identity provider knows of this server. */
    public record OidcClient(
            String issuer,
            String clientId,
            Optional<SecretFile> clientSecretFile,
            List<String> scopes) {
        public OidcClient {
            scopes = List.copyOf(scopes);
        }
    }

    static AuthConfig decode(Section section) {
        return new AuthConfig(
                section.bool("cookieSecure", true),
                section.duration("sessionIdleTimeout", "2h", "1m", "720h"),
                section.duration("sessionLifetime", "12h", "1m", "720h"),
                section.choice("defaultRole", "", List.of("", "viewer", "operator", "admin")),
                section.integer("loginRatePerIp", 10, 1, 10_000),
                section.section("dev", Dev::decode),
                section.section("bootstrapAdmin", BootstrapAdmin::decode),
                section.section("oidc", Oidc::decode));
    }
}
