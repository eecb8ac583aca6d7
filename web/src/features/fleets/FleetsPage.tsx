import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { collectorFacetsQuery } from '../../shared/api/queries/agents';
import { fleetListQuery } from '../../shared/api/queries/fleets';
import type { Fleet } from '../../shared/api/types';
import { agentsLink, countOf, segmentsOf } from '../../shared/lib/facets';
import { countText, plural } from '../../shared/lib/numbers';
import { PHONE, useMediaQuery } from '../../shared/lib/useMediaQuery';
import { Icon } from '../../shared/ui/Icon';
import { PageHeader } from '../../shared/ui/PageHeader';
import { Panel } from '../../shared/ui/Panel';
import { QueryState, Skeleton } from '../../shared/ui/QueryState';
import { ScrollArea } from '../../shared/ui/ScrollArea';
import { SplitBar } from '../../shared/ui/SplitBar';
import table from '../../shared/ui/table.module.css';
import { FleetCards } from './FleetCards';
import styles from './FleetsPage.module.css';
import { NoFleets } from './NoFleets';

export default function FleetsPage() {
  const fleets = useQuery(fleetListQuery);
  const phone = useMediaQuery(PHONE);
  const count = fleets.data?.items.length;
  return (
    <>
      <PageHeader title="Fleets" note={count === undefined ? ' ' : plural(count, 'fleet')} />
      <Unassigned />
      <QueryState query={fleets} what="the fleets" skeleton={<Skeleton lines={6} />}>
        {({ items }) => {
          if (items.length === 0) return <NoFleets />;
          return (
            <Panel title="All fleets" note="by name" flush>
              {phone ? <FleetCards fleets={items} /> : <FleetTable fleets={items} />}
            </Panel>
          );
        }}
      </QueryState>
    </>
  );
}

/** Collectors that no fleet takes get nothing: said above everything else. */
function Unassigned() {
  const collectors = useQuery(collectorFacetsQuery).data;
  const count = collectors ? countOf(collectors, 'fleet', '') : 0;
  if (count === 0) return null;
  return (
    <p className={styles.unassigned}>
      <Icon name="warning" />
      <span>
        <strong>
          {plural(count, 'collector')} {count === 1 ? 'belongs' : 'belong'} to no fleet
        </strong>{' '}
        and {count === 1 ? 'gets' : 'get'} no configuration. Each says why on its page.
      </span>
      <Link to={agentsLink({ kind: 'collector', fleet: '' })}>Show {countText(count)}</Link>
    </p>
  );
}

function FleetTable({ fleets }: { fleets: readonly Fleet[] }) {
  return (
    <ScrollArea label="Table of fleets">
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">Fleet</th>
            <th scope="col">Selects</th>
            <th scope="col" className={table.number}>
              Agents
            </th>
            <th scope="col" className={styles.syncColumn}>
              Configuration
            </th>
            <th scope="col">Blueprint</th>
            <th scope="col">Version</th>
            <th scope="col" className={table.number}>
              Priority
            </th>
          </tr>
        </thead>
        <tbody>
          {fleets.map((fleet) => (
            <tr key={fleet.name} className={styles.row}>
              <th scope="row">
                <Link
                  to={`/fleets/${encodeURIComponent(fleet.name)}`}
                  className={styles.name}
                  data-row
                >
                  {fleet.name}
                </Link>
                {(fleet.description || fleet.displayName) && (
                  <span className={styles.description}>
                    {fleet.description || fleet.displayName}
                  </span>
                )}
              </th>
              <td className={styles.selector}>
                <Conditions selector={fleet.selector} />
              </td>
              <td className={table.number}>
                <Link to={agentsLink({ fleet: fleet.name })} className={styles.over}>
                  {countText(fleet.members)}
                </Link>
              </td>
              <td>
                <div className={styles.sync}>
                  {fleet.members > 0 ? (
                    <SplitBar
                      label={`Configuration of ${fleet.name}`}
                      segments={segmentsOf('configSync', fleet.sync, { fleet: fleet.name })}
                    />
                  ) : (
                    <span className={styles.muted}>no agents</span>
                  )}
                </div>
              </td>
              <td>{fleet.blueprint}</td>
              <td>{fleet.version ?? <span className={styles.muted}>not managed</span>}</td>
              <td className={table.number}>{fleet.priority}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

function Conditions({ selector }: { selector: readonly string[] }) {
  if (selector.length === 0) return <span className={styles.muted}>every collector</span>;
  return (
    <ul>
      {selector.map((condition) => (
        <li key={condition}>{condition}</li>
      ))}
    </ul>
  );
}
