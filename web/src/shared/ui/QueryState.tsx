import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { asApiError } from '../api/problem';
import { NotPermitted } from './EmptyState';
import { ErrorNotice } from './ErrorNotice';
import { Icon } from './Icon';
import styles from './QueryState.module.css';

/**
 * The states of a query: its skeleton, its error, or its data. Data that could not be read again
 * stays, with a line that says so.
 */
export function QueryState<T>({
  query,
  what,
  skeleton,
  children,
}: {
  query: UseQueryResult<T, Error>;
  /** For the sentence "You may not see …". */
  what: string;
  skeleton: ReactNode;
  children: (data: T) => ReactNode;
}) {
  if (query.data !== undefined) {
    return (
      <>
        {query.isError && (
          <p className={styles.stale} role="status">
            <Icon name="warning" size={14} />
            Could not be read again ({asApiError(query.error).message}). What you see is older.{' '}
            <button type="button" onClick={() => void query.refetch()}>
              Try again
            </button>
          </p>
        )}
        {children(query.data)}
      </>
    );
  }
  if (query.isError) {
    const error = asApiError(query.error);
    if (error.status === 403) return <NotPermitted what={what} />;
    return <ErrorNotice error={error} onRetry={() => void query.refetch()} />;
  }
  return (
    <div className={styles.skeleton} aria-busy="true">
      <span className="visually-hidden">Loading {what}</span>
      <div aria-hidden="true">{skeleton}</div>
    </div>
  );
}

/** Grey bars in the place of text. */
export function Skeleton({ lines = 3, height }: { lines?: number; height?: number }) {
  if (height !== undefined) return <div className={styles.block} style={{ height }} />;
  return (
    <div className={styles.lines}>
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars have no identity
        <div key={index} className={styles.line} />
      ))}
    </div>
  );
}
