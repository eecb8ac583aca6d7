import { Link } from 'react-router';
import type { FleetStats } from '../../shared/api/types';
import { agentsLink, segmentsOf } from '../../shared/lib/facets';
import { plural } from '../../shared/lib/numbers';
import { EmptyState } from '../../shared/ui/EmptyState';
import { SplitBar } from '../../shared/ui/SplitBar';
import styles from './FleetBars.module.css';

/** The fleets in which something is not in sync come first. */
function unsettled(fleet: FleetStats): number {
  return fleet.sync.reduce((sum, { value, count }) => sum + (value === 'in_sync' ? 0 : count), 0);
}

export function FleetBars({ fleets }: { fleets: readonly FleetStats[] }) {
  if (fleets.every((fleet) => fleet.name === '')) {
    return (
      <EmptyState icon="fleets" title="No fleet yet">
        A fleet in the Git repository says which agents get which configuration.
      </EmptyState>
    );
  }
  const ordered = [...fleets].sort(
    (a, b) => unsettled(b) - unsettled(a) || a.name.localeCompare(b.name),
  );
  return (
    <ul className={styles.fleets}>
      {ordered.map((fleet) => (
        <li key={fleet.name} className={styles.fleet}>
          <div className={styles.head}>
            {fleet.name === '' ? (
              <Link to={agentsLink({ fleet: '' })} className={styles.unassigned}>
                Unassigned
              </Link>
            ) : (
              <Link to={`/fleets/${encodeURIComponent(fleet.name)}`}>{fleet.name}</Link>
            )}
            <span>{plural(fleet.members, 'agent')}</span>
          </div>
          <SplitBar
            label={`Configuration of ${fleet.name || 'unassigned agents'}`}
            segments={segmentsOf('configSync', fleet.sync, { fleet: fleet.name })}
          />
        </li>
      ))}
    </ul>
  );
}
