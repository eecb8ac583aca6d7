import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../shared/api/problem';

const RETRIES = 2;

/** Trying again helps against a network or a server that is away, not against a refusal. */
export function worthRetrying(failures: number, error: Error): boolean {
  if (!(error instanceof ApiError)) return false;
  const passing = error.status === 0 || error.status === 502 || error.status === 503;
  return passing && failures < RETRIES;
}

export function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Events say what is old; this is for pages that are opened again after a while.
        staleTime: 10_000,
        retry: worthRetrying,
        refetchOnWindowFocus: false,
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}
