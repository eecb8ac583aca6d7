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
  return (
    <nav aria-label={label} className={styles.tabs}>
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
