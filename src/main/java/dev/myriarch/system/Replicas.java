package dev.myriarch.system;

import java.time.Instant;
import java.util.List;

/** The replicas that are alive. Thread-safe. */
@FunctionalInterface
public interface Replicas {
    /** In the order of their ids. */
    List<Replica> alive();

    /** One replica as its last heartbeat describes it. */
    record Replica(
            String id, String version, boolean leader, int connections, Instant heartbeatAt) {}
}
