import { queryOptions } from '@tanstack/react-query';
import { get } from '../client';
import { markSignedIn, rememberCsrfToken } from '../session';

export const sessionKeys = {
  all: ['session'] as const,
  me: ['session', 'me'] as const,
  options: ['session', 'options'] as const,
};

export const meQuery = queryOptions({
  queryKey: sessionKeys.me,
  queryFn: async ({ signal }) => {
    const me = await get('/me', { signal });
    rememberCsrfToken(me.csrfToken);
    markSignedIn();
    return me;
  },
  staleTime: Number.POSITIVE_INFINITY,
});

export const loginOptionsQuery = queryOptions({
  queryKey: sessionKeys.options,
  queryFn: ({ signal }) => get('/auth/options', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
