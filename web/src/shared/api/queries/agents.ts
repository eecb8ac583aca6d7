import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { get } from '../client';
import type { AgentListQuery, ConfigWhich } from '../types';

export const agentKeys = {
  all: ['agents'] as const,
  lists: ['agents', 'list'] as const,
  list: (query: AgentListQuery) => ['agents', 'list', query] as const,
  facets: (query: AgentListQuery) => ['agents', 'facets', query] as const,
  allFacets: ['agents', 'facets'] as const,
  one: (id: string) => ['agents', 'one', id] as const,
  events: (id: string) => ['agents', 'one', id, 'events'] as const,
  config: (id: string, which: ConfigWhich, hash: string) =>
    ['agents', 'config', id, which, hash] as const,
  explanation: (id: string, hash: string) => ['agents', 'one', id, 'explain', hash] as const,
};

export function agentListQuery(query: AgentListQuery) {
  return queryOptions({
    queryKey: agentKeys.list(query),
    queryFn: ({ signal }) => get('/agents', { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Counts per filter value; page and order make no difference to them. */
export function agentFacetsQuery(filter: AgentListQuery) {
  const { page: _page, pageSize: _pageSize, sort: _sort, ...query } = filter;
  return queryOptions({
    queryKey: agentKeys.facets(query),
    queryFn: ({ signal }) => get('/agents/facets', { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Counts of collectors alone: only they belong to fleets and get configurations. */
export const collectorFacetsQuery = agentFacetsQuery({ kind: ['collector'] });

export function agentQuery(id: string) {
  return queryOptions({
    queryKey: agentKeys.one(id),
    queryFn: ({ signal }) => get('/agents/{id}', { path: { id }, signal }),
  });
}

export function agentEventsQuery(id: string) {
  return queryOptions({
    queryKey: agentKeys.events(id),
    queryFn: ({ signal }) =>
      get('/agents/{id}/events', { path: { id }, query: { limit: 100 }, signal }),
  });
}

/** A configuration by its hash: the same hash never needs a second look. */
export function agentConfigQuery(id: string, which: ConfigWhich, hash: string) {
  return queryOptions({
    queryKey: agentKeys.config(id, which, hash),
    queryFn: ({ signal }) => get('/agents/{id}/config/{which}', { path: { id, which }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** What the active revision renders for the agent; `hash` is what it rendered last. */
export function agentExplanationQuery(id: string, hash: string) {
  return queryOptions({
    queryKey: agentKeys.explanation(id, hash),
    queryFn: ({ signal }) => get('/agents/{id}/explain', { path: { id }, signal }),
  });
}
