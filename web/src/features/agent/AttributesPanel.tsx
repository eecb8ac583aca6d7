import { useId, useState } from 'react';
import { Link } from 'react-router';
import type { AgentDetail } from '../../shared/api/types';
import { EmptyState } from '../../shared/ui/EmptyState';
import { Panel } from '../../shared/ui/Panel';
import { ScrollArea } from '../../shared/ui/ScrollArea';
import table from '../../shared/ui/table.module.css';
import styles from './AttributesPanel.module.css';

type Attribute = { key: string; value: string; source: 'identifying' | 'reported' | 'label' };

/** From this number on a filter is worth its place. */
const MANY = 12;

/** The attributes as selectors and templates see them; labels come from the server. */
export function attributesOf(agent: AgentDetail): Attribute[] {
  const all = new Map<string, Attribute>();
  for (const [key, value] of Object.entries(agent.nonIdentifyingAttributes)) {
    all.set(key, { key, value, source: 'reported' });
  }
  for (const [key, value] of Object.entries(agent.identifyingAttributes)) {
    all.set(key, { key, value, source: 'identifying' });
  }
  for (const [name, value] of Object.entries(agent.labels)) {
    const key = `labels.${name}`;
    all.set(key, { key, value, source: 'label' });
  }
  return [...all.values()].sort((a, b) => a.key.localeCompare(b.key));
}

export function AttributesPanel({ agent }: { agent: AgentDetail }) {
  const id = useId();
  const [text, setText] = useState('');
  const all = attributesOf(agent);
  const wanted = text.trim().toLowerCase();
  const shown = all.filter(({ key, value }) => `${key}=${value}`.toLowerCase().includes(wanted));
  return (
    <Panel
      title="Attributes"
      note={all.length}
      flush
      actions={
        all.length > MANY && (
          <>
            <label htmlFor={id} className="visually-hidden">
              Filter attributes
            </label>
            <input
              id={id}
              type="search"
              className={styles.filter}
              placeholder="Filter"
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          </>
        )
      }
    >
      {all.length === 0 ? (
        <EmptyState icon="file" title="The agent has not described itself" />
      ) : (
        <ScrollArea label="Attributes of the agent">
          <table className={table.table}>
            <thead>
              <tr>
                <th scope="col">Key</th>
                <th scope="col">Value</th>
                <th scope="col" className={styles.source}>
                  Source
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map(({ key, value, source }) => (
                <tr key={key}>
                  <th scope="row" className={styles.key}>
                    {key}
                    <span className={styles.sourceBelow}>{source}</span>
                  </th>
                  <td className={styles.value}>
                    <Link
                      to={`/agents?attr=${encodeURIComponent(`${key}=${value}`)}`}
                      title={`Show agents with this ${key}`}
                    >
                      {value || '(empty)'}
                    </Link>
                  </td>
                  <td className={styles.source}>{source}</td>
                </tr>
              ))}
              {shown.length === 0 && (
                <tr>
                  <td colSpan={3}>No attribute contains “{text}”.</td>
                </tr>
              )}
            </tbody>
          </table>
        </ScrollArea>
      )}
    </Panel>
  );
}
