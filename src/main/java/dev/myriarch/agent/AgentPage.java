package dev.myriarch.agent;

import java.util.List;

/** One page of agents and how many match in all. */
public record AgentPage(List<Agent> items, int page, int pageSize, long total) {
    public AgentPage {
        items = List.copyOf(items);
    }
}
