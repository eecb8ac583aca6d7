import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { asApiError } from '../../shared/api/problem';
import { agentQuery } from '../../shared/api/queries/agents';
import type { AgentDetail } from '../../shared/api/types';
import {
  connectionStatus,
  healthStatus,
  type StatusWord,
  syncStatus,
} from '../../shared/lib/status';
import { EmptyState } from '../../shared/ui/EmptyState';
import { ErrorBoundary } from '../../shared/ui/ErrorBoundary';
import { Hash } from '../../shared/ui/Hash';
import { Icon } from '../../shared/ui/Icon';
import { lazyPage } from '../../shared/ui/lazyPage';
import { PageHeader } from '../../shared/ui/PageHeader';
import { QueryState, Skeleton } from '../../shared/ui/QueryState';
import { Status } from '../../shared/ui/Status';
import { Tabs } from '../../shared/ui/Tabs';
import { AgentActions } from './AgentActions';
import styles from './AgentPage.module.css';
import { CauseLine } from './CauseLine';
import { ComponentsPanel } from './ComponentsPanel';
import { EventsPanel } from './EventsPanel';
import { SummaryTab } from './SummaryTab';

const ConfigTab = lazyPage(() => import('./ConfigTab'));

const TABS = ['summary', 'config', 'events', 'components'] as const;
type Tab = (typeof TABS)[number];

export default function AgentPage() {
  const { id = '' } = useParams();
  const agent = useQuery(agentQuery(id));
  const gone = agent.isError && asApiError(agent.error).status === 404;
  return (
    <>
      <nav className={styles.path} aria-label="Breadcrumb">
        <Link to="/agents">Agents</Link>
        <Icon name="chevronRight" size={12} />
      </nav>
      {gone ? (
        <>
          <PageHeader title="Agent not found" />
          <EmptyState
            icon="search"
            title="There is no agent with this id"
            action={<Link to="/agents">All agents</Link>}
          >
            It may have been removed. <code>{id}</code>
          </EmptyState>
        </>
      ) : (
        <QueryState query={agent} what="this agent" skeleton={<Skeleton lines={9} />}>
          {(data) => <Agent agent={data} />}
        </QueryState>
      )}
    </>
  );
}

function Agent({ agent }: { agent: AgentDetail }) {
  const { summary } = agent;
  const [search] = useSearchParams();
  const tab: Tab = TABS.find((each) => each === search.get('tab')) ?? 'summary';
  const base = `/agents/${summary.id}`;
  const components = Object.values(agent.components ?? {}).reduce(
    (sum, types) => sum + types.length,
    0,
  );
  return (
    <>
      <PageHeader
        title={summary.hostName || summary.id}
        marks={
          <>
            <Status status={connectionStatus(summary.status)} variant="pill" />
            {summary.health !== 'unknown' && (
              <Status status={healthStatus(summary.health)} variant="pill" />
            )}
            {summary.configSync !== 'none' && (
              <Status status={configMark(summary.configSync)} variant="pill" />
            )}
            {summary.configProof === 'differs' && (
              <Status status={{ tone: 'attention', word: 'Runs another config' }} variant="pill" />
            )}
            {agent.identityConflict?.quarantined && (
              <Status status={{ tone: 'attention', word: 'Quarantined' }} variant="pill" />
            )}
          </>
        }
        note={
          <>
            <span>
              {summary.kind} · {summary.serviceName || 'no service name'}{' '}
              {summary.version || '(version not reported)'}
            </span>
            {summary.fleet && (
              <span>
                fleet{' '}
                <Link to={`/fleets/${encodeURIComponent(summary.fleet)}`}>{summary.fleet}</Link>
              </span>
            )}
            <span className={styles.id}>
              id <Hash value={summary.id} what="agent id" />
            </span>
          </>
        }
        actions={<AgentActions agent={agent} />}
      />
      <CauseLine agent={agent} />
      <Tabs
        label="Views of the agent"
        current={tab}
        tabs={[
          { id: 'summary', label: 'Summary', to: base },
          { id: 'config', label: 'Configuration', to: `${base}?tab=config` },
          { id: 'events', label: 'Events', to: `${base}?tab=events` },
          {
            id: 'components',
            label: 'Components',
            to: `${base}?tab=components`,
            count: components > 0 ? components : undefined,
          },
        ]}
      />
      <ErrorBoundary key={tab}>
        <TabContent tab={tab} agent={agent} />
      </ErrorBoundary>
    </>
  );
}

/** Beside the other marks "failed" alone would not say what failed. */
function configMark(sync: AgentDetail['config']['sync']): StatusWord {
  const { tone, word } = syncStatus(sync);
  return { tone, word: sync === 'in_sync' ? word : `Config ${word.toLowerCase()}` };
}

function TabContent({ tab, agent }: { tab: Tab; agent: AgentDetail }) {
  switch (tab) {
    case 'summary':
      return <SummaryTab agent={agent} />;
    case 'config':
      return (
        <Suspense fallback={<Skeleton lines={9} />}>
          <ConfigTab agent={agent} />
        </Suspense>
      );
    case 'events':
      return <EventsPanel id={agent.summary.id} />;
    case 'components':
      return <ComponentsPanel agent={agent} />;
  }
}
