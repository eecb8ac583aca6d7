import type { components, paths } from './schema';

type Schemas = components['schemas'];

export type AgentAction = Schemas['Action'];
export type AgentConfigState = Schemas['AgentConfigState'];
export type AgentSummary = Schemas['AgentSummary'];
export type AgentDetail = Schemas['AgentDetail'];
export type AgentPage = Schemas['AgentPage'];
export type AgentFacets = Schemas['AgentFacets'];
export type AgentConfig = Schemas['AgentConfig'];
export type AgentExplanation = Schemas['AgentExplanation'];
export type ConfigParameter = Schemas['ConfigParameter'];
export type ConfigValue = Schemas['ConfigValue'];
export type AgentEvent = Schemas['AgentEvent'];
export type Facet = Schemas['Facet'];
export type FacetCount = Schemas['FacetCount'];
export type Fleet = Schemas['Fleet'];
export type FleetStats = Schemas['FleetStats'];
export type GitopsIssue = Schemas['GitopsIssue'];
export type GitopsStatus = Schemas['GitopsStatus'];
export type GitopsSync = Schemas['GitopsSync'];
export type Me = Schemas['Me'];
export type Problem = Schemas['Problem'];
export type Stats = Schemas['Stats'];
export type SystemInfo = Schemas['SystemInfo'];
export type ConfigWhich = AgentConfig['which'];

/** Query parameters of the agent list, as the API takes them. */
export type AgentListQuery = NonNullable<paths['/agents']['get']['parameters']['query']>;
