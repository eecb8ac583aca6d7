package dev.myriarch.assignment;

import dev.myriarch.agent.Agent;
import dev.myriarch.agent.AgentEvent;
import dev.myriarch.agent.AgentStore;
import dev.myriarch.agent.Assignment;
import dev.myriarch.base.ErrorCode;
import dev.myriarch.base.MyriarchException;
import dev.myriarch.base.Value;
import dev.myriarch.cluster.BusEvent;
import dev.myriarch.cluster.EventBus;
import dev.myriarch.domain.AgentId;
import dev.myriarch.gitops.ActiveSnapshot;
import dev.myriarch.gitops.Snapshot;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/**
 * Loads, decides, stores and tells. Thread-safe: replicas may evaluate the same agent at the same
 * time, and the database decides whose evaluation counts.
 */
public final class AssignmentService implements AgentAssigner {
    private static final int ATTEMPTS = 3;
    private static final int CHUNK = 100;
    private static final int WORKERS = 4;

    private final ActiveSnapshot snapshot;
    private final Stores stores;
    private final ComponentSets components;
    private final RecentHashes recent = new RecentHashes();
    private final ChangeAdmission admission;
    private final EventBus bus;
    private final InstantSource clock;
    private final Consumer<AssignmentDecider.Result> evaluated;

    /** What the service reads and writes. */
    public record Stores(
            AgentStore agents, AssignmentStore assignments, RenderedConfigStore configs) {}

    /**
     * @param evaluated is told of each evaluation, on the thread that makes it
     */
    public AssignmentService(
            ActiveSnapshot snapshot,
            Stores stores,
            ChangeAdmission admission,
            EventBus bus,
            InstantSource clock,
            Consumer<AssignmentDecider.Result> evaluated) {
        this.snapshot = snapshot;
        this.stores = stores;
        this.components = new ComponentSets(stores.agents());
        this.admission = admission;
        this.bus = bus;
        this.clock = clock;
        this.evaluated = evaluated;
    }

    @Override
    public void assign(AgentId id) {
        Optional<Assigned> _ = stores.agents().find(id).flatMap(this::assign);
    }

