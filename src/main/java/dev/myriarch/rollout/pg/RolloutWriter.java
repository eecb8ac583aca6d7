package dev.myriarch.rollout.pg;

import dev.myriarch.db.Jdbc;
import dev.myriarch.db.Parameters;
import dev.myriarch.db.StoredText;
import dev.myriarch.domain.AgentId;
import dev.myriarch.rollout.Rollout;
import dev.myriarch.rollout.RolloutChange;
import dev.myriarch.rollout.RolloutEvent;
import dev.myriarch.rollout.RolloutId;
import dev.myriarch.rollout.RolloutStatus;
import dev.myriarch.rollout.RolloutTarget;
import dev.myriarch.rollout.WaveStatus;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/** Writes rollouts inside of one transaction. Confined to it. */
final class RolloutWriter {
    private final Jdbc jdbc;
    private final RolloutId id;
    private final Instant now;

    RolloutWriter(Jdbc jdbc, RolloutId id, Instant now) {
        this.jdbc = jdbc;
        this.id = id;
        this.now = now;
    }

    /** False when the fleet has a live rollout of the kind. */
    boolean insert(Rollout rollout) {
        Rollout.Change change = rollout.change();
        Rollout.Request request = rollout.request();
        Rollout.State state = rollout.state();
        int hits =
                jdbc.update(
                        RolloutSql.INSERT,
                        parameters ->
                                parameters
                                        .uuid(id.uuid())
                                        .text(change.kind().text())
                                        .text(change.fleet())
                                        .text(change.from())
                                        .text(change.to())
                                        .text(request.origin().text())
                                        .text(request.createdBy())
                                        .text(StoredText.of(request.reason()))
                                        .json(StoredText.json(rollout.policy()))
                                        .json(StoredText.json(rollout.annotations()))
                                        .text(state.status().text())
                                        .text(StoredText.of(state.reason()))
                                        .integer(state.currentWave())
                                        .instant(state.wakeAt().orElse(null))
                                        .instant(now)
                                        .instant(now));
        if (hits == 0) {
            return false;
        }
        for (int wave = 0; wave < rollout.waves().size(); wave++) {
            insertWave(wave, rollout.waves().get(wave));
        }
        return true;
    }

    private void insertWave(int index, Rollout.Wave wave) {
        int hits =
                jdbc.update(
                        RolloutSql.INSERT_WAVE,
                        parameters ->
                                parameters
                                        .uuid(id.uuid())
                                        .integer(index)
                                        .text(StoredText.of(wave.name()))
                                        .bool(wave.requireApproval())
                                        .text(wave.status().text()));
        if (hits != 1) {
            throw new IllegalStateException("wave " + index + " was not stored");
        }
    }

    /** False when one of them is a target already. */
    boolean addTargets(List<RolloutTarget> targets) {
        List<Jdbc.Binder> binders = targets.stream().map(this::binder).toList();
        return Arrays.stream(jdbc.batch(TargetSql.INSERT, binders)).allMatch(hits -> hits == 1);
    }

    private Jdbc.Binder binder(RolloutTarget target) {
        return parameters ->
                bindState(
                                parameters
                                        .uuid(id.uuid())
                                        .uuid(target.agent().uuid())
                                        .text(StoredText.column(target.hostName())),
                                target)
                        .instant(now)
                        .instant(now);
    }

    /** The columns that an insert and an update have in common, in their order. */
    private static Parameters bindState(Parameters parameters, RolloutTarget target) {
        RolloutTarget.State state = target.state();
        return parameters
                .integer(target.wave())
                .text(target.refs().from())
                .text(target.refs().to())
                .text(state.status().text())
                .text(state.reason())
                .text(StoredText.of(state.message()))
                .integer(state.attempt())
                .text(state.executorReference().map(StoredText::of).orElse(null))
                .json(StoredText.json(target.progress()))
                .json(StoredText.json(target.observations()))
                .instant(state.startedAt().orElse(null))
                .instant(state.verifiedAt().orElse(null))
                .instant(state.finishedAt().orElse(null));
    }

