import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { asApiError } from '../shared/api/problem';
import { meQuery } from '../shared/api/queries/session';
import { ErrorNotice } from '../shared/ui/ErrorNotice';
import styles from './RequireSession.module.css';

/** Shows its children to people who are signed in, and the way to sign in to the others. */
export function RequireSession({ children }: { children: ReactNode }) {
  const me = useQuery(meQuery);
  const { pathname, search } = useLocation();
  if (me.data) return children;
  if (me.isPending) return null;
  const error = asApiError(me.error);
  if (error.status === 401) {
    const back = `${pathname}${search}`;
    const target = back === '/' ? '/login' : `/login?return=${encodeURIComponent(back)}`;
    return <Navigate to={target} replace />;
  }
  return (
    <main className={styles.failed}>
      <h1>myriarch</h1>
      <ErrorNotice error={error} onRetry={() => void me.refetch()} />
    </main>
  );
}
