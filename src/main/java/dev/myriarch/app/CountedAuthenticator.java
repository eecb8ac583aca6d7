package dev.myriarch.app;

import dev.myriarch.auth.AgentAuthenticator;
import dev.myriarch.metrics.Counter;
import dev.myriarch.metrics.MetricRegistry;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Counts how credentials of agents were judged. Thread-safe. */
record CountedAuthenticator(AgentAuthenticator checked, Counter requests)
        implements AgentAuthenticator {
    static CountedAuthenticator of(AgentAuthenticator checked, MetricRegistry metrics) {
        return new CountedAuthenticator(
                checked,
                metrics.counter(
                        "myriarch_auth_agent_requests_total",
                        "Checks of credentials of agents by result (ok, unauthorized,"
                                + " unavailable).",
                        "result"));
    }

    @Override
    public AgentAuthentication authenticate(Optional<String> authorization) {
        AgentAuthentication result = checked.authenticate(authorization);
        requests.increment(
                switch (result) {
                    case AgentAuthentication.Accepted _ -> "ok";
                    case AgentAuthentication.Refused _ -> "unauthorized";
                    case AgentAuthentication.Unavailable _ -> "unavailable";
                });
        return result;
    }

    @Override
    public Set<UUID> ended(Set<UUID> tokens) {
        return checked.ended(tokens);
    }
}