    /** False when it does not find what it expects. */
    boolean write(RolloutChange change) {
        return switch (change) {
            case RolloutChange.SetStatus set -> setStatus(set);
            case RolloutChange.SetProgress set -> setProgress(set);
            case RolloutChange.SetWaveStatus set -> setWaveStatus(set);
            case RolloutChange.ApproveWave approve -> approveWave(approve);
            case RolloutChange.AcknowledgeFailures acknowledge -> acknowledge(acknowledge);
            case RolloutChange.UpdateTarget(RolloutTarget target) -> updateTarget(target);
            case RolloutChange.AddTargets(List<RolloutTarget> targets) -> addTargets(targets);
            case RolloutChange.AddEvent(RolloutEvent event) -> addEvent(event);
        };
    }

    private boolean setStatus(RolloutChange.SetStatus set) {
        boolean live = set.next().isLive();
        return hit(
                RolloutSql.SET_STATUS,
                parameters ->
                        parameters
                                .text(set.next().text())
                                .text(StoredText.of(set.reason()))
                                .bool(set.next() == RolloutStatus.RUNNING)
                                .instant(now)
                                .bool(live)
                                .instant(now)
                                .bool(live)
                                .instant(now)
                                .uuid(id.uuid())
                                .text(set.expected().text()));
    }

    private boolean setProgress(RolloutChange.SetProgress set) {
        return hit(
                RolloutSql.SET_PROGRESS,
                parameters ->
                        parameters
                                .integer(set.currentWave())
                                .instant(set.wakeAt().orElse(null))
                                .json(StoredText.json(set.annotations()))
                                .instant(now)
                                .uuid(id.uuid())
                                .text(set.expected().text()));
    }

    private boolean setWaveStatus(RolloutChange.SetWaveStatus set) {
        boolean isFinal =
                switch (set.next()) {
                    case COMPLETED, FAILED, SKIPPED -> true;
                    case PENDING, WAITING_APPROVAL, RUNNING -> false;
                };
        return hit(
                RolloutSql.SET_WAVE_STATUS,
                parameters ->
                        parameters
                                .text(set.next().text())
                                .bool(set.next() == WaveStatus.RUNNING)
                                .instant(now)
                                .bool(isFinal)
                                .instant(now)
                                .uuid(id.uuid())
                                .integer(set.wave())
                                .text(set.expected().text()));
    }

    private boolean approveWave(RolloutChange.ApproveWave approve) {
        return hit(
                RolloutSql.APPROVE_WAVE,
                parameters ->
                        parameters
                                .text(approve.by())
                                .instant(now)
                                .instant(now)
                                .uuid(id.uuid())
                                .integer(approve.wave()));
    }

    private boolean acknowledge(RolloutChange.AcknowledgeFailures acknowledge) {
        return hit(
                RolloutSql.ACKNOWLEDGE,
                parameters ->
                        parameters
                                .integer(acknowledge.failures())
                                .uuid(id.uuid())
                                .integer(acknowledge.wave())
                                .integer(acknowledge.expected()));
    }

    private boolean updateTarget(RolloutTarget target) {
        return hit(
                TargetSql.UPDATE,
                parameters ->
                        bindState(parameters, target)
                                .instant(now)
                                .uuid(id.uuid())
                                .uuid(target.agent().uuid())
                                .instant(target.updatedAt()));
    }

    private boolean addEvent(RolloutEvent event) {
        return hit(
                RolloutSql.ADD_EVENT,
                parameters ->
                        parameters
                                .uuid(id.uuid())
                                .instant(event.at())
                                .text(event.type())
                                .text(event.severity())
                                .optionalInteger(event.wave().orElse(null))
                                .uuid(event.agent().map(AgentId::uuid).orElse(null))
                                .text(event.actor())
                                .text(StoredText.of(event.text()))
                                .json(StoredText.json(event.details())));
    }

    private boolean hit(String sql, Jdbc.Binder binder) {
        return jdbc.update(sql, binder) == 1;
    }
}
