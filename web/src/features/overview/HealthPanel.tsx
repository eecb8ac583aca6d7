import { Link } from 'react-router';
import type { AgentFacets } from '../../shared/api/types';
import { segmentsOf, valuesOf } from '../../shared/lib/facets';
import { countText, percentText } from '../../shared/lib/numbers';
import { Donut } from '../../shared/ui/Donut';
import { Panel } from '../../shared/ui/Panel';
import { SplitBar } from '../../shared/ui/SplitBar';
import { Status } from '../../shared/ui/Status';
import styles from './HealthPanel.module.css';

export function HealthPanel({ facets }: { facets: AgentFacets }) {
  const health = segmentsOf('health', valuesOf(facets, 'health'));
  const total = health.reduce((sum, segment) => sum + segment.count, 0);
  return (
    <Panel title="Health">
      <div className={styles.health}>
        <Donut
          slices={health}
          label="Health of all agents"
          unit={total === 1 ? 'agent' : 'agents'}
        />
        <ul className={styles.legend}>
          {health.map((segment) => (
            <li key={segment.word}>
              <Link to={segment.to ?? '/agents'} className={styles.row}>
                <Status status={segment} variant="quiet" />
                <span className={styles.count}>{countText(segment.count)}</span>
                <span className={styles.percent}>{percentText(segment.count, total)}</span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
      <div className={styles.connection}>
        <h3>Connection</h3>
        <SplitBar label="Connection" segments={segmentsOf('status', valuesOf(facets, 'status'))} />
      </div>
    </Panel>
  );
}
