import { Link } from 'react-router';
import type { Fleet } from '../../shared/api/types';
import { segmentsOf } from '../../shared/lib/facets';
import { plural } from '../../shared/lib/numbers';
import { SplitBar } from '../../shared/ui/SplitBar';
import styles from './FleetCards.module.css';

/** The fleets on a phone. */
export function FleetCards({ fleets }: { fleets: readonly Fleet[] }) {
  return (
    <ul>
      {fleets.map((fleet) => (
        <li key={fleet.name} className={styles.card}>
          <div className={styles.head}>
            <Link to={`/fleets/${encodeURIComponent(fleet.name)}`} data-row>
              {fleet.name}
            </Link>
            <span>{plural(fleet.members, 'agent')}</span>
          </div>
          {fleet.members > 0 && (
            <SplitBar
              label={`Configuration of ${fleet.name}`}
              segments={segmentsOf('configSync', fleet.sync, { fleet: fleet.name })}
            />
          )}
          <p>
            {fleet.blueprint} · {fleet.version ?? 'version not managed'}
          </p>
        </li>
      ))}
    </ul>
  );
}
