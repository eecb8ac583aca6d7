import { queryOptions } from '@tanstack/react-query';
import { get } from '../client';

export const gitopsKeys = {
  all: ['gitops'] as const,
  status: ['gitops', 'status'] as const,
  syncs: ['gitops', 'syncs'] as const,
};

export const gitopsStatusQuery = queryOptions({
  queryKey: gitopsKeys.status,
  queryFn: ({ signal }) => get('/gitops/status', { signal }),
});

export const gitopsSyncsQuery = queryOptions({
  queryKey: gitopsKeys.syncs,
  queryFn: ({ signal }) => get('/gitops/syncs', { signal }),
});
