import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import styles from './Tabs.module.css';

/** Views of one page as links: each has an address of its own. */
export function Tabs<T extends string>({
  label,
  current,
  tabs,
}: {
  label: string;
  current: T;
  tabs: readonly { id: T; label: string; to: string; count?: number | undefined }[];
}) {
  const bar = useRef<HTMLElement>(null);
  // On a phone they may not all fit: the current one is in sight, also when an address begins there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the mark of the current one moves
  useEffect(() => {
    const tab = bar.current?.querySelector<HTMLElement>('[aria-current]');
    if (!bar.current || !tab) return;
    const end = tab.offsetLeft + tab.offsetWidth;
    if (end > bar.current.scrollLeft + bar.current.clientWidth) {
      bar.current.scrollLeft = end - bar.current.clientWidth;
    } else if (tab.offsetLeft < bar.current.scrollLeft) {
      bar.current.scrollLeft = tab.offsetLeft;
    }
  }, [current]);
  return (
    <nav aria-label={label} className={styles.tabs} ref={bar}>
      {tabs.map((tab) => (
        <Link
          key={tab.id}
          to={tab.to}
          preventScrollReset
          aria-current={tab.id === current ? 'page' : undefined}
          className={styles.tab}
        >
          {tab.label}
          {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}
        </Link>
      ))}
    </nav>
  );
}
