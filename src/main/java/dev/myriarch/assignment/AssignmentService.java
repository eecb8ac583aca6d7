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
import dev.myriarch.domain.ConfigHash;
import dev.myriarch.gitops.ActiveSnapshot;
import dev.myriarch.gitops.Snapshot;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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

    /**
     * A revision that another replica applied may not have arrived here yet, and the leader has
     * evaluated the agents that it knew with it only once. So whoever stored an evaluation looks
     * afterwards whether the revision still is the applied one: then the leader finds the agent.
     */
    @Override
    public void assign(AgentId id) {
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            Optional<Snapshot> before = snapshot.current();
            Pass pass = new Pass();
            stores.agents().find(id).ifPresent(agent -> assign(agent, pass));
            pass.publish();
            if (snapshot.reload().equals(before)) {
                return;
            }
        }
        throw new MyriarchException(
                ErrorCode.CONFLICT,
                "the revision changed %d times while agent %s was evaluated"
                        .formatted(ATTEMPTS, id));
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
        Set<ConfigHash> stored = ConcurrentHashMap.newKeySet();
        List<Future<Integer>> chunks = new ArrayList<>();
        try (ExecutorService workers =
                Executors.newFixedThreadPool(WORKERS, Thread.ofVirtual().factory())) {
            List<AgentId> ids = stores.assignments().agentIds();
            for (int from = 0; from < ids.size(); from += CHUNK) {
                List<AgentId> chunk = ids.subList(from, Math.min(from + CHUNK, ids.size()));
                chunks.add(workers.submit(() -> reassign(chunk, new Pass(stored))));
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
        for (Agent agent : stores.agents().findAll(ids)) {
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

    private void assign(Agent read, Pass pass) {
        Agent agent = read;
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            Optional<Snapshot> current = snapshot.current();
            if (current.isEmpty() || evaluate(current.get(), agent, pass)) {
                return;
            }
            Optional<Agent> again = stores.agents().find(agent.id());
            if (again.isEmpty()) {
                return;
            }
            agent = again.get();
        }
        throw new MyriarchException(
                ErrorCode.CONFLICT,
                "the assignment of agent %s changed %d times while it was evaluated"
                        .formatted(agent.id(), ATTEMPTS));
    }

    /** False when somebody else changed the assignment meanwhile. */
    private boolean evaluate(Snapshot current, Agent agent, Pass pass) {
        AssignmentDecider.Decision decision =
                AssignmentDecider.decide(current, agent, components.of(agent), admission);
        evaluated.accept(decision.result());
        if (!decision.change().differsFrom(agent)) {
            return true;
        }
        Instant now = clock.instant();
        decision.rendering().ifPresent(rendering -> pass.store(rendering, now));
        Assignment before = agent.assignment();
        if (!stores.assignments().compareAndSet(agent.id(), before, decision.change(), now)) {
            return false;
        }
        pass.assigned.add(agent.id());
        if (decision.change().changesDesired(before)) {
            pass.desired.add(agent.id());
        }
        tell(agent.id(), before, decision.change(), now);
        return true;
    }

    private void tell(AgentId id, Assignment before, AssignmentChange change, Instant now) {
        if (!change.fleet().equals(before.fleet())) {
            String text =
                    change.fleet()
                            .map(fleet -> "joined the fleet " + fleet)
                            .orElse("left its fleet");
            addEvent(
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
            addEvent(
                    new AgentEvent(
                            id,
                            now,
                            "assignment_failed",
                            "error",
                            change.error(),
                            Value.emptyMapping()));
        }
    }

    private void addEvent(AgentEvent event) {
        stores.agents().addEvent(event);
    }

    /** What one call changed. Confined to a thread, apart from the shared set of hashes. */
    private final class Pass {
        private final Set<ConfigHash> stored;
        private final List<AgentId> assigned = new ArrayList<>();
        private final List<AgentId> desired = new ArrayList<>();

        Pass() {
            this(ConcurrentHashMap.newKeySet());
        }

        /**
         * @param stored hashes that were stored already: many agents share a configuration
         */
        Pass(Set<ConfigHash> stored) {
            this.stored = stored;
        }

        void store(RenderedConfigStore.RenderedConfig rendering, Instant now) {
            if (!stored.contains(rendering.hash())) {
                stores.configs().put(rendering, now);
                stored.add(rendering.hash());
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
