package dev.myriarch.auth.pg;

import dev.myriarch.auth.TokenUsage;
import dev.myriarch.db.Jdbc;
import dev.myriarch.db.Parameters;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/** One statement per token, in the order of the ids, so that two replicas cannot deadlock. */
final class UsageBatch {
    private UsageBatch() {}

    interface UseBinder {
        void bind(Parameters parameters, UUID token, TokenUsage.Use use);
    }

    static void run(Jdbc jdbc, String sql, Map<UUID, TokenUsage.Use> uses, UseBinder binder) {
        List<Jdbc.Binder> binders = new ArrayList<>(uses.size());
        new TreeMap<>(uses)
                .forEach((token, use) ->
                        binders.add(parameters -> binder.bind(parameters, token, use)));
        jdbc.batch(sql, binders);
    }
}
