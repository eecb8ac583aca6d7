import { useId } from 'react';
import { Link } from 'react-router';
import { sentence } from '../../shared/lib/sentence';
import { connectionStatus, healthStatus } from '../../shared/lib/status';
import { Status } from '../../shared/ui/Status';
import { Time } from '../../shared/ui/Time';
import styles from './AgentCards.module.css';
import type { AgentListProps } from './AgentTable';
import { ConfigMarks } from './ConfigMarks';

const ORDERS = [
  { value: 'hostName', label: 'Host' },
  { value: '-lastSeenAt', label: 'Last seen, newest first' },
  { value: 'lastSeenAt', label: 'Last seen, oldest first' },
  { value: 'configSync', label: 'Configuration' },
  { value: 'health', label: 'Health' },
  { value: 'status', label: 'Connection' },
  { value: 'fleet', label: 'Fleet' },
  { value: '-version', label: 'Version, newest first' },
] as const;

/** The agents on a phone. */
export function AgentCards({ agents, sort, onSort }: AgentListProps) {
  const id = useId();
  const known = ORDERS.some((order) => order.value === sort);
  return (
    <>
      <div className={styles.order}>
        <label htmlFor={id}>Order by</label>
        <select id={id} value={sort} onChange={(event) => onSort(event.target.value)}>
          {!known && <option value={sort}>{sort}</option>}
          {ORDERS.map((order) => (
            <option key={order.value} value={order.value}>
              {order.label}
            </option>
          ))}
        </select>
      </div>
      <ul>
        {agents.map((agent) => (
          <li key={agent.id} className={styles.card}>
            <div className={styles.head}>
              <Link to={`/agents/${agent.id}`} className={styles.name} data-row>
                {agent.hostName || agent.id}
              </Link>
              <span className={styles.seen}>
                <Time at={agent.lastSeenAt} />
              </span>
            </div>
            {agent.cause && <p className={styles.cause}>{sentence(agent.cause)}</p>}
            <div className={styles.marks}>
              <Status status={connectionStatus(agent.status)} variant="quiet" />
              {agent.health !== 'unknown' && (
                <Status status={healthStatus(agent.health)} variant="quiet" />
              )}
              <ConfigMarks agent={agent} />
            </div>
            <p className={styles.where}>
              {[agent.fleet || 'unassigned', agent.version || 'version not reported'].join(' · ')}
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}
