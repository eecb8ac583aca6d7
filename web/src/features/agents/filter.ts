import type { AgentListQuery } from '../../shared/api/types';
import {
  type Dimension,
  isAttribute,
  PARAMETERS,
  type ParameterDimension,
} from '../../shared/lib/facets';

export const SORT_FIELDS = [
  'hostName',
  'status',
  'health',
  'configSync',
  'fleet',
  'version',
  'lastSeenAt',
] as const;
export type SortField = (typeof SORT_FIELDS)[number];

export const PAGE_SIZES = [25, 50, 100, 200] as const;
const DEFAULT_PAGE_SIZE = 50;
const DEFAULT_SORT = 'hostName';

/** Values that the API knows; a typing mistake in an address must not end in an error page. */
const KNOWN: Partial<Record<ParameterDimension, readonly string[]>> = {
  status: ['online', 'offline'],
  health: ['healthy', 'unhealthy', 'unknown'],
  kind: ['collector', 'updater', 'bridge', 'unknown'],
  configSync: ['none', 'in_sync', 'pending', 'failed', 'drift'],
  configProof: ['unknown', 'verified', 'left_out', 'differs'],
};

/** What the list shows: the address has it all, in the words of the API. */
export type AgentFilter = {
  q: string;
  values: Partial<Record<ParameterDimension, readonly string[]>>;
  attributes: readonly string[];
  sort: string;
  page: number;
  pageSize: number;
};

function wholeNumber(text: string | null, fallback: number): number {
  const value = Number(text);
  return text !== null && Number.isSafeInteger(value) && value >= 1 ? value : fallback;
}

export function readFilter(search: URLSearchParams): AgentFilter {
  const values: AgentFilter['values'] = {};
  for (const dimension of PARAMETERS) {
    const known = KNOWN[dimension];
    const chosen = [...new Set(search.getAll(dimension))].filter(
      (value) => known?.includes(value) ?? true,
    );
    if (chosen.length > 0) values[dimension] = chosen;
  }
  const sort = search.get('sort') ?? DEFAULT_SORT;
  const known = SORT_FIELDS.some((field) => field === sort.replace(/^-/, ''));
  const pageSize = wholeNumber(search.get('pageSize'), DEFAULT_PAGE_SIZE);
  return {
    q: (search.get('q') ?? '').slice(0, 200),
    values,
    attributes: [...new Set(search.getAll('attr'))].filter((pair) => pair.indexOf('=') > 0),
    sort: known ? sort : DEFAULT_SORT,
    page: wholeNumber(search.get('page'), 1),
    pageSize: PAGE_SIZES.find((size) => size === pageSize) ?? DEFAULT_PAGE_SIZE,
  };
}

/** The address of a filter; what is as usual is left out. */
export function writeFilter(filter: AgentFilter): URLSearchParams {
  const search = new URLSearchParams();
  if (filter.q) search.set('q', filter.q);
  for (const dimension of PARAMETERS) {
    for (const value of filter.values[dimension] ?? []) search.append(dimension, value);
  }
  for (const pair of filter.attributes) search.append('attr', pair);
  if (filter.sort !== DEFAULT_SORT) search.set('sort', filter.sort);
  if (filter.page !== 1) search.set('page', String(filter.page));
  if (filter.pageSize !== DEFAULT_PAGE_SIZE) search.set('pageSize', String(filter.pageSize));
  return search;
}

export function apiQuery(filter: AgentFilter): AgentListQuery {
  const query: Record<string, unknown> = { ...filter.values };
  if (filter.q) query.q = filter.q;
  if (filter.attributes.length > 0) query.attr = filter.attributes;
  return {
    ...(query as AgentListQuery),
    sort: filter.sort,
    page: filter.page,
    pageSize: filter.pageSize,
  };
}

export function isFiltered(filter: AgentFilter): boolean {
  return filter.q !== '' || filter.attributes.length > 0 || Object.keys(filter.values).length > 0;
}

/** The values of a dimension that are chosen. */
export function chosenValues(filter: AgentFilter, dimension: Dimension): readonly string[] {
  if (!isAttribute(dimension)) return filter.values[dimension] ?? [];
  return filter.attributes
    .filter((pair) => attributeKey(pair) === dimension)
    .map((pair) => pair.slice(dimension.length + 1));
}

/** The key of `key=value`. */
export function attributeKey(pair: string): string {
  return pair.slice(0, pair.indexOf('='));
}

/** Adds `key=value` or takes it away. */
export function toggleAttribute(filter: AgentFilter, pair: string): AgentFilter {
  const attributes = filter.attributes.includes(pair)
    ? filter.attributes.filter((each) => each !== pair)
    : [...filter.attributes, pair];
  return { ...filter, attributes, page: 1 };
}

/** Adds a value to a dimension or takes it away; a new filter starts on its first page. */
export function toggleValue(filter: AgentFilter, dimension: Dimension, value: string): AgentFilter {
  if (isAttribute(dimension)) return toggleAttribute(filter, `${dimension}=${value}`);
  const before = filter.values[dimension] ?? [];
  const after = before.includes(value)
    ? before.filter((each) => each !== value)
    : [...before, value];
  const { [dimension]: _removed, ...others } = filter.values;
  const values = after.length > 0 ? { ...others, [dimension]: after } : others;
  return { ...filter, values, page: 1 };
}

export function withoutFilters(filter: AgentFilter): AgentFilter {
  return { ...filter, q: '', values: {}, attributes: [], page: 1 };
}

/** `site.name=ber` as it is typed into the search field, or undefined for other text. */
export function attributePair(text: string): string | undefined {
  return /^[\w./-]+=.+$/.test(text.trim()) ? text.trim() : undefined;
}
