package dev.myriarch.db;

import dev.myriarch.base.Secret;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a database is and who asks. Immutable; its text never holds the password.
 *
 * @param hosts {@code host:port}, several joined by commas
 * @param parameters driver properties
 */
public record DatabaseUrl(
        String hosts,
        String database,
        String user,
        Secret password,
        Map<String, String> parameters) {
    private static final Pattern FORM =
            Pattern.compile(
                    "postgres(?:ql)?://(?:([^:@/?]*)(?::([^@/?]*))?@)?([^/?@]+)/([^/?]+)(?:\\?(.*))?");
    private static final Pattern HOSTS =
            Pattern.compile("[A-Za-z0-9.\\-_:\\[\\]]+(?:,[A-Za-z0-9.\\-_:\\[\\]]+)*");

    /** Parameter of a DSN to property of the driver. */
    private static final Map<String, String> PROPERTIES =
            Map.of(
                    "sslmode", "sslmode",
                    "sslrootcert", "sslrootcert",
                    "sslcert", "sslcert",
                    "sslkey", "sslkey",
                    "connect_timeout", "connectTimeout",
                    "application_name", "ApplicationName",
                    "target_session_attrs", "targetServerType");

    private static final Map<String, String> SESSION_KINDS =
            Map.of(
                    "any", "any",
                    "read-write", "primary",
                    "primary", "primary",
                    "prefer-standby", "preferSecondary",
                    "standby", "secondary");

    public DatabaseUrl {
        Objects.requireNonNull(hosts, "hosts");
        Objects.requireNonNull(database, "database");
        Objects.requireNonNull(user, "user");
        Objects.requireNonNull(password, "password");
        parameters = Map.copyOf(parameters);
    }

    /**
     * Reads {@code postgres://user:password@host:5432/database?sslmode=verify-full}.
     *
     * @throws IllegalArgumentException with a message that does not repeat the text
     */
    public static DatabaseUrl parse(String dsn) {
        Matcher form = FORM.matcher(dsn.strip());
        if (!form.matches()) {
            throw new IllegalArgumentException(
                    "is not of the form postgres://user:password@host:5432/database;"
                            + " percent-encode special characters of user and password");
        }
        String user = decode(Objects.requireNonNullElse(form.group(1), ""));
        if (user.isEmpty()) {
            throw new IllegalArgumentException("names no user before the host");
        }
        String hosts = form.group(3);
        if (!HOSTS.matcher(hosts).matches()) {
            throw new IllegalArgumentException(
                    "has a host with characters that no host name has;"
                            + " percent-encode special characters of user and password");
        }
        String query = Objects.requireNonNullElse(form.group(5), "");
        return new DatabaseUrl(
                hosts,
                decode(form.group(4)),
                user,
                new Secret(decode(Objects.requireNonNullElse(form.group(2), ""))),
                properties(query));
    }

    private static Map<String, String> properties(String query) {
        Map<String, String> properties = new LinkedHashMap<>();
        for (String pair : query.split("&")) {
            if (pair.isEmpty()) {
                continue;
            }
            int equals = pair.indexOf('=');
            String name = equals < 0 ? pair : pair.substring(0, equals);
            String value = equals < 0 ? "" : decode(pair.substring(equals + 1));
            String property = PROPERTIES.get(name);
            if (property == null) {
                throw new IllegalArgumentException(
                        "has the unknown parameter %s; known are %s"
                                .formatted(name, new TreeSet<>(PROPERTIES.keySet())));
            }
            properties.put(property, value);
        }
        String sessionKind = properties.get("targetServerType");
        if (sessionKind != null) {
            properties.put("targetServerType", sessionKind(sessionKind));
        }
        trustSystemRoots(properties);
        return properties;
    }

    private static String sessionKind(String name) {
        String kind = SESSION_KINDS.get(name);
        if (kind == null) {
            throw new IllegalArgumentException(
                    "has an unknown target_session_attrs; known are "
                            + new TreeSet<>(SESSION_KINDS.keySet()));
        }
        return kind;
    }

    /** Without a CA file the trusted roots of the runtime verify the server. */
    private static void trustSystemRoots(Map<String, String> properties) {
        boolean verifies = properties.getOrDefault("sslmode", "").startsWith("verify-");
        String roots = properties.getOrDefault("sslrootcert", "system");
        if (verifies && roots.equals("system")) {
            properties.remove("sslrootcert");
            properties.put("sslfactory", "org.postgresql.ssl.DefaultJavaSSLFactory");
        }
    }

    private static String decode(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    /** The same server and user, another database. */
    public DatabaseUrl withDatabase(String name) {
        return new DatabaseUrl(hosts, name, user, password, parameters);
    }

    String jdbcUrl() {
        return "jdbc:postgresql://%s/%s"
                .formatted(hosts, URLEncoder.encode(database, StandardCharsets.UTF_8));
    }

    /** User, hosts and database, for logs and messages. */
    @Override
    public String toString() {
        return "postgres://%s@%s/%s".formatted(user, hosts, database);
    }
}
