package dev.myriarch.agent.pg;

import dev.myriarch.agent.Agent;
import dev.myriarch.agent.AgentLinks;
import dev.myriarch.agent.UpdaterLink;
import dev.myriarch.agent.UpdaterLinkStore;
import dev.myriarch.base.Brand;
import dev.myriarch.db.Jdbc;
import dev.myriarch.db.StoredText;
import dev.myriarch.domain.AgentId;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
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

    /** The index on attributes answers it; a UUID may be written in capital letters. */
    private static final String NAMING =
            """
            SELECT agent_id FROM agent_listing
            WHERE kind = 'updater'
              AND (attribute_hashes @> ARRAY[agent_attribute_hash(?, ?)]
                OR attribute_hashes @> ARRAY[agent_attribute_hash(?, ?)])
            ORDER BY status = 'online' DESC, agent_id DESC LIMIT ?
            """;

    private final Jdbc jdbc;

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
        String uid = collector.toString();
        return jdbc.list(
                NAMING,
                parameters ->
                        parameters
                                .text(Brand.COLLECTOR_UID_ATTRIBUTE)
                                .text(uid)
                                .text(Brand.COLLECTOR_UID_ATTRIBUTE)
                                .text(uid.toUpperCase(Locale.ROOT))
                                .integer(MAX_UPDATERS),
                row -> new AgentId(row.uuid("agent_id")));
    }
}
