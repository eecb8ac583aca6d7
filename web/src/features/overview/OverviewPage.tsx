import { useQuery } from '@tanstack/react-query';
import { statsQuery } from '../../shared/api/queries/system';
import type { Stats } from '../../shared/api/types';
import { plural } from '../../shared/lib/numbers';
import { GitStrip } from '../../shared/ui/GitStrip';
import { PageHeader } from '../../shared/ui/PageHeader';
import { Panel } from '../../shared/ui/Panel';
import { QueryState, Skeleton } from '../../shared/ui/QueryState';
import { FirstSteps } from './FirstSteps';
import { FleetBars } from './FleetBars';
import { HealthPanel } from './HealthPanel';
import { NeedsYou } from './NeedsYou';
import styles from './OverviewPage.module.css';
import { ServerPanel } from './ServerPanel';
import { VersionPanel } from './VersionPanel';

export default function OverviewPage() {
  const stats = useQuery(statsQuery);
  return (
    <>
      <PageHeader title="Overview" note={stats.data && <Sentence stats={stats.data} />} />
      <QueryState
        query={stats}
        what="the overview"
        skeleton={
          <div className={styles.grid}>
            <div className={styles.wide}>
              <Skeleton height={44} />
            </div>
            <Skeleton height={280} />
            <Skeleton height={280} />
            <Skeleton height={320} />
            <Skeleton height={320} />
          </div>
        }
      >
        {(data) => (data.agents === 0 ? <FirstSteps stats={data} /> : <Dashboard stats={data} />)}
      </QueryState>
    </>
  );
}

function Sentence({ stats }: { stats: Stats }) {
  const fleets = stats.fleets.filter((fleet) => fleet.name !== '').length;
  return (
    <span>
      {plural(stats.agents, 'agent')} in {plural(fleets, 'fleet')}
    </span>
  );
}

function Dashboard({ stats }: { stats: Stats }) {
  return (
    <div className={styles.grid}>
      <div className={styles.wide}>
        <GitStrip status={stats.gitops} />
      </div>
      <div className={styles.column}>
        <NeedsYou stats={stats} />
        <Panel title="Fleets" note="what was offered, and what became of it">
          <FleetBars fleets={stats.fleets} />
        </Panel>
      </div>
      <div className={styles.column}>
        <HealthPanel facets={stats.facets} />
        <VersionPanel />
        <ServerPanel />
      </div>
    </div>
  );
}
