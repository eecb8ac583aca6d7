import { type ReactNode, useId } from 'react';
import { classNames } from '../lib/classNames';
import { ErrorBoundary } from './ErrorBoundary';
import styles from './Panel.module.css';

/** A titled part of a page. What fails inside it leaves the rest of the page alone. */
export function Panel({
  title,
  note,
  actions,
  flush = false,
  className,
  children,
}: {
  title: string;
  note?: ReactNode;
  actions?: ReactNode;
  /** Without padding, for tables. */
  flush?: boolean;
  className?: string | undefined;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={classNames(styles.panel, className)} aria-labelledby={id}>
      <header className={styles.header}>
        <h2 id={id}>{title}</h2>
        {note && <span className={styles.note}>{note}</span>}
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      <div className={flush ? styles.flush : styles.body}>
        <ErrorBoundary>{children}</ErrorBoundary>
      </div>
    </section>
  );
}
