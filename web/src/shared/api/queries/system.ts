import { queryOptions } from '@tanstack/react-query';
import { get } from '../client';

export const systemKeys = {
  stats: ['stats'] as const,
  info: ['system', 'info'] as const,
};

export const statsQuery = queryOptions({
  queryKey: systemKeys.stats,
  queryFn: ({ signal }) => get('/stats', { signal }),
});

export const systemInfoQuery = queryOptions({
  queryKey: systemKeys.info,
  queryFn: ({ signal }) => get('/system/info', { signal }),
  staleTime: 60_000,
});
