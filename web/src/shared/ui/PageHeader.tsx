import { type ReactNode, useEffect, useRef } from 'react';
import { useHeadingFocus } from '../lib/headingFocus';
import styles from './PageHeader.module.css';

/** Head of a page. Its h1 takes the focus after a change of route and names the browser tab. */
export function PageHeader({
  title,
  documentTitle = title,
  note,
  marks,
  actions,
}: {
  title: string;
  documentTitle?: string;
  note?: ReactNode;
  marks?: ReactNode;
  actions?: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useHeadingFocus(heading);
  useEffect(() => {
    document.title = `${documentTitle} · myriarch`;
  }, [documentTitle]);
  return (
    <header className={styles.header}>
      <div className={styles.titles}>
        <div className={styles.line}>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {marks}
        </div>
        {note && <div className={styles.note}>{note}</div>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}
