package dev.myriarch.agent.pg;

import dev.myriarch.agent.AgentQuery;
import dev.myriarch.base.ErrorCode;
import dev.myriarch.base.MyriarchException;
import dev.myriarch.db.Jdbc;
import dev.myriarch.db.StoredText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The condition of a query as SQL. Only constants of this package become SQL text; every value of
 * the caller is a parameter, so that quotes, {@code %} and {@code _} mean themselves.
 *
 * @param sql a boolean expression over {@code agents}
 * @param binder sets its parameters, in order
 */
record AgentFilter(String sql, Jdbc.Binder binder) {
    private static final String LABEL_PREFIX = "labels.";
    private static final String TEXT =
            """
            (host_name ILIKE ? OR id::text LIKE ? OR version ILIKE ? OR EXISTS (
              SELECT 1 FROM jsonb_each_text(identifying || non_identifying) AS attribute
              WHERE attribute.value ILIKE ?))\
            """;
    private static final String ATTRIBUTE =
            "(identifying ->> ? = ANY (?) OR non_identifying ->> ? = ANY (?))";
    private static final String LABEL = "labels ->> ? = ANY (?)";

    /** The whole condition of {@code query}. */
    static AgentFilter of(AgentQuery query) {
        return build(query, Optional.empty());
    }

    /** The condition without the filter on {@code dimension}. */
    static AgentFilter without(AgentQuery query, Dimension dimension) {
        return build(query, Optional.of(dimension));
    }

    private static AgentFilter build(AgentQuery query, Optional<Dimension> ignored) {
        List<String> conditions = new ArrayList<>();
        List<Jdbc.Binder> binders = new ArrayList<>();
        query.text()
                .filter(text -> !text.isBlank())
                .ifPresent(text -> {
                    String pattern = containing(text.strip());
                    conditions.add(TEXT);
                    binders.add(parameters ->
                            parameters
                                    .text(pattern)
                                    .text(pattern.toLowerCase(Locale.ROOT))
                                    .text(pattern)
                                    .text(pattern));
                });
        for (Dimension dimension : Dimension.values()) {
            Collection<String> wanted = dimension.wanted(query);
            if (!wanted.isEmpty() && ignored.filter(dimension::equals).isEmpty()) {
                conditions.add(dimension.expression() + " = ANY (?)");
                binders.add(parameters -> parameters.texts(clean(wanted)));
            }
        }
        new TreeMap<>(query.attributes())
                .forEach((key, values) -> attribute(key, values, conditions, binders));
        return new AgentFilter(
                conditions.isEmpty() ? "TRUE" : String.join(" AND ", conditions),
                parameters -> binders.forEach(binder -> binder.bind(parameters)));
    }

    private static void attribute(
            String key, List<String> values, List<String> conditions, List<Jdbc.Binder> binders) {
        List<String> accepted = clean(values);
        if (key.startsWith(LABEL_PREFIX)) {
            String label = StoredText.of(key.substring(LABEL_PREFIX.length()));
            conditions.add(LABEL);
            binders.add(parameters -> parameters.text(label).texts(accepted));
        } else {
            String name = StoredText.of(key);
            conditions.add(ATTRIBUTE);
            binders.add(
                    parameters -> parameters.text(name).texts(accepted).text(name).texts(accepted));
        }
    }

    /** A LIKE pattern for texts that contain {@code text} as it is. */
    private static String containing(String text) {
        String escaped =
                StoredText.of(text).replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_");
        return "%" + escaped + "%";
    }

    private static List<String> clean(Collection<String> texts) {
        return texts.stream().map(StoredText::of).toList();
    }

    /** What can be filtered by value and counted; the names are those of the API. */
    enum Dimension {
        STATUS("status", "CASE WHEN online THEN 'online' ELSE 'offline' END") {
            @Override
            Collection<String> wanted(AgentQuery query) {
                return query.status();
            }
        },
        HEALTH(
                "health",
                """
                CASE WHEN healthy IS NULL THEN 'unknown' WHEN healthy THEN 'healthy' \
                ELSE 'unhealthy' END\
                """) {
            @Override
            Collection<String> wanted(AgentQuery query) {
                return query.health();
            }
        },
        KIND("kind", "kind") {
            @Override
            Collection<String> wanted(AgentQuery query) {
                return query.kinds();
            }
        },
        VERSION("version", "version") {
            @Override
            Collection<String> wanted(AgentQuery query) {
                return query.versions();
            }
        },
        FLEET("fleet", "COALESCE(fleet_name, '')") {
            @Override
            Collection<String> wanted(AgentQuery query) {
                return query.fleets();
            }
        },
        CONFIG_SYNC("configSync", "config_sync") {
            @Override
            Collection<String> wanted(AgentQuery query) {
                return query.sync();
            }
        },
        OS_TYPE("osType", "os_type") {
            @Override
            Collection<String> wanted(AgentQuery query) {
                return query.osTypes();
            }
        };

        private final String text;
        private final String expression;

        Dimension(String text, String expression) {
            this.text = text;
            this.expression = expression;
        }

        abstract Collection<String> wanted(AgentQuery query);

        String text() {
            return text;
        }

        /** A text expression over {@code agents}, never null. */
        String expression() {
            return expression;
        }
    }

    /** The ORDER BY list of a sort field; it ends with the id, so that pages are stable. */
    static String order(String sort) {
        boolean descending = sort.startsWith("-");
        String field = descending ? sort.substring(1) : sort;
        String direction = descending ? " DESC NULLS LAST" : " ASC NULLS LAST";
        List<String> columns =
                switch (field) {
                    case "hostName" -> List.of("host_name");
                    case "status" -> List.of("online");
                    case "health" -> List.of("healthy");
                    case "fleet" -> List.of("fleet_name");
                    case "version" ->
                            List.of("version_major", "version_minor", "version_patch", "version");
                    case "configSync" -> List.of("config_sync");
                    case "lastSeenAt" -> List.of("last_seen_at");
                    default -> throw unknownField();
                };
        StringBuilder order = new StringBuilder();
        columns.forEach(column -> order.append(column).append(direction).append(", "));
        return order.append("id").toString();
    }

    private static MyriarchException unknownField() {
        return new MyriarchException(
                ErrorCode.BAD_REQUEST,
                "unknown sort field; use one of "
                        + String.join(", ", AgentQuery.SORT_FIELDS)
                        + ", with a leading - for descending");
    }
}
