import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { AgentDetail } from '../../shared/api/types';
import { assertNever } from '../../shared/lib/assertNever';
import type { Tone } from '../../shared/lib/status';
import { EmptyState } from '../../shared/ui/EmptyState';
import { Hash } from '../../shared/ui/Hash';
import { Icon } from '../../shared/ui/Icon';
import { Panel } from '../../shared/ui/Panel';
import { toneIcon } from '../../shared/ui/Status';
import { Time } from '../../shared/ui/Time';
import styles from './ConfigSteps.module.css';

/** The way of a configuration from Git to the collector, and where it stands. */
export function ConfigSteps({ agent }: { agent: AgentDetail }) {
  const { config, summary } = agent;
  if (config.sync === 'none' && !config.desiredHash && !config.effectiveHash) {
    return (
      <Panel title="Configuration">
        <EmptyState icon="file" title="Nothing is assigned">
          {config.error ||
            (summary.kind === 'collector'
              ? 'No fleet in Git selects this agent.'
              : 'Only collectors get a configuration.')}
        </EmptyState>
      </Panel>
    );
  }
  return (
    <Panel
      title="Configuration"
      actions={<Link to={`/agents/${summary.id}?tab=config`}>Compare</Link>}
    >
      <ol className={styles.steps}>
        <Assigned config={config} />
        <Offered config={config} />
        <Reported config={config} />
        <Effective config={config} />
      </ol>
    </Panel>
  );
}

type Config = AgentDetail['config'];

function Assigned({ config }: { config: Config }) {
  const tone = config.error ? 'attention' : config.assignedHash ? 'ok' : 'unknown';
  return (
    <Step tone={tone} name="Declared in Git" hash={config.assignedHash} at={config.assignedAt}>
      {config.error || (config.assignedHash ? '' : 'nothing')}
    </Step>
  );
}

function Offered({ config }: { config: Config }) {
  if (!config.desiredHash)
    return (
      <Step tone="unknown" name="Offered">
        nothing yet
      </Step>
    );
  const current = config.desiredHash === config.assignedHash;
  return (
    <Step tone={current ? 'ok' : 'progressing'} name="Offered" hash={config.desiredHash}>
      {current ? 'the same' : 'an earlier one; what Git declares is not offered yet'}
    </Step>
  );
}

function Reported({ config }: { config: Config }) {
  const status = config.reportedStatus ?? 'unset';
  const other =
    config.reportedHash !== undefined && config.reportedHash !== config.desiredHash
      ? 'about another configuration'
      : '';
  const shared = { name: 'Answer of the agent', hash: config.reportedHash, at: config.reportedAt };
  switch (status) {
    case 'applied':
      return (
        <Step {...shared} tone={other ? 'attention' : 'ok'}>
          {other ? `applied, ${other}` : 'applied'}
        </Step>
      );
    case 'applying':
      return (
        <Step {...shared} tone="progressing">
          is applying it
        </Step>
      );
    case 'failed':
      return (
        <Step {...shared} tone="failed">
          {config.reportedError || 'failed, without a message'}
        </Step>
      );
    case 'unset':
      return (
        <Step {...shared} tone="unknown">
          none yet
        </Step>
      );
  }
}

/** What nobody reported is unknown, whatever the agent says of the configuration it was offered. */
function effectiveTone(config: Config): Tone {
  if (!config.effectiveHash) {
    return 'unknown';
  }
  if (config.proof === 'differs' || config.sync === 'drift') {
    return 'attention';
  }
  return config.sync === 'in_sync' ? 'ok' : 'unknown';
}

function effectiveText(config: Config): string {
  if (!config.effectiveHash) {
    return 'not reported';
  }
  switch (config.proof) {
    case 'verified':
      return 'every value of the offer is in the report';
    case 'left_out':
      return 'as offered, as far as it is reported';
    case 'differs':
      return 'another one than was offered';
    case 'unknown':
      return 'as the collector reports it';
    default:
      return assertNever(config.proof);
  }
}

function Effective({ config }: { config: Config }) {
  return (
    <Step
      tone={effectiveTone(config)}
      name="Effective"
      hash={config.effectiveHash}
      at={config.effectiveAt}
    >
      {effectiveText(config)}
    </Step>
  );
}

function Step({
  tone,
  name,
  hash,
  at,
  children,
}: {
  tone: Tone;
  name: string;
  hash?: string | undefined;
  at?: string | undefined;
  children?: ReactNode;
}) {
  return (
    <li className={styles.step} data-tone={tone}>
      <span className={styles.mark}>
        <Icon name={toneIcon(tone)} size={17} />
      </span>
      <div className={styles.body}>
        <p className={styles.head}>
          <span className={styles.name}>{name}</span>
          {hash && <Hash value={hash} what={`hash: ${name}`} />}
          {at && (
            <span className={styles.at}>
              <Time at={at} />
            </span>
          )}
        </p>
        {children && <p className={styles.text}>{children}</p>}
      </div>
    </li>
  );
}
