import type { AgentDetail } from '../../shared/api/types';
import { EmptyState } from '../../shared/ui/EmptyState';
import { Panel } from '../../shared/ui/Panel';
import { Status } from '../../shared/ui/Status';
import { Time } from '../../shared/ui/Time';
import styles from './HealthTree.module.css';
import { type HealthNode, isSick, readHealth, statusWord } from './health';

export function HealthTree({ agent }: { agent: AgentDetail }) {
  const { health, connection, summary } = agent;
  if (!health) {
    return (
      <Panel title="Health">
        <EmptyState icon="heart" title="No health was reported">
          {agent.capabilities.includes('ReportsHealth')
            ? 'The agent can report its health and has not done so yet.'
            : 'The agent does not have the capability ReportsHealth.'}
        </EmptyState>
      </Panel>
    );
  }
  const root = readHealth(summary.serviceName || 'agent', health.tree);
  return (
    <Panel
      title="Health"
      note={
        <>
          {connection.online ? 'reported' : 'before it went offline, reported'}{' '}
          <Time at={health.at} />
        </>
      }
    >
      <ul className={styles.tree}>
        <Node node={root} open />
      </ul>
    </Panel>
  );
}

function Node({ node, open = false }: { node: HealthNode; open?: boolean }) {
  if (node.children.length === 0) {
    return (
      <li className={styles.leaf}>
        <Head node={node} />
      </li>
    );
  }
  return (
    <li>
      <details open={open || isSick(node)}>
        <summary>
          <Head node={node} />
        </summary>
        <ul>
          {node.children.map((child) => (
            <Node key={child.name} node={child} />
          ))}
        </ul>
      </details>
    </li>
  );
}

function Head({ node }: { node: HealthNode }) {
  const tone = node.healthy === undefined ? 'unknown' : node.healthy ? 'ok' : 'failed';
  return (
    <span className={styles.node}>
      <span className={styles.name}>{node.name}</span>
      <Status status={{ tone, word: statusWord(node) }} variant="quiet" />
      {node.lastError && <span className={styles.error}>{node.lastError}</span>}
    </span>
  );
}
