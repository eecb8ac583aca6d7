package dev.myriarch.agent;

import java.util.List;

/**
 * One page of agents and how many match in all.
 *
 * @param items without the health tree of agents that are not unhealthy
 */
public record AgentPage(List<Agent> items, int page, int pageSize, long total) {
    public AgentPage {
        items = List.copyOf(items);
    }
}
