package dev.myriarch.rollout.pg;

import dev.myriarch.base.Value;
import dev.myriarch.db.Row;
import dev.myriarch.domain.AgentId;
import dev.myriarch.json.JsonObject;
import dev.myriarch.rollout.Rollout;
import dev.myriarch.rollout.RolloutEvent;
import dev.myriarch.rollout.RolloutId;
import dev.myriarch.rollout.RolloutKind;
import dev.myriarch.rollout.RolloutOrigin;
import dev.myriarch.rollout.RolloutStatus;
import dev.myriarch.rollout.RolloutTarget;
import dev.myriarch.rollout.TargetCounts;
import dev.myriarch.rollout.TargetStatus;
import dev.myriarch.rollout.WaveStatus;
import java.util.List;

/** Reads the records of rollouts from rows. */
final class RolloutRows {
    private RolloutRows() {}

    static Rollout rollout(Row row) {
        return new Rollout(
                new RolloutId(row.uuid("id")),
                new Rollout.Change(
                        RolloutKind.of(row.text("kind")),
                        row.text("fleet"),
                        row.text("from_ref"),
                        row.text("to_ref")),
                new Rollout.Request(
                        RolloutOrigin.of(row.text("origin")),
                        row.text("created_by"),
                        row.text("request_reason"),
                        row.instant("created_at")),
                mapping(row, "policy"),
                mapping(row, "annotations"),
                new Rollout.State(
                        RolloutStatus.of(row.text("status")),
                        row.text("status_reason"),
                        row.integer("current_wave"),
                        row.optionalInstant("wake_at"),
                        row.optionalInstant("started_at"),
                        row.optionalInstant("finished_at"),
                        row.instant("updated_at")),
                List.of());
    }

    static Rollout.Wave wave(Row row, TargetCounts counts) {
        return new Rollout.Wave(
                row.text("name"),
                row.bool("require_approval"),
                WaveStatus.of(row.text("status")),
                row.optionalText("approved_by")
                        .map(by -> new Rollout.Approval(by, row.instant("approved_at"))),
                row.integer("acknowledged_failures"),
                row.optionalInstant("started_at"),
                row.optionalInstant("finished_at"),
                counts);
    }

    static RolloutTarget target(Row row) {
        return new RolloutTarget(
                new AgentId(row.uuid("agent_id")),
                row.integer("wave"),
                row.text("host_name"),
                new RolloutTarget.Refs(row.text("from_ref"), row.text("to_ref")),
                new RolloutTarget.State(
                        TargetStatus.of(row.text("status")),
                        row.text("reason"),
                        row.text("message"),
                        row.integer("attempt"),
                        row.optionalText("executor_ref"),
                        row.optionalInstant("started_at"),
                        row.optionalInstant("verified_at"),
                        row.optionalInstant("finished_at")),
                mapping(row, "progress"),
                mapping(row, "observations"),
                row.instant("updated_at"));
    }

    static RolloutEvent event(Row row) {
        return new RolloutEvent(
                row.instant("at"),
                row.text("type"),
                row.text("severity"),
                row.optionalBigint("wave").map(Math::toIntExact),
                row.optionalUuid("agent_id").map(AgentId::new),
                row.text("actor"),
                row.text("text"),
                mapping(row, "details"));
    }

    private static Value.Mapping mapping(Row row, String column) {
        return new Value.Mapping(
                JsonObject.readStored(row.text(column), "column " + column).entries());
    }
}
