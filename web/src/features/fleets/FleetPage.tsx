import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { asApiError } from '../../shared/api/problem';
import { agentListQuery } from '../../shared/api/queries/agents';
import { fleetQuery } from '../../shared/api/queries/fleets';
import { gitopsStatusQuery } from '../../shared/api/queries/gitops';
import type { Fleet } from '../../shared/api/types';
import { agentsLink, segmentsOf } from '../../shared/lib/facets';
import { plural } from '../../shared/lib/numbers';
import { sentence } from '../../shared/lib/sentence';
import { EmptyState } from '../../shared/ui/EmptyState';
import { Fact, Facts } from '../../shared/ui/Facts';
import { FileLink } from '../../shared/ui/FileLink';
import { Icon } from '../../shared/ui/Icon';
import { PageHeader } from '../../shared/ui/PageHeader';
import { Panel } from '../../shared/ui/Panel';
import { QueryState, Skeleton } from '../../shared/ui/QueryState';
import { SplitBar } from '../../shared/ui/SplitBar';
import styles from './FleetPage.module.css';

/** Agents that are named; the list has the rest. */
const NAMED = 8;

export default function FleetPage() {
  const { name = '' } = useParams();
  const fleet = useQuery(fleetQuery(name));
  const gone = fleet.isError && asApiError(fleet.error).status === 404;
  return (
    <>
      <nav className={styles.path} aria-label="Breadcrumb">
        <Link to="/fleets">Fleets</Link>
        <Icon name="chevronRight" size={12} />
      </nav>
      <PageHeader
        title={name}
        note={fleet.data?.description || fleet.data?.displayName || (gone ? 'not found' : ' ')}
      />
      {gone ? (
        <EmptyState
          icon="search"
          title="The applied revision declares no fleet of this name"
          action={<Link to="/fleets">All fleets</Link>}
        />
      ) : (
        <QueryState query={fleet} what="this fleet" skeleton={<Skeleton lines={6} />}>
          {(data) => <FleetView fleet={data} />}
        </QueryState>
      )}
    </>
  );
}

function FleetView({ fleet }: { fleet: Fleet }) {
  const gitops = useQuery(gitopsStatusQuery);
  return (
    <div className={styles.grid}>
      <Panel
        title="Agents"
        note={plural(fleet.members, 'agent')}
        actions={<Link to={agentsLink({ fleet: fleet.name })}>Show all</Link>}
      >
        {fleet.members === 0 ? (
          <EmptyState icon="agents" title="No agent matches the selector now" />
        ) : (
          <>
            <SplitBar
              label={`Configuration of ${fleet.name}`}
              segments={segmentsOf('configSync', fleet.sync, { fleet: fleet.name })}
            />
            <NotInSync fleet={fleet.name} />
          </>
        )}
      </Panel>
      <Panel title="Declared in Git">
        <Facts>
          <Fact name="Selects">
            {fleet.selector.length > 0 ? (
              <ul>
                {fleet.selector.map((condition) => (
                  <li key={condition}>{condition}</li>
                ))}
              </ul>
            ) : (
              'every collector'
            )}
          </Fact>
          <Fact name="Priority">{fleet.priority}</Fact>
          <Fact name="Blueprint">{fleet.blueprint}</Fact>
          <Fact name="Distribution">{fleet.distribution ?? 'not managed'}</Fact>
          <Fact name="Version">{fleet.version ?? 'not managed'}</Fact>
          <Fact name="File">
            <FileLink
              source={gitops.data?.source ?? ''}
              revision={gitops.data?.appliedRevision}
              file={fleet.file}
              line={fleet.line}
            />
          </Fact>
        </Facts>
      </Panel>
    </div>
  );
}

/** The agents of the fleet that keep it from being converged. */
function NotInSync({ fleet }: { fleet: string }) {
  const agents = useQuery(
    agentListQuery({
      fleet: [fleet],
      configSync: ['failed', 'drift', 'pending'],
      sort: 'configSync',
      page: 1,
      pageSize: NAMED,
    }),
  );
  return (
    <QueryState query={agents} what="the agents" skeleton={<Skeleton lines={3} />}>
      {({ items, total }) =>
        items.length === 0 ? (
          <p className={styles.converged}>
            <Icon name="checkCircle" /> Every agent of the fleet runs what Git declares.
          </p>
        ) : (
          <ul className={styles.agents}>
            {items.map((agent) => (
              <li key={agent.id}>
                <Link to={`/agents/${agent.id}`} data-row>
                  {agent.hostName || agent.id}
                </Link>
                <span>{agent.cause && sentence(agent.cause)}</span>
              </li>
            ))}
            {total > items.length && <li>and {plural(total - items.length, 'more agent')}</li>}
          </ul>
        )
      }
    </QueryState>
  );
}