    /**
     * A revision that another replica applied may not have arrived here yet, and the leader has
     * evaluated the agents that it knew with it only once. So whoever stored an evaluation looks
     * afterwards whether the revision still is the applied one: then the leader finds the agent.
     */
    @Override
    public Optional<Assigned> assign(Agent read) {
        Optional<Agent> agent = Optional.of(read);
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            Optional<Snapshot> before = snapshot.current();
            Pass pass = new Pass();
            Optional<Assigned> assigned = agent.flatMap(known -> assign(known, pass));
            pass.publish();
            if (snapshot.reload().equals(before)) {
                return assigned;
            }
            agent = stores.agents().find(read.id());
        }
        throw new MyriarchException(
                ErrorCode.CONFLICT,
                "the revision changed %d times while agent %s was evaluated"
                        .formatted(ATTEMPTS, read.id()));
    }

    /**
     * What the active revision means for an agent; nothing is stored. Empty while there is none.
     *
     * @param path keys joined by {@code ::}; only values at or below it are told; empty for all
     */
    public Optional<AgentExplanation> explain(Agent agent, String path) {
        return snapshot.current()
                .map(current -> AgentExplanation.of(current, agent, components.of(agent), path));
    }

    /**
     * Evaluates every agent against the active snapshot. Repeatable. An agent that fails does not
     * keep the others from being evaluated.
     *
     * @return how many agents changed
     * @throws MyriarchException when some agents could not be evaluated; call again
     */
    public int reassignAll() {
        List<Future<Integer>> chunks = new ArrayList<>();
        try (ExecutorService workers =
                Executors.newFixedThreadPool(WORKERS, Thread.ofVirtual().factory())) {
            List<AgentId> ids = stores.assignments().agentIds();
            for (int from = 0; from < ids.size(); from += CHUNK) {
                List<AgentId> chunk = ids.subList(from, Math.min(from + CHUNK, ids.size()));
                chunks.add(workers.submit(() -> reassign(chunk, new Pass())));
            }
        }
        int changed = 0;
        for (Future<Integer> chunk : chunks) {
            if (chunk.state() == Future.State.FAILED) {
                throw new MyriarchException(
                        ErrorCode.UNAVAILABLE,
                        "not all agents could be assigned",
                        chunk.exceptionNow());
            }
            changed += chunk.resultNow();
        }
        return changed;
    }

    private int reassign(List<AgentId> ids, Pass pass) {
        List<RuntimeException> failures = new ArrayList<>();
        List<Agent> again = evaluateAll(stores.agents().findAll(ids), pass, failures);
        for (Agent agent : again) {
            try {
                assign(agent, pass);
            } catch (RuntimeException e) {
                failures.add(e);
            }
        }
        pass.publish();
        if (!failures.isEmpty()) {
            throw failures.getFirst();
        }
        return pass.assigned.size();
    }

    /**
     * Evaluates agents and stores what changed with one statement.
     *
     * @param failures takes those of agents that could not be evaluated
     * @return agents as they are now that somebody else changed meanwhile
     */
    private List<Agent> evaluateAll(
            List<Agent> agents, Pass pass, List<RuntimeException> failures) {
        Optional<Snapshot> current = snapshot.current();
        if (current.isEmpty()) {
            return List.of();
        }
        Instant now = clock.instant();
        List<AssignmentStore.Swap> swaps = new ArrayList<>();
        for (Agent agent : agents) {
            try {
                decide(current.get(), agent, now).ifPresent(swaps::add);
            } catch (RuntimeException e) {
                failures.add(e);
            }
        }
        if (swaps.isEmpty()) {
            return List.of();
        }
        Set<AgentId> stored = stores.assignments().compareAndSetAll(swaps, now);
        List<AgentId> lost = new ArrayList<>();
        for (AssignmentStore.Swap swap : swaps) {
            if (stored.contains(swap.id())) {
                pass.changed(swap);
            } else {
                lost.add(swap.id());
            }
        }
        return stores.agents().findAll(lost);
    }

    /** Empty when the agent is gone, or there is no snapshot. */
    private Optional<Assigned> assign(Agent read, Pass pass) {
        Agent agent = read;
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            Optional<Snapshot> current = snapshot.current();
            if (current.isEmpty()) {
                return Optional.empty();
            }
            Instant now = clock.instant();
            Optional<AssignmentStore.Swap> swap = decide(current.get(), agent, now);
            if (swap.isEmpty()) {
                return Optional.of(Assigned.of(agent.assignment()));
            }
            if (stores.assignments().compareAndSet(swap.get(), now)) {
                pass.changed(swap.get());
                return Optional.of(Assigned.of(swap.get()));
            }
            Optional<Agent> again = stores.agents().find(agent.id());
            if (again.isEmpty()) {
                return Optional.empty();
            }
            agent = again.get();
        }
        throw new MyriarchException(
                ErrorCode.CONFLICT,
                "the assignment of agent %s changed %d times while it was evaluated"
                        .formatted(agent.id(), ATTEMPTS));
    }

    /** What has to be stored of an agent; its configuration is stored already. */
    private Optional<AssignmentStore.Swap> decide(Snapshot current, Agent agent, Instant now) {
        AssignmentDecider.Decision decision =
                AssignmentDecider.decide(current, agent, components.of(agent), admission);
        evaluated.accept(decision.result());
        if (!decision.change().differsFrom(agent)) {
            return Optional.empty();
        }
        decision.rendering().ifPresent(rendering -> put(rendering, now));
        return Optional.of(
                new AssignmentStore.Swap(
                        agent.id(),
                        agent.assignment(),
                        decision.change(),
                        events(agent.id(), agent.assignment(), decision.change(), now)));
    }

    /** Many agents share a configuration, so one that was just stored is not stored again. */
    private void put(RenderedConfigStore.RenderedConfig rendering, Instant now) {
        if (!recent.contains(rendering.hash(), now)) {
            stores.configs().put(rendering, now);
            recent.add(rendering.hash(), now);
        }
    }

    private static List<AgentEvent> events(
            AgentId id, Assignment before, AssignmentChange change, Instant now) {
        List<AgentEvent> events = new ArrayList<>();
        if (!change.fleet().equals(before.fleet())) {
            String text =
                    change.fleet()
                            .map(fleet -> "joined the fleet " + fleet)
                            .orElse("left its fleet");
            events.add(
                    new AgentEvent(
                            id,
                            now,
                            "fleet_changed",
                            "info",
                            text,
                            Value.ofTexts(
                                    Map.of(
                                            "from", before.fleet().orElse(""),
                                            "to", change.fleet().orElse("")))));
        }
        if (!change.error().isEmpty() && !change.error().equals(before.error())) {
            events.add(
                    new AgentEvent(
                            id,
                            now,
                            "assignment_failed",
                            "error",
                            change.error(),
                            Value.emptyMapping()));
        }
        return events;
    }

    /** What one call changed. Confined to a thread. */
    private final class Pass {
        private final List<AgentId> assigned = new ArrayList<>();
        private final List<AgentId> desired = new ArrayList<>();

        void changed(AssignmentStore.Swap swap) {
            assigned.add(swap.id());
            if (swap.change().changesDesired(swap.expected())) {
                desired.add(swap.id());
            }
        }

        void publish() {
            if (!desired.isEmpty()) {
                bus.publish(new BusEvent.DesiredStateChanged(desired));
            }
            if (!assigned.isEmpty()) {
                bus.publish(new BusEvent.AssignmentChanged(assigned));
            }
        }
    }
}
