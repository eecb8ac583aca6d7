import { queryOptions } from '@tanstack/react-query';
import { get } from '../client';

export const fleetKeys = {
  all: ['fleets'] as const,
  list: ['fleets', 'list'] as const,
  one: (name: string) => ['fleets', 'one', name] as const,
};

export const fleetListQuery = queryOptions({
  queryKey: fleetKeys.list,
  queryFn: ({ signal }) => get('/fleets', { signal }),
});

export function fleetQuery(name: string) {
  return queryOptions({
    queryKey: fleetKeys.one(name),
    queryFn: ({ signal }) => get('/fleets/{name}', { path: { name }, signal }),
  });
}
