package dev.myriarch.gitops;

import dev.myriarch.blueprint.Chain;
import dev.myriarch.blueprint.ParameterCheck;
import dev.myriarch.blueprint.TemplateCheck;
import java.util.Optional;

/** Checks what objects say of each other, and parameters as far as that needs no agent. */
final class ReferenceCheck {
    private final Snapshot snapshot;
    private final Issues issues;

    private ReferenceCheck(Snapshot snapshot, Issues issues) {
        this.snapshot = snapshot;
        this.issues = issues;
    }

    static void check(Snapshot snapshot, TimeBudget budget, Issues issues) {
        ReferenceCheck check = new ReferenceCheck(snapshot, issues);
        snapshot.blueprints().findings().forEach(issues::add);
        snapshot.blueprints()
                .all()
                .forEach(each -> ParameterCheck.declarations(each).forEach(issues::add));
        for (Fleet fleet : snapshot.fleets()) {
            if (budget.isExceeded()) {
                issues.error(
                        "time_budget_exceeded", fleet.meta().origin(), RepositoryParser.TOO_LONG);
                return;
            }
            check.checkFleet(fleet);
        }
    }

    private void checkFleet(Fleet fleet) {
        if (snapshot.blueprints().find(fleet.blueprint()).isEmpty()) {
            issues.error(
                    "blueprint_not_found",
                    fleet.meta().at("spec.blueprint"),
                    "no blueprint has the name \"%s\"".formatted(fleet.blueprint()));
        }
        Optional<Chain> chain = snapshot.blueprints().chain(fleet.blueprint());
        chain.ifPresent(each -> {
            ParameterCheck.given(each, fleet.parameters()).forEach(issues::add);
            TemplateCheck.undeclared(each).forEach(issues::add);
        });
        Fleet.Updates updates = fleet.updates();
        checkPolicy(fleet, "spec.rollout.configPolicy", updates.configPolicy());
        checkPolicy(fleet, "spec.rollout.versionPolicy", updates.versionPolicy());
        updates.selection()
                .rolloutPolicy()
                .ifPresent(name -> checkPolicy(fleet, "spec.update.selection.rolloutPolicy", name));
        checkExecutor(fleet);
        checkVersion(fleet);
    }

    private void checkPolicy(Fleet fleet, String path, String name) {
        if (!name.equals(RolloutPolicy.DEFAULT_NAME) && snapshot.policy(name).isEmpty()) {
            issues.error(
                    "policy_not_found",
                    fleet.meta().at(path),
                    "no rollout policy has the name \"%s\"".formatted(name));
        }
    }

    private void checkExecutor(Fleet fleet) {
        Fleet.UpdateExecutor type = fleet.updates().executor();
        boolean needed =
                switch (type) {
                    case WEBHOOK, AWX -> true;
                    case NONE, UPDATER, MANUAL -> false;
                };
        Optional<String> name = fleet.updates().executorReference();
        if (needed && name.isEmpty()) {
            issues.error(
                    "executor_not_found",
                    fleet.meta().at("spec.update.executor"),
                    "the executor %s needs executorRef, the name of an Executor"
                            .formatted(type.text()));
        }
        if (name.isEmpty()) {
            return;
        }
        Optional<Executor> executor = snapshot.executor(name.get());
        if (executor.isEmpty()) {
            issues.error(
                    "executor_not_found",
                    fleet.meta().at("spec.update.executorRef"),
                    "no executor has the name \"%s\"".formatted(name.get()));
        } else if (needed && !executor.get().target().type().equals(type.text())) {
            issues.error(
                    "executor_invalid",
                    fleet.meta().at("spec.update.executorRef"),
                    "executor %s has the type %s, not %s"
                            .formatted(name.get(), executor.get().target().type(), type.text()));
        }
    }

    private void checkVersion(Fleet fleet) {
        if (fleet.collector().version().isEmpty()
                && fleet.updates().executor() != Fleet.UpdateExecutor.NONE
                && !fleet.updates().selection().enabled()) {
            issues.warning(
                    "invalid_field",
                    fleet.meta().at("spec.update.executor"),
                    "an executor is set, but collector.version is empty: no version will be rolled"
                            + " out");
        }
    }
}
