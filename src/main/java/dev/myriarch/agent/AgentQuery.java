package dev.myriarch.agent;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A filter, an order and a page of agents. Lists are OR inside, AND between each other; empty means
 * no filter.
 *
 * @param text matches host name, id, version and attribute values
 * @param status online, offline
 * @param health healthy, unhealthy, unknown
 * @param sync none, in_sync, pending, failed, drift
 * @param proofs unknown, verified, left_out, differs: texts of {@link ConfigProof.Result}
 * @param fleets fleet names; the empty string stands for unassigned
 * @param attributes attribute key to accepted values
 * @param sort field, with a leading dash for descending; every order ends with the id
 * @param page from 1
 * @param pageSize 1 to 200
 */
public record AgentQuery(
        Optional<String> text,
        List<String> status,
        List<String> health,
        List<String> kinds,
        List<String> versions,
        List<String> fleets,
        List<String> sync,
        List<String> proofs,
        List<String> osTypes,
        Map<String, List<String>> attributes,
        String sort,
        int page,
        int pageSize) {
    /** Fields that {@link #sort} may name. */
    public static final List<String> SORT_FIELDS =
            List.of("hostName", "status", "health", "fleet", "version", "configSync", "lastSeenAt");

    public AgentQuery {
        status = List.copyOf(status);
        health = List.copyOf(health);
        kinds = List.copyOf(kinds);
        versions = List.copyOf(versions);
        fleets = List.copyOf(fleets);
        sync = List.copyOf(sync);
        proofs = List.copyOf(proofs);
        osTypes = List.copyOf(osTypes);
        attributes = Map.copyOf(attributes);
        if (page < 1 || pageSize < 1 || pageSize > 200) {
            throw new IllegalArgumentException("page or page size out of range");
        }
    }

    /** Everything, by host name. */
    public static AgentQuery all() {
        return new AgentQuery(
                Optional.empty(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                Map.of(),
                "hostName",
                1,
                50);
    }
}
