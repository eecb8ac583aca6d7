package dev.myriarch.agent.api;

import dev.myriarch.agent.Agent;
import dev.myriarch.agent.AgentAction;
import dev.myriarch.agent.AgentQuery;
import dev.myriarch.agent.AgentStore;
import dev.myriarch.agent.Reported;
import dev.myriarch.assignment.AgentExplanation;
import dev.myriarch.audit.AuditLog;
import dev.myriarch.base.ErrorCode;
import dev.myriarch.base.MyriarchException;
import dev.myriarch.cluster.EventBus;
import dev.myriarch.domain.AgentId;
import dev.myriarch.domain.ConfigHash;
import dev.myriarch.gen.AgentEventListDto;
import dev.myriarch.gen.AgentFacetsDto;
import dev.myriarch.gen.Operation;
import dev.myriarch.gen.Query;
import dev.myriarch.http.ApiHandler;
import dev.myriarch.http.ApiRequest;
import dev.myriarch.http.ApiResponse;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The agents as the API shows them. Thread-safe. */
public final class AgentHandlers {
    private final AgentStore agents;
    private final AgentConfigs configs;
    private final AgentActions actions;
    private final Explainer explainer;

    /** Says why an agent gets the configuration that it gets. */
    @FunctionalInterface
    public interface Explainer {
        /**
         * @param path keys joined by {@code ::}; only values at or below it are told
         * @return empty while there is no active revision
         */
        Optional<AgentExplanation> explain(Agent agent, String path);
    }

    /**
     * @param rendered the text of a configuration that the server rendered
     */
    public AgentHandlers(
            AgentStore agents,
            Function<ConfigHash, Optional<byte[]>> rendered,
            Explainer explainer,
            EventBus bus,
            AuditLog audit,
            InstantSource clock) {
        this.agents = agents;
        this.explainer = explainer;
        configs = new AgentConfigs(agents, rendered);
        actions = new AgentActions(agents, bus, audit, clock);
    }

    public Map<Operation, ApiHandler> handlers() {
        return Map.of(
                Operation.LIST_AGENTS, this::list,
                Operation.GET_AGENT_FACETS, this::facets,
                Operation.GET_AGENT, this::get,
                Operation.LIST_AGENT_EVENTS, this::events,
                Operation.GET_AGENT_CONFIG, this::config,
                Operation.EXPLAIN_AGENT, this::explain,
                Operation.RESTART_AGENT, action(AgentAction.RESTART),
                Operation.RESYNC_AGENT, action(AgentAction.RESYNC),
                Operation.RE_ENROLL_AGENT, action(AgentAction.RE_ENROLL));
    }

    private ApiHandler action(AgentAction action) {
        return request -> actions.run(action, agent(request), request);
    }

    /** Counts of all agents, for the overview. */
    public AgentFacetsDto overview() {
        return AgentBodies.facets(agents.facets(AgentQuery.all()));
    }

    private ApiResponse list(ApiRequest request) {
        return ApiResponse.json(
                AgentBodies.page(agents.list(AgentQueries.list(query(request)))).toValue());
    }

    private ApiResponse facets(ApiRequest request) {
        return ApiResponse.json(
                AgentBodies.facets(agents.facets(AgentQueries.facets(query(request)))).toValue());
    }

    private ApiResponse get(ApiRequest request) {
        Agent agent = agent(request);
        return ApiResponse.json(
                AgentBodies.detail(
                                agent,
                                agent.reported()
                                        .components()
                                        .map(Reported.Components::set)
                                        .flatMap(agents::components),
                                agent.links()
                                        .updater()
                                        .or(agent.links()::collector)
                                        .flatMap(agents::find))
                        .toValue());
    }

    private ApiResponse events(ApiRequest request) {
        Agent agent = agent(request);
        return ApiResponse.json(
                new AgentEventListDto(
                                agents.events(agent.id(), query(request).integer("limit")).stream()
                                        .map(AgentBodies::event)
                                        .toList())
                        .toValue());
    }

    private ApiResponse config(ApiRequest request) {
        return ApiResponse.json(configs.find(agent(request), request.path("which")).toValue());
    }

    private ApiResponse explain(ApiRequest request) {
        Agent agent = agent(request);
        AgentExplanation explanation =
                explainer
                        .explain(agent, query(request).text("path").orElse(""))
                        .orElseThrow(() ->
                                new MyriarchException(
                                        ErrorCode.NOT_FOUND,
                                        "no revision of the repository was applied yet"));
        return ApiResponse.json(ExplanationBodies.explanation(agent, explanation).toValue());
    }

    private Agent agent(ApiRequest request) {
        AgentId id =
                AgentId.parse(request.path("id"))
                        .orElseThrow(() ->
                                new MyriarchException(
                                        ErrorCode.BAD_REQUEST, "the id of an agent is a UUID"));
        return agents.find(id)
                .orElseThrow(() ->
                        new MyriarchException(ErrorCode.NOT_FOUND, "there is no agent " + id));
    }

    private static Query query(ApiRequest request) {
        return request.attribute(Query.class)
                .orElseThrow(() -> new IllegalStateException("the query was not checked"));
    }
}
