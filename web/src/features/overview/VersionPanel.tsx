import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { collectorFacetsQuery } from '../../shared/api/queries/agents';
import type { AgentFacets } from '../../shared/api/types';
import { agentsLink, valueLabel, valuesOf } from '../../shared/lib/facets';
import { countText } from '../../shared/lib/numbers';
import { compareVersions } from '../../shared/lib/versions';
import { Panel } from '../../shared/ui/Panel';
import { QueryState, Skeleton } from '../../shared/ui/QueryState';
import styles from './VersionPanel.module.css';

const SHOWN = 6;

export function VersionPanel() {
  const facets = useQuery(collectorFacetsQuery);
  return (
    <Panel title="Collector versions">
      <QueryState query={facets} what="the versions" skeleton={<Skeleton lines={3} />}>
        {(data) => <VersionBars facets={data} />}
      </QueryState>
    </Panel>
  );
}

/** The newest versions with their counts; what is older is one row. */
function VersionBars({ facets }: { facets: AgentFacets }) {
  const all = [...valuesOf(facets, 'version')].sort((a, b) => compareVersions(b.value, a.value));
  const shown = all.length > SHOWN ? all.slice(0, SHOWN - 1) : all;
  const older = all.slice(shown.length);
  const rest = older.reduce((sum, { count }) => sum + count, 0);
  const largest = Math.max(1, rest, ...shown.map(({ count }) => count));
  if (all.length === 0) return <p className={styles.none}>No collector reported a version yet.</p>;
  return (
    <ul className={styles.versions}>
      {shown.map(({ value, count }) => (
        <li key={value}>
          <Link to={agentsLink({ kind: 'collector', version: value })} className={styles.row}>
            <Bar name={valueLabel('version', value)} count={count} largest={largest} />
          </Link>
        </li>
      ))}
      {rest > 0 && (
        <li className={styles.row}>
          <Bar name={`older (${older.length})`} count={rest} largest={largest} />
        </li>
      )}
    </ul>
  );
}

function Bar({ name, count, largest }: { name: string; count: number; largest: number }) {
  return (
    <>
      <span className={styles.name}>{name}</span>
      <span className={styles.track} aria-hidden="true">
        <span className={styles.bar} style={{ width: `${(count / largest) * 100}%` }} />
      </span>
      <span className={styles.count}>{countText(count)}</span>
    </>
  );
}
