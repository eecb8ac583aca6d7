package dev.myriarch.agent.pg;

import dev.myriarch.agent.Agent;
import dev.myriarch.agent.AgentLinks;
import dev.myriarch.agent.UpdaterLink;
import dev.myriarch.agent.UpdaterLinkStore;
import dev.myriarch.base.Brand;
import dev.myriarch.db.Combiner;
import dev.myriarch.db.Jdbc;
import dev.myriarch.db.StoredText;
import dev.myriarch.domain.AgentId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The columns {@code linked_collector} and {@code link_refusal} of agents. Thread-safe. */
public final class UpdaterLinkStorePg implements UpdaterLinkStore {
    /** What the verdict rests on is named once more, so that it is not stored when that changed. */
    private static final String STORE =
            """
            UPDATE agents SET linked_collector = ?, link_refusal = ?, updated_at = ?
            WHERE id = ? AND kind = ? AND credential = ? AND host_name = ?
              AND linked_collector IS NOT DISTINCT FROM ?::uuid AND link_refusal = ?
              AND (linked_collector IS DISTINCT FROM ?::uuid OR link_refusal <> ?)
              AND (?::uuid IS NULL OR EXISTS (
                SELECT 1 FROM agents AS collector
                WHERE collector.id = ? AND collector.kind = ? AND collector.credential = ?
                  AND collector.host_name = ?))
            """;

    /** In the words of the index; a UUID may be written in capital letters. */
    private static final String NAMED =
            """
            lower(left(COALESCE(identifying ->> '$', non_identifying ->> '$'), 64))\
            """
                    .replace("$", Brand.COLLECTOR_UID_ATTRIBUTE);

    static final String NAMING =
            """
            SELECT id FROM agents WHERE kind = 'updater' AND named = ?
            ORDER BY online DESC, id DESC LIMIT ?
            """
                    .replace("named", NAMED);

    /** The same for many collectors that come at once. */
    private static final String NAMING_EACH =
            """
            SELECT collector.id AS collector, updater.id AS updater
            FROM unnest(?) AS collector (id) CROSS JOIN LATERAL (
              SELECT agents.id FROM agents WHERE kind = 'updater' AND named = collector.id::text
              ORDER BY online DESC, agents.id DESC LIMIT ?) AS updater
            """
                    .replace("named", NAMED);

    private static final Combiner.Limits LIMITS =
            new Combiner.Limits(20_000, 100, Duration.ofSeconds(30));

    private final Jdbc jdbc;

    private final Combiner<AgentId, List<AgentId>> questions =
            new Combiner<>(LIMITS, id -> id, this::namingEach);

    public UpdaterLinkStorePg(Jdbc jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    public boolean store(Agent updater, UpdaterLink.Verdict verdict, Instant now) {
        return switch (verdict) {
            case UpdaterLink.Verdict.Alone _ -> store(updater, null, "", now);
            case UpdaterLink.Verdict.Linked(UpdaterLink.Side collector) ->
                    store(updater, collector, "", now);
            case UpdaterLink.Verdict.Refused(UpdaterLink.Mismatch mismatch) ->
                    store(updater, null, mismatch.text(), now);
        };
    }

    private boolean store(
            Agent updater, UpdaterLink.@Nullable Side collector, String refusal, Instant now) {
        UpdaterLink.Side side = UpdaterLink.Side.of(updater);
        AgentLinks read = updater.links();
        @Nullable UUID next = collector == null ? null : collector.id().uuid();
        return jdbc.update(
                        STORE,
                        parameters ->
                                parameters
                                        .uuid(next)
                                        .text(refusal)
                                        .instant(now)
                                        .uuid(side.id().uuid())
                                        .text(side.kind().text())
                                        .text(side.credential())
                                        .text(StoredText.column(side.hostName()))
                                        .uuid(read.collector().map(AgentId::uuid).orElse(null))
                                        .text(read.refusal())
                                        .uuid(next)
                                        .text(refusal)
                                        .uuid(next)
                                        .uuid(next)
                                        .text(collector == null ? null : collector.kind().text())
                                        .text(collector == null ? null : collector.credential())
                                        .text(
                                                collector == null
                                                        ? null
                                                        : StoredText.column(collector.hostName())))
                == 1;
    }

    @Override
    public List<AgentId> updatersNaming(AgentId collector) {
        return questions.ask(collector);
    }

    /** Callers of {@link #updatersNaming} whose question has not been asked. */
    public int waiting() {
        return questions.waiting();
    }

    private List<Combiner.Outcome<List<AgentId>>> namingEach(List<AgentId> collectors) {
        if (collectors.size() == 1) {
            return List.of(new Combiner.Outcome.Answered<>(naming(collectors.getFirst())));
        }
        Map<AgentId, List<AgentId>> found = new HashMap<>();
        jdbc.list(
                        NAMING_EACH,
                        parameters ->
                                parameters
                                        .uuids(collectors.stream().map(AgentId::uuid).toList())
                                        .integer(MAX_UPDATERS),
                        row ->
                                Map.entry(
                                        new AgentId(row.uuid("collector")),
                                        new AgentId(row.uuid("updater"))))
                .forEach(pair ->
                        found.computeIfAbsent(pair.getKey(), _ -> new ArrayList<>())
                                .add(pair.getValue()));
        return collectors.stream()
                .<Combiner.Outcome<List<AgentId>>>map(
                        id -> new Combiner.Outcome.Answered<>(found.getOrDefault(id, List.of())))
                .toList();
    }

    private List<AgentId> naming(AgentId collector) {
        return jdbc.list(
                NAMING,
                parameters -> parameters.text(collector.toString()).integer(MAX_UPDATERS),
                row -> new AgentId(row.uuid("id")));
    }
}
