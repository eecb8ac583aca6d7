package dev.myriarch.agent.pg;

import dev.myriarch.agent.Agent;
import dev.myriarch.agent.AgentLinks;
import dev.myriarch.agent.Assignment;
import dev.myriarch.agent.ConfigProof;
import dev.myriarch.agent.Connection;
import dev.myriarch.agent.Description;
import dev.myriarch.agent.Reported;
import dev.myriarch.agent.Upkeep;
import dev.myriarch.base.Value;
import dev.myriarch.db.Row;
import dev.myriarch.domain.AgentId;
import dev.myriarch.domain.AgentKind;
import dev.myriarch.domain.ConfigHash;
import dev.myriarch.domain.DisconnectCause;
import dev.myriarch.domain.RemoteConfigStatus;
import dev.myriarch.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Reads a whole agent from a row. */
final class AgentRow {
    /** Every column that {@link #read} needs. */
    static final String COLUMNS =
            """
            id, kind, identifying, non_identifying, token_labels, labels, capabilities, credential,
            online, replica, transport, remote_address, connected_at, disconnected_at,
            disconnect_cause, last_seen_at, healthy, health, health_at, effective_config_hash,
            effective_config_at, components_reported, components_hash, remote_config_hash,
            remote_config_status, remote_config_error, remote_config_at, fleet_name, assigned_config_hash,
            desired_config_hash, failed_config_hash, target_version, assignment_error, assigned_at,
            config_sync, created_at, restart_requested_at, resync_requested_at, conflict_at,
            conflict_count, conflict_reason, config_proof, config_proof_offer, config_proof_report,
            config_proof_paths, package_statuses, packages_hash, linked_collector, link_refusal,
            CASE WHEN kind = 'collector' THEN (
              SELECT updater.id FROM agents AS updater WHERE updater.linked_collector = agents.id
              ORDER BY updater.online DESC, updater.connected_at DESC NULLS LAST, updater.id LIMIT 1)
            END AS linked_updater\
            """;

    /**
     * For lists: the health of an agent is a tree with all its components, and a list says no more
     * of it than why an agent is unhealthy; nor does it say anything of packages.
     */
    static final String LISTED_COLUMNS =
            COLUMNS.replace(
                            " healthy, health, ",
                            " healthy, CASE WHEN NOT healthy THEN health END AS health, ")
                    .replace(" package_statuses,", " NULL AS package_statuses,");

    private AgentRow() {}

    static Agent read(Row row) {
        return new Agent(
                new AgentId(row.uuid("id")),
                AgentKind.of(row.text("kind")),
                description(row),
                connection(row),
                reported(row),
                assignment(row),
                row.text("credential"),
                row.instant("created_at"),
                upkeep(row),
                new AgentLinks(
                        row.optionalUuid("linked_updater").map(AgentId::new),
                        row.optionalUuid("linked_collector").map(AgentId::new),
                        row.text("link_refusal")));
    }

    private static Upkeep upkeep(Row row) {
        return new Upkeep(
                row.optionalInstant("restart_requested_at"),
                row.optionalInstant("resync_requested_at"),
                row.optionalInstant("conflict_at")
                        .map(at ->
                                new Upkeep.Conflict(
                                        at,
                                        row.integer("conflict_count"),
                                        row.text("conflict_reason"))));
    }

    private static Description description(Row row) {
        return new Description(
                texts(row.text("identifying")),
                texts(row.text("non_identifying")),
                texts(row.text("token_labels")),
                texts(row.text("labels")),
                row.bigint("capabilities"));
    }

    private static Connection connection(Row row) {
        return new Connection(
                row.bool("online"),
                row.optionalText("replica"),
                row.optionalText("transport"),
                row.optionalText("remote_address"),
                row.optionalInstant("connected_at"),
                row.optionalInstant("disconnected_at"),
                row.optionalText("disconnect_cause").map(DisconnectCause::of),
                row.optionalInstant("last_seen_at"));
    }

    private static Reported reported(Row row) {
        return new Reported(
                row.optionalBool("healthy"),
                row.optionalText("health").map(Json::read),
                row.optionalInstant("health_at"),
                hash(row, "effective_config_hash"),
                row.optionalInstant("effective_config_at"),
                hash(row, "components_reported")
                        .flatMap(reported ->
                                hash(row, "components_hash")
                                        .map(set -> new Reported.Components(reported, set))),
                row.optionalInstant("remote_config_at")
                        .map(at ->
                                new Reported.RemoteConfig(
                                        hash(row, "remote_config_hash"),
                                        RemoteConfigStatus.of(row.text("remote_config_status")),
                                        row.text("remote_config_error"),
                                        at)),
                hash(row, "config_proof_offer")
                        .flatMap(offer ->
                                hash(row, "config_proof_report")
                                        .map(report -> proof(row, offer, report))),
                row.optionalText("package_statuses")
                        .map(json -> PackagesJson.read(json, hash(row, "packages_hash"))));
    }

    private static ConfigProof proof(Row row, ConfigHash offer, ConfigHash report) {
        Value paths = Json.read(row.text("config_proof_paths"));
        return new ConfigProof(
                ConfigProof.Result.of(row.text("config_proof")),
                offer,
                report,
                ProofJson.differences(paths),
                ProofJson.leftOut(paths));
    }

    private static Assignment assignment(Row row) {
        return new Assignment(
                row.optionalText("fleet_name"),
                hash(row, "assigned_config_hash"),
                hash(row, "desired_config_hash"),
                hash(row, "failed_config_hash"),
                row.optionalText("target_version"),
                row.text("assignment_error"),
                row.optionalInstant("assigned_at"),
                row.text("config_sync"));
    }

    private static Optional<ConfigHash> hash(Row row, String column) {
        return row.optionalText(column).map(ConfigHash::new);
    }

    /** A JSON object of texts; what is not a text was never written and is left out. */
    static Map<String, String> texts(String json) {
        Map<String, String> texts = new LinkedHashMap<>();
        if (Json.read(json) instanceof Value.Mapping(Map<String, Value> entries)) {
            entries.forEach((key, value) -> {
                if (value instanceof Value.Text(String text)) {
                    texts.put(key, text);
                }
            });
        }
        return texts;
    }
}
