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
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The condition of a query as SQL. Only constants of this package become SQL text; every value of
 * the caller is a parameter, so that quotes, {@code %} and {@code _} mean themselves.
 *
 * @param sql a boolean expression over {@code agent_listing AS listing}
 * @param binder sets its parameters, in order
 */
record AgentFilter(String sql, Jdbc.Binder binder) {
    /** The condition of a query without any filter. */
    static final String EVERYTHING = "TRUE";

    private static final String BY_HOST_NAME = "hostName";
    private static final String LABEL_PREFIX = "labels.";
    private static final String TEXT = "strpos(listing.search_text, lower(?)) > 0";

    /**
     * Containment is what the index on attributes answers. Alternatives are conditions of their own
     * and no overlap of arrays, because the planner knows nothing of how many rows overlap.
     */
    private static final String ATTRIBUTE =
            "listing.attribute_hashes @> ARRAY[agent_attribute_hash(?, ?)]";

    private static final String LABEL = "listing.labels @> ?";

    /** The whole condition of {@code query}, over {@code agent_listing AS listing}. */
    static AgentFilter of(AgentQuery query) {
        Builder builder = new Builder();
        builder.text(query.text());
        for (Dimension dimension : Dimension.values()) {
            if (dimension.attribute().isEmpty()) {
                builder.values(dimension.listed(), dimension.wanted(query));
            }
        }
        new TreeMap<>(query.attributes()).forEach(builder::attribute);
        return builder.build();
    }

    /**
     * The part of the condition that no dimension is about, over {@code agent_listing AS listing}.
     */
    static AgentFilter apartFromDimensions(AgentQuery query) {
        Builder builder = new Builder();
        builder.text(query.text());
        Map<String, List<String>> attributes = new TreeMap<>(query.attributes());
        for (Dimension dimension : Dimension.values()) {
            dimension.attribute().ifPresent(attributes::remove);
        }
        attributes.forEach(builder::attribute);
        return builder.build();
    }

    /** The rest of the condition, over rows that have a column of the name of each dimension. */
    static AgentFilter ofDimensions(AgentQuery query) {
        return ofDimensions(query, Optional.empty());
    }

    /** {@link #ofDimensions(AgentQuery)} without the filter on {@code ignored}. */
    static AgentFilter without(AgentQuery query, Dimension ignored) {
        return ofDimensions(query, Optional.of(ignored));
    }

    private static AgentFilter ofDimensions(AgentQuery query, Optional<Dimension> ignored) {
        Builder builder = new Builder();
        for (Dimension dimension : Dimension.values()) {
            if (ignored.filter(dimension::equals).isEmpty()) {
                builder.values(dimension.column(), dimension.wanted(query));
            }
        }
        return builder.build();
    }

    /** Conditions that all have to hold. */
    private static final class Builder {
        private final List<String> conditions = new ArrayList<>();
        private final List<Jdbc.Binder> binders = new ArrayList<>();

        void text(Optional<String> wanted) {
            wanted.map(String::strip)
                    .filter(text -> !text.isEmpty())
                    .ifPresent(text -> {
                        conditions.add(TEXT);
                        binders.add(parameters -> parameters.text(StoredText.of(text)));
                    });
        }

        void values(String expression, Collection<String> wanted) {
            if (!wanted.isEmpty()) {
                conditions.add(expression + " = ANY (?)");
                binders.add(parameters -> parameters.texts(clean(wanted)));
            }
        }

        void attribute(String key, List<String> values) {
            boolean isLabel = key.startsWith(LABEL_PREFIX);
            String name = isLabel ? key.substring(LABEL_PREFIX.length()) : key;
            List<String> alternatives = new ArrayList<>();
            for (String value : values) {
                if (isLabel) {
                    String json = StoredText.json(Map.of(name, value));
                    alternatives.add(LABEL);
                    binders.add(parameters -> parameters.json(json));
                } else {
                    alternatives.add(ATTRIBUTE);
                    binders.add(parameters ->
                            parameters.text(StoredText.of(name)).text(StoredText.of(value)));
                }
            }
            conditions.add(
                    alternatives.isEmpty()
                            ? "FALSE"
                            : "(" + String.join(" OR ", alternatives) + ")");
        }

