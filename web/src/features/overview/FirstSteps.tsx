import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { systemInfoQuery } from '../../shared/api/queries/system';
import type { Stats } from '../../shared/api/types';
import { plural } from '../../shared/lib/numbers';
import { CopyButton } from '../../shared/ui/CopyButton';
import { GitStrip } from '../../shared/ui/GitStrip';
import { Icon } from '../../shared/ui/Icon';
import { QueryState, Skeleton } from '../../shared/ui/QueryState';
import { ScrollArea } from '../../shared/ui/ScrollArea';
import styles from './FirstSteps.module.css';
import { supervisorConfig } from './supervisorConfig';

/** A server without agents: how the first one gets here, with the values of this server. */
export function FirstSteps({ stats }: { stats: Stats }) {
  const info = useQuery(systemInfoQuery);
  const fleets = stats.fleets.filter((fleet) => fleet.name !== '').length;
  const gitRead = stats.gitops.appliedRevision !== undefined;
  return (
    <div className={styles.steps}>
      <GitStrip status={stats.gitops} />
      <p className={styles.lead}>
        No agent has connected yet. Three steps bring the first one here; this page shows it as soon
        as it arrives.
      </p>
      <ol className={styles.list}>
        <Step
          number={1}
          title="Connect the Git repository"
          done={gitRead}
          result={gitRead ? `Read, with ${plural(fleets, 'fleet')}` : undefined}
        >
          <p>
            Git says which agents exist and what they run. Set <code>gitops.source</code> in the
            configuration of the server; <Link to="/gitops">GitOps</Link> shows what was read and
            what is wrong with it. Agents may connect before that: they are listed as unassigned.
          </p>
        </Step>
        <Step number={2} title="Configure the supervisor of a collector">
          <p>
            Install the OpAMP supervisor beside the collector, give it this file and an enrollment
            token in the place of <code>ENROLLMENT_TOKEN</code>. <code>myriarchd dev</code> prints
            its token when it starts.
          </p>
          <QueryState
            query={info}
            what="the address of the server"
            skeleton={<Skeleton height={320} />}
          >
            {(data) => <Snippet text={supervisorConfig(data.opampUrl)} label="supervisor.yaml" />}
          </QueryState>
        </Step>
        <Step number={3} title="Start it">
          <Snippet text="opampsupervisor --config supervisor.yaml" label="Command" />
          <p className={styles.waiting} role="status">
            <Icon name="progress" className={styles.pulse} />
            Waiting for the first agent
          </p>
        </Step>
      </ol>
    </div>
  );
}

function Step({
  number,
  title,
  done = false,
  result,
  children,
}: {
  number: number;
  title: string;
  done?: boolean;
  result?: string | undefined;
  children: ReactNode;
}) {
  return (
    <li className={styles.step} data-done={done || undefined}>
      <span className={styles.number}>
        {done ? <Icon name="check" size={14} /> : number}
        {done && <span className="visually-hidden">Done:</span>}
      </span>
      <div className={styles.content}>
        <h2>
          {title}
          {result && <span className={styles.result}>{result}</span>}
        </h2>
        {children}
      </div>
    </li>
  );
}

function Snippet({ text, label }: { text: string; label: string }) {
  return (
    <div className={styles.snippet}>
      <ScrollArea label={label}>
        <pre>{text}</pre>
      </ScrollArea>
      <CopyButton text={text} label="Copy" word="Copy" />
    </div>
  );
}
