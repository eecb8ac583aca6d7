import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { queryString } from '../../shared/api/client';
import { agentListQuery, collectorFacetsQuery } from '../../shared/api/queries/agents';
import type { AgentListQuery, Stats } from '../../shared/api/types';
import { agentsLink, countOf } from '../../shared/lib/facets';
import { gitopsProblems, isHeldBack, placedMessage } from '../../shared/lib/gitops';
import { plural } from '../../shared/lib/numbers';
import { sentence } from '../../shared/lib/sentence';
import type { Tone } from '../../shared/lib/status';
import { EmptyState } from '../../shared/ui/EmptyState';
import { Icon } from '../../shared/ui/Icon';
import { Panel } from '../../shared/ui/Panel';
import { toneIcon } from '../../shared/ui/Status';
import styles from './NeedsYou.module.css';

/** How many agents of a group are named. */
const NAMED = 3;

/** Unhealthy agents; those that rejected their configuration are a group of their own. */
const UNHEALTHY: AgentListQuery = {
  health: ['unhealthy'],
  configSync: ['none', 'in_sync', 'pending', 'drift'],
  page: 1,
  pageSize: NAMED,
};

type Item = {
  id: string;
  tone: Tone;
  text: string;
  to: string;
  link: string;
  /** Filter of the agents that are named below the line. */
  agents?: AgentListQuery;
  details?: ReactNode;
};

/**
 * What waits for a person, most urgent first.
 *
 * @param others collectors without a fleet; unhealthy agents besides those that failed
 */
export function itemsOf(stats: Stats, others: { unassigned: number; unhealthy: number }): Item[] {
  const { facets, gitops } = stats;
  const items: Item[] = [];
  const problems = gitopsProblems(gitops);
  if (problems > 0) {
    const first = gitops.issues.find((issue) => issue.severity === 'error');
    const revision = gitops.latestRevision?.slice(0, 7);
    items.push({
      id: 'gitops',
      tone: 'failed',
      text:
        gitops.message !== '' || !isHeldBack(gitops)
          ? 'The Git repository needs attention'
          : `Revision ${revision} is not applied: ${plural(problems, 'error')}`,
      to: '/gitops',
      link: 'Open GitOps',
      details: gitops.message || (first && placedMessage(first)),
    });
  }
  const failed = countOf(facets, 'configSync', 'failed');
  if (failed > 0) {
    items.push({
      id: 'failed',
      tone: 'failed',
      text: `${plural(failed, 'agent')} rejected the configuration`,
      to: agentsLink({ configSync: 'failed' }),
      link: `Show ${failed}`,
      agents: { configSync: ['failed'], page: 1, pageSize: NAMED },
    });
  }
  const { unassigned, unhealthy } = others;
  if (unhealthy > 0) {
    items.push({
      id: 'unhealthy',
      tone: 'failed',
      text: `${plural(unhealthy, 'agent')} ${unhealthy === 1 ? 'is' : 'are'} unhealthy`,
      to: `/agents${queryString({ ...UNHEALTHY, page: undefined, pageSize: undefined })}`,
      link: `Show ${unhealthy}`,
      agents: UNHEALTHY,
    });
  }
  const drift = countOf(facets, 'configSync', 'drift');
  if (drift > 0) {
    items.push({
      id: 'drift',
      tone: 'attention',
      text: `${plural(drift, 'agent')} ${drift === 1 ? 'runs' : 'run'} something else than Git says`,
      to: agentsLink({ configSync: 'drift' }),
      link: `Show ${drift}`,
      agents: { configSync: ['drift'], page: 1, pageSize: NAMED },
    });
  }
  const differing = countOf(facets, 'configProof', 'differs');
  if (differing > 0) {
    items.push({
      id: 'differing',
      tone: 'attention',
      text: `${plural(differing, 'agent')} ${differing === 1 ? 'reports' : 'report'} another configuration than was offered`,
      to: agentsLink({ configProof: 'differs' }),
      link: `Show ${differing}`,
      agents: { configProof: ['differs'], page: 1, pageSize: NAMED },
    });
  }
  if (unassigned > 0) {
    items.push({
      id: 'unassigned',
      tone: 'attention',
      text: `${plural(unassigned, 'collector')} ${unassigned === 1 ? 'belongs' : 'belong'} to no fleet`,
      to: agentsLink({ kind: 'collector', fleet: '' }),
      link: `Show ${unassigned}`,
    });
  }
  const offline = countOf(facets, 'status', 'offline');
  if (offline > 0) {
    items.push({
      id: 'offline',
      tone: 'offline',
      text: `${plural(offline, 'agent')} ${offline === 1 ? 'is' : 'are'} offline`,
      to: agentsLink({ status: 'offline' }),
      link: `Show ${offline}`,
    });
  }
  return items;
}

export function NeedsYou({ stats }: { stats: Stats }) {
  const collectors = useQuery(collectorFacetsQuery).data;
  const unhealthy = useQuery({
    ...agentListQuery(UNHEALTHY),
    enabled: countOf(stats.facets, 'health', 'unhealthy') > 0,
  }).data;
  const items = itemsOf(stats, {
    unassigned: collectors ? countOf(collectors, 'fleet', '') : 0,
    unhealthy: unhealthy?.total ?? 0,
  });
  return (
    <Panel title="Needs you" note={items.length > 0 ? items.length : undefined} flush>
      {items.length === 0 ? (
        <EmptyState icon="checkCircle" title="Nothing waits for you">
          Every agent is online and healthy, and runs what Git says.
        </EmptyState>
      ) : (
        <ul className={styles.items}>
          {items.map((item) => (
            <li key={item.id} className={styles.item} data-tone={item.tone}>
              <Icon name={toneIcon(item.tone)} size={17} className={styles.icon} />
              <div className={styles.text}>
                <p className={styles.title}>{item.text}</p>
                {item.details && <p className={styles.details}>{item.details}</p>}
                {item.agents && <NamedAgents query={item.agents} />}
              </div>
              <Link to={item.to} className={styles.link}>
                {item.link}
                <Icon name="chevronRight" size={12} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** The first agents of a group with their cause. Only an addition: silent while it is not there. */
function NamedAgents({ query }: { query: AgentListQuery }) {
  const agents = useQuery(agentListQuery(query));
  if (!agents.data || agents.data.items.length === 0) return null;
  return (
    <ul className={styles.named}>
      {agents.data.items.map((agent) => (
        <li key={agent.id}>
          <Link to={`/agents/${agent.id}`} title={agent.hostName}>
            {agent.hostName || agent.id}
          </Link>
          {agent.cause && <span title={agent.cause}>{sentence(agent.cause)}</span>}
        </li>
      ))}
    </ul>
  );
}
