package dev.myriarch.artifact;

import dev.myriarch.cluster.BusEvent;
import dev.myriarch.cluster.EventBus;
import dev.myriarch.domain.AgentId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Offers packages to updaters and takes offers back. Every change is told to the replica that holds
 * the updater's connection, so nobody else writes to the store. Thread-safe.
 */
public final class PackageOffers {
    private final PackageOfferStore store;
    private final EventBus bus;

    public PackageOffers(PackageOfferStore store, EventBus bus) {
        this.store = store;
        this.bus = bus;
    }

    /** What the updater is offered now. */
    public Optional<PackageOffer> find(AgentId updater) {
        return store.find(updater);
    }

    /**
     * Offers an artifact, in place of what was read.
     *
     * @return false when nothing was changed; see {@link PackageOfferStore#put}
     */
    public boolean offer(
            AgentId updater,
            ArtifactId artifact,
            Optional<UUID> rollout,
            Optional<PackageOffer> read,
            Instant now) {
        boolean done = store.put(updater, artifact, rollout, read, now);
        if (done) {
            changed(updater);
        }
        return done;
    }

    /** False when the offer is another one by now, or gone. */
    public boolean withdraw(PackageOffer read) {
        boolean done = store.remove(read);
        if (done) {
            changed(read.updater());
        }
        return done;
    }

    private void changed(AgentId updater) {
        bus.publish(new BusEvent.DesiredStateChanged(List.of(updater)));
    }
}
