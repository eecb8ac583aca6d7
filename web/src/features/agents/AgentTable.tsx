import { Link } from 'react-router';
import type { AgentSummary } from '../../shared/api/types';
import { classNames } from '../../shared/lib/classNames';
import { agentsLink } from '../../shared/lib/facets';
import { sentence } from '../../shared/lib/sentence';
import { connectionStatus, healthStatus } from '../../shared/lib/status';
import { ScrollArea } from '../../shared/ui/ScrollArea';
import { SortHeader } from '../../shared/ui/SortHeader';
import { Status } from '../../shared/ui/Status';
import { Time } from '../../shared/ui/Time';
import table from '../../shared/ui/table.module.css';
import styles from './AgentTable.module.css';
import { ConfigMarks } from './ConfigMarks';
import type { SortField } from './filter';

const COLUMNS: readonly { field: SortField; label: string; className?: string | undefined }[] = [
  { field: 'hostName', label: 'Host' },
  { field: 'status', label: 'Connection' },
  { field: 'health', label: 'Health' },
  { field: 'configSync', label: 'Configuration' },
  { field: 'fleet', label: 'Fleet' },
  { field: 'version', label: 'Version' },
  { field: 'lastSeenAt', label: 'Last seen', className: styles.seen },
];

export type AgentListProps = {
  agents: readonly AgentSummary[];
  sort: string;
  onSort: (sort: string) => void;
};

export function AgentTable({ agents, sort, onSort }: AgentListProps) {
  return (
    <ScrollArea label="Table of agents">
      <table className={classNames(table.table, styles.agents)}>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <SortHeader key={column.field} {...column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {agents.map((agent) => (
            <AgentRow key={agent.id} agent={agent} />
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

function AgentRow({ agent }: { agent: AgentSummary }) {
  return (
    <tr className={styles.row}>
      <th scope="row" className={styles.host}>
        <Link to={`/agents/${agent.id}`} className={styles.name} title={agent.hostName} data-row>
          {agent.hostName || agent.id}
        </Link>
        {agent.kind !== 'collector' && <span className={styles.kind}>{agent.kind}</span>}
        {agent.cause && (
          <span className={styles.cause} title={agent.cause}>
            {sentence(agent.cause)}
          </span>
        )}
      </th>
      <td>
        <Status status={connectionStatus(agent.status)} variant="quiet" />
      </td>
      <td>
        <Status status={healthStatus(agent.health)} variant="quiet" />
      </td>
      <td>
        <ConfigMarks agent={agent} />
      </td>
      <td className={styles.over}>
        {agent.fleet ? (
          <Link to={agentsLink({ fleet: agent.fleet })} className={styles.fleet}>
            {agent.fleet}
          </Link>
        ) : (
          <span className={styles.none}>unassigned</span>
        )}
      </td>
      <td>
        {agent.version ? (
          <span className={styles.version} title={agent.version}>
            {agent.version}
          </span>
        ) : (
          <span className={styles.none}>not reported</span>
        )}
      </td>
      <td className={styles.seen}>
        <Time at={agent.lastSeenAt} />
      </td>
    </tr>
  );
}