        AgentFilter build() {
            List<Jdbc.Binder> all = List.copyOf(binders);
            return new AgentFilter(
                    conditions.isEmpty() ? EVERYTHING : String.join(" AND ", conditions),
                    parameters -> all.forEach(binder -> binder.bind(parameters)));
        }
    }

    private static List<String> clean(Collection<String> texts) {
        return texts.stream().map(StoredText::of).toList();
    }

    /** What can be filtered by value and counted; the names are those of the API. */
    enum Dimension {
        STATUS("status") {
            @Override
            Collection<String> wanted(AgentQuery query) {
                return query.status();
            }
        },
        HEALTH("health") {
            @Override
            Collection<String> wanted(AgentQuery query) {
                return query.health();
            }
        },
        KIND("kind") {
            @Override
            Collection<String> wanted(AgentQuery query) {
                return query.kinds();
            }
        },
        VERSION("version") {
            @Override
            Collection<String> wanted(AgentQuery query) {
                return query.versions();
            }
        },
        FLEET("fleet") {
            @Override
            Collection<String> wanted(AgentQuery query) {
                return query.fleets();
            }
        },
        CONFIG_SYNC("configSync") {
            @Override
            Collection<String> wanted(AgentQuery query) {
                return query.sync();
            }
        },
        CONFIG_PROOF("configProof") {
            @Override
            Collection<String> wanted(AgentQuery query) {
                return query.proofs();
            }
        },
        OS_TYPE("osType") {
            @Override
            Collection<String> wanted(AgentQuery query) {
                return query.osTypes();
            }
        },
        SITE_TYPE("site.type") {
            @Override
            Optional<String> attribute() {
                return Optional.of(text());
            }

            @Override
            Collection<String> wanted(AgentQuery query) {
                return query.attributes().getOrDefault(text(), List.of());
            }
        },
        SITE_COUNTRY("site.country") {
            @Override
            Optional<String> attribute() {
                return Optional.of(text());
            }

            @Override
            Collection<String> wanted(AgentQuery query) {
                return query.attributes().getOrDefault(text(), List.of());
            }
        };

        private final String text;

        Dimension(String text) {
            this.text = text;
        }

        abstract Collection<String> wanted(AgentQuery query);

        /** The attribute that the dimension is, and by which it is filtered. */
        Optional<String> attribute() {
            return Optional.empty();
        }

        /** Its column of {@code agent_listing}; text, never null. */
        String column() {
            return name().toLowerCase(Locale.ROOT);
        }

        String text() {
            return text;
        }

        private String listed() {
            return "listing." + column();
        }
    }

    /**
     * The ORDER BY list of a sort field, over {@code agents}; it ends with the id, so that pages
     * are stable.
     */
    static String order(String sort) {
        boolean descending = sort.startsWith("-");
        String field = descending ? sort.substring(1) : sort;
        String direction = descending ? " DESC NULLS LAST" : " ASC NULLS LAST";
        if (field.equals(BY_HOST_NAME)) {
            // Never null, and an index has this order in both directions.
            return descending
                    ? "agents.host_name DESC, agents.id DESC"
                    : "agents.host_name, agents.id";
        }
        List<String> columns =
                switch (field) {
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
        columns.forEach(
                column -> order.append("agents.").append(column).append(direction).append(", "));
        return order.append("agents.id").toString();
    }

    /** The same order by columns of {@code agent_listing AS listing}, where it has them. */
    static Optional<String> listedOrder(String sort) {
        return switch (sort) {
            case BY_HOST_NAME -> Optional.of("listing.host_name, listing.agent_id");
            case "-" + BY_HOST_NAME -> Optional.of("listing.host_name DESC, listing.agent_id DESC");
            default -> Optional.empty();
        };
    }

    private static MyriarchException unknownField() {
        return new MyriarchException(
                ErrorCode.BAD_REQUEST,
                "unknown sort field; use one of "
                        + String.join(", ", AgentQuery.SORT_FIELDS)
                        + ", with a leading - for descending");
    }
}
