package dev.myriarch.agent.api;

import dev.myriarch.agent.AgentQuery;
import dev.myriarch.base.ErrorCode;
import dev.myriarch.base.MyriarchException;
import dev.myriarch.gen.Query;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the filter, the order and the page of the agent list. */
final class AgentQueries {
    private AgentQueries() {}

    static AgentQuery list(Query query) {
        return of(query, sort(query), query.integer("page"), query.integer("pageSize"));
    }

    /** The facets have the filter of the list, but neither order nor page. */
    static AgentQuery facets(Query query) {
        AgentQuery all = AgentQuery.all();
        return of(query, all.sort(), all.page(), all.pageSize());
    }

    private static AgentQuery of(Query query, String sort, int page, int pageSize) {
        query.text("q").ifPresent(text -> checkStorable("q", text));
        for (String name : List.of("version", "fleet", "osType", "attr")) {
            query.texts(name).forEach(text -> checkStorable(name, text));
        }
        return new AgentQuery(
                query.text("q").map(String::strip).filter(text -> !text.isEmpty()),
                query.texts("status"),
                query.texts("health"),
                query.texts("kind"),
                query.texts("version"),
                query.texts("fleet"),
                query.texts("configSync"),
                query.texts("configProof"),
                query.texts("osType"),
                attributes(query.texts("attr")),
                sort,
                page,
                pageSize);
    }

    private static String sort(Query query) {
        String sort = query.text("sort").orElseThrow();
        String field = sort.startsWith("-") ? sort.substring(1) : sort;
        if (!AgentQuery.SORT_FIELDS.contains(field)) {
            throw badRequest(
                    "query parameter sort must be one of "
                            + String.join(", ", AgentQuery.SORT_FIELDS)
                            + ", with a leading dash for descending");
        }
        return sort;
    }

    private static Map<String, List<String>> attributes(List<String> texts) {
        Map<String, List<String>> attributes = new LinkedHashMap<>();
        for (String text : texts) {
            int equals = text.indexOf('=');
            if (equals < 1) {
                throw badRequest("query parameter attr must be key=value");
            }
            attributes
                    .computeIfAbsent(text.substring(0, equals), _ -> new ArrayList<>())
                    .add(text.substring(equals + 1));
        }
        return attributes;
    }

    /** No stored text holds U+0000, so whoever asks for one made a mistake. */
    private static void checkStorable(String name, String text) {
        if (text.indexOf(0) >= 0) {
            throw badRequest("query parameter " + name + " must not contain the character U+0000");
        }
    }

    private static MyriarchException badRequest(String message) {
        return new MyriarchException(ErrorCode.BAD_REQUEST, message);
    }
}
