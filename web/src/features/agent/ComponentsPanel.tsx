import type { AgentDetail } from '../../shared/api/types';
import { EmptyState } from '../../shared/ui/EmptyState';
import { Panel } from '../../shared/ui/Panel';
import styles from './ComponentsPanel.module.css';

const ORDER = ['receivers', 'processors', 'exporters', 'connectors', 'extensions'];

function place(kind: string): number {
  const index = ORDER.indexOf(kind);
  return index < 0 ? ORDER.length : index;
}

/** What is built into the collector: a configuration can use these and no others. */
export function ComponentsPanel({ agent }: { agent: AgentDetail }) {
  const kinds = Object.entries(agent.components ?? {}).sort(
    ([a], [b]) => place(a) - place(b) || a.localeCompare(b),
  );
  if (kinds.length === 0) {
    return (
      <Panel title="Components">
        <EmptyState icon="plug" title="The components are not known">
          {agent.capabilities.includes('ReportsAvailableComponents')
            ? 'The agent can report what is built into it and has not done so yet.'
            : 'The agent does not have the capability ReportsAvailableComponents.'}
        </EmptyState>
      </Panel>
    );
  }
  return (
    <div className={styles.kinds}>
      {kinds.map(([kind, types]) => (
        <Panel key={kind} title={kind[0]?.toUpperCase() + kind.slice(1)} note={types.length}>
          <ul className={styles.types}>
            {[...types].sort().map((type) => (
              <li key={type}>{type}</li>
            ))}
          </ul>
        </Panel>
      ))}
    </div>
  );
}
