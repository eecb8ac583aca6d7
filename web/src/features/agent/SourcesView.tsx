import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { agentExplanationQuery } from '../../shared/api/queries/agents';
import { gitopsStatusQuery } from '../../shared/api/queries/gitops';
import type { AgentExplanation, ConfigParameter, ConfigValue } from '../../shared/api/types';
import { plural } from '../../shared/lib/numbers';
import { EmptyState } from '../../shared/ui/EmptyState';
import { FileLink } from '../../shared/ui/FileLink';
import { Panel } from '../../shared/ui/Panel';
import { QueryState, Skeleton } from '../../shared/ui/QueryState';
import { ScrollArea } from '../../shared/ui/ScrollArea';
import table from '../../shared/ui/table.module.css';
import styles from './SourcesView.module.css';

/** Rows in the page at once; the filter leads to the others. */
const SHOWN = 300;

/** Where each value of what Git declares for the agent comes from. */
export function SourcesView({ id, hash }: { id: string; hash: string | undefined }) {
  const query = useQuery(agentExplanationQuery(id, hash ?? ''));
  return (
    <QueryState query={query} what="where values come from" skeleton={<Skeleton lines={9} />}>
      {(explanation) => <Sources explanation={explanation} />}
    </QueryState>
  );
}

function Sources({ explanation }: { explanation: AgentExplanation }) {
  const [text, setText] = useState('');
  const id = useId();
  if (explanation.reason !== '') {
    return (
      <Panel title="Where values come from">
        <EmptyState icon="file" title="Nothing is rendered">
          {explanation.reason}
        </EmptyState>
      </Panel>
    );
  }
  const wanted = text.trim().toLowerCase();
  const found = explanation.values.filter((value) =>
    [value.path, value.value, value.layer, value.file, ...value.parameters].some((part) =>
      part.toLowerCase().includes(wanted),
    ),
  );
  return (
    <>
      {explanation.unchecked.length > 0 && (
        <p className={styles.note}>
          Not described for this release of the collector, so their settings are not checked:{' '}
          {explanation.unchecked.join(', ')}.
        </p>
      )}
      <Panel
        title="Where values come from"
        note={`layers ${explanation.layers.map((layer) => layer.name).join(' → ')}`}
        flush
      >
        <div className={styles.bar}>
          <label htmlFor={id} className="visually-hidden">
            Filter values
          </label>
          <input
            id={id}
            data-filter
            type="search"
            className={styles.filter}
            placeholder="Path, value, layer, parameter"
            value={text}
            maxLength={200}
            onChange={(event) => setText(event.target.value)}
          />
          <span>
            {plural(found.length, 'value')}
            {(found.length > SHOWN || explanation.truncated) && `, the first ${SHOWN} are shown`}
          </span>
        </div>
        <ValueTable values={found.slice(0, SHOWN)} explanation={explanation} />
      </Panel>
    </>
  );
}

function ValueTable({
  values,
  explanation,
}: {
  values: readonly ConfigValue[];
  explanation: AgentExplanation;
}) {
  const source = useQuery(gitopsStatusQuery).data?.source ?? '';
  const parameters = new Map(explanation.parameters.map((each) => [each.name, each]));
  const place = (at: { file: string; line: number }) => (
    <FileLink source={source} revision={explanation.revision} file={at.file} line={at.line} />
  );
  return (
    <ScrollArea label="Table of values">
      <table className={`${table.table} ${table.top}`}>
        <thead>
          <tr>
            <th scope="col">Value</th>
            <th scope="col">Written in</th>
            <th scope="col">Made of</th>
          </tr>
        </thead>
        <tbody>
          {values.map((value) => (
            <tr key={value.path}>
              <th scope="row" className={styles.path}>
                {value.path}
                <span className={styles.muted}>{value.value}</span>
              </th>
              <td className={styles.written}>
                {place(value)}
                <span className={styles.muted}>
                  {value.layer}
                  {value.replaced[0] && `, replaces ${value.replaced[0].layer}`}
                </span>
              </td>
              <td className={styles.written}>
                {value.parameters.map((name) => (
                  <span key={name} className={styles.value}>
                    {name}
                    <span className={styles.muted}>{sourceText(parameters.get(name))}</span>
                  </span>
                ))}
                {value.attributes.map((name) => (
                  <span key={name} className={styles.value}>
                    {name}
                    <span className={styles.muted}>attribute</span>
                  </span>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

/** Who gave a parameter its value, in words. */
function sourceText(parameter: ConfigParameter | undefined): string {
  if (!parameter?.source) return 'nobody gives it a value';
  const place = parameter.file ? `, ${parameter.file}:${parameter.line}` : '';
  return parameter.attribute
    ? `from the attribute ${parameter.attribute}`
    : `from ${parameter.source}${place}`;
}
