import type { ReactNode } from 'react';
import styles from './Facts.module.css';

/** Names and values. A value that is not known says so instead of leaving a gap. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>;
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  const known = children !== undefined && children !== null && children !== '';
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{known ? children : <span className={styles.unknown}>not reported</span>}</dd>
    </div>
  );
}
