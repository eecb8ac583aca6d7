import { useQuery } from '@tanstack/react-query';
import { gitopsSyncsQuery } from '../../shared/api/queries/gitops';
import type { GitopsSync } from '../../shared/api/types';
import { plural } from '../../shared/lib/numbers';
import { syncResultStatus } from '../../shared/lib/status';
import { EmptyState } from '../../shared/ui/EmptyState';
import { Hash } from '../../shared/ui/Hash';
import { Panel } from '../../shared/ui/Panel';
import { QueryState, Skeleton } from '../../shared/ui/QueryState';
import { Status } from '../../shared/ui/Status';
import { Time } from '../../shared/ui/Time';
import styles from './SyncsPanel.module.css';

/** Changed objects that are named before the rest is folded. */
const NAMED = 4;

export function SyncsPanel() {
  const syncs = useQuery(gitopsSyncsQuery);
  return (
    <Panel title="History" note="newest first" flush>
      <QueryState query={syncs} what="the history" skeleton={<Skeleton lines={4} />}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState icon="git" title="No sync so far" />
          ) : (
            <ol>
              {items.map((sync) => (
                <Sync key={`${sync.at} ${sync.revision}`} sync={sync} />
              ))}
            </ol>
          )
        }
      </QueryState>
    </Panel>
  );
}

function resultText(sync: GitopsSync): string {
  if (sync.message) return sync.message;
  const parts = [
    sync.errors > 0 ? plural(sync.errors, 'error') : '',
    sync.warnings > 0 ? plural(sync.warnings, 'warning') : '',
  ];
  return parts.filter(Boolean).join(', ');
}

function Sync({ sync }: { sync: GitopsSync }) {
  const text = resultText(sync);
  return (
    <li className={styles.sync}>
      <span className={styles.result}>
        <Status status={syncResultStatus(sync.result)} variant="quiet" />
      </span>
      {sync.revision ? <Hash value={sync.revision} what="revision" /> : <span />}
      <div className={styles.body}>
        {text && <p>{text}</p>}
        <ChangedObjects names={sync.changedObjects} />
        {!text && sync.changedObjects.length === 0 && <p>no object changed</p>}
      </div>
      <span className={styles.at}>
        <Time at={sync.at} />
      </span>
    </li>
  );
}

function ChangedObjects({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  const first = names.slice(0, NAMED).join(', ');
  if (names.length <= NAMED) return <p className={styles.objects}>changed {first}</p>;
  return (
    <details className={styles.objects}>
      <summary>
        changed {first} and {names.length - NAMED} more
      </summary>
      <ul>
        {names.slice(NAMED).map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </details>
  );
}
