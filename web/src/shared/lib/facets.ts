import type { AgentFacets, Facet, FacetCount } from '../api/types';
import type { Segment } from '../ui/SplitBar';
import { facetStatus, type Tone } from './status';

export type Dimension = Facet['name'];

/** Dimensions that are attributes of the agent: the API filters them as `attr=site.type=edge`. */
const ATTRIBUTES = ['site.type', 'site.country'] as const satisfies readonly Dimension[];
export type AttributeDimension = (typeof ATTRIBUTES)[number];

/** Dimensions with a query parameter of their own name. */
export type ParameterDimension = Exclude<Dimension, AttributeDimension>;

export function isAttribute(dimension: Dimension): dimension is AttributeDimension {
  return ATTRIBUTES.some((each) => each === dimension);
}

export const PARAMETERS: readonly ParameterDimension[] = [
  'status',
  'health',
  'configSync',
  'configProof',
  'fleet',
  'version',
  'kind',
  'osType',
];

/** In the order of the filters. */
export const DIMENSIONS: readonly Dimension[] = PARAMETERS.flatMap((dimension) =>
  dimension === 'fleet' ? [dimension, ...ATTRIBUTES] : [dimension],
);

export const DIMENSION_LABELS: Record<Dimension, string> = {
  status: 'Connection',
  health: 'Health',
  configSync: 'Configuration',
  configProof: 'Running configuration',
  fleet: 'Fleet',
  version: 'Version',
  kind: 'Kind',
  osType: 'Operating system',
  'site.type': 'Site type',
  'site.country': 'Country',
};

/** A value for people; the empty one means that there is none. */
export function valueLabel(dimension: string, value: string): string {
  const known = facetStatus(dimension, value);
  if (known) return known.word;
  if (value !== '') return value;
  return dimension === 'fleet' ? 'Unassigned' : 'Not reported';
}

export function valuesOf(facets: AgentFacets, dimension: Dimension): FacetCount[] {
  return facets.dimensions.find((each) => each.name === dimension)?.values ?? [];
}

export function countOf(facets: AgentFacets, dimension: Dimension, value: string): number {
  return valuesOf(facets, dimension).find((each) => each.value === value)?.count ?? 0;
}

/** Address of the agent list with filters. */
export function agentsLink(filter: Partial<Record<ParameterDimension | 'q', string>>): string {
  const search = new URLSearchParams(filter as Record<string, string>);
  return `/agents?${search.toString()}`;
}

/** Order in which states are drawn: what is well first, what is not known last. */
const TONE_ORDER: readonly Tone[] = [
  'ok',
  'progressing',
  'waiting',
  'attention',
  'failed',
  'offline',
  'unknown',
];

/** Counts of a dimension as segments of a picture, each with its way to the list. */
export function segmentsOf(
  dimension: ParameterDimension,
  counts: readonly FacetCount[],
  filter: Partial<Record<ParameterDimension, string>> = {},
): Segment[] {
  return counts
    .map(({ value, count }) => {
      const status = facetStatus(dimension, value) ?? {
        tone: 'unknown' as const,
        word: valueLabel(dimension, value),
      };
      return { ...status, count, to: agentsLink({ ...filter, [dimension]: value }) };
    })
    .sort((a, b) => TONE_ORDER.indexOf(a.tone) - TONE_ORDER.indexOf(b.tone));
}
