import { Link } from 'react-router';
import type { AgentDetail } from '../../shared/api/types';
import { assertNever } from '../../shared/lib/assertNever';
import { connectionStatus, type StatusWord } from '../../shared/lib/status';
import { Fact, Facts } from '../../shared/ui/Facts';
import { Icon } from '../../shared/ui/Icon';
import { Panel } from '../../shared/ui/Panel';
import { Status, toneIcon } from '../../shared/ui/Status';
import { Time } from '../../shared/ui/Time';
import styles from './UpdaterPanel.module.css';

type Attempt = NonNullable<AgentDetail['update']>;
type Step = Attempt['steps'][number];

const NAMED = 'dev.myriarch.collector.instance_uid';

/** Which updater looks after a collector, or which collector an updater has, and what it does. */
export function UpdaterPanel({ agent }: { agent: AgentDetail }) {
  if (agent.summary.kind !== 'updater' && !agent.updater) return null;
  return (
    <Panel title="Updater">
      <Facts>
        {agent.summary.kind === 'updater' ? (
          <Fact name="Collector">
            <Collector agent={agent} />
          </Fact>
        ) : (
          agent.updater && (
            <Fact name="Looked after by">
              <Partner partner={agent.updater} />
            </Fact>
          )
        )}
        <Fact name="Latest update">
          {agent.update ? <Outcome attempt={agent.update} /> : 'none yet'}
        </Fact>
      </Facts>
      {agent.update && <Steps attempt={agent.update} />}
    </Panel>
  );
}

function Collector({ agent }: { agent: AgentDetail }) {
  if (agent.collector) {
    return (
      <>
        <Partner partner={agent.collector} />
        {!agent.collector.active && (
          <p className={styles.note}>
            Another updater of this collector is in use; this one is offered nothing for it.
          </p>
        )}
      </>
    );
  }
  const named = agent.identifyingAttributes[NAMED] ?? agent.nonIdentifyingAttributes[NAMED] ?? '';
  if (agent.linkRefusal) {
    return (
      <>
        <Status status={{ tone: 'attention', word: 'Not linked' }} />
        <p className={styles.note}>{agent.linkRefusal}</p>
      </>
    );
  }
  return named ? (
    <>
      <code>{named}</code>, which did not register yet
    </>
  ) : (
    'none named yet; an updater learns it after the first start of the supervisor'
  );
}

function Partner({ partner }: { partner: NonNullable<AgentDetail['updater']> }) {
  return (
    <span className={styles.partner}>
      <Link to={`/agents/${partner.id}`}>{partner.hostName || partner.id}</Link>
      {partner.version && <span>{partner.version}</span>}
      <Status status={connectionStatus(partner.status)} variant="quiet" />
    </span>
  );
}

function Outcome({ attempt }: { attempt: Attempt }) {
  return (
    <>
      <span className={styles.partner}>
        <Status status={phaseStatus(attempt)} />
        <span>
          {attempt.from || '(nothing)'} → {attempt.version || '(version not told)'}
        </span>
        {attempt.startedAt && <Time at={attempt.startedAt} />}
      </span>
      {attempt.error && <p className={styles.error}>{attempt.error}</p>}
    </>
  );
}

function phaseStatus({ phase, broken }: Attempt): StatusWord {
  switch (phase) {
    case 'downloading':
    case 'verifying':
    case 'installing':
    case 'restarting':
    case 'health_check':
    case 'rolling_back':
      return { tone: phase === 'rolling_back' ? 'attention' : 'progressing', word: STEPS[phase] };
    case 'succeeded':
      return { tone: 'ok', word: 'Succeeded' };
    case 'failed':
      return { tone: 'failed', word: broken ? 'Failed, and so did the way back' : 'Failed' };
    case 'rolled_back':
      return { tone: 'attention', word: 'Rolled back' };
    default:
      return assertNever(phase);
  }
}

const STEPS: Record<Step['name'], string> = {
  downloading: 'Downloading',
  verifying: 'Verifying',
  installing: 'Installing',
  restarting: 'Restarting',
  health_check: 'Health check',
  rolling_back: 'Rolling back',
};

function stepStatus(state: Step['state']): StatusWord {
  switch (state) {
    case 'running':
      return { tone: 'progressing', word: 'running' };
    case 'done':
      return { tone: 'ok', word: 'done' };
    case 'failed':
      return { tone: 'failed', word: 'failed' };
    case 'skipped':
      return { tone: 'unknown', word: 'skipped' };
    default:
      return assertNever(state);
  }
}

function Steps({ attempt }: { attempt: Attempt }) {
  if (attempt.steps.length === 0) return null;
  return (
    <ol className={styles.steps} aria-label="Steps of the update">
      {attempt.steps.map((step) => {
        const status = stepStatus(step.state);
        const at = step.changedAt ?? step.startedAt;
        return (
          <li key={step.name} className={styles.step} data-tone={status.tone}>
            <span className={styles.mark}>
              <Icon name={toneIcon(status.tone)} size={15} />
            </span>
            <span>{STEPS[step.name]}</span>
            <span className={styles.state}>
              {status.word}
              {at && (
                <>
                  {' '}
                  <Time at={at} />
                </>
              )}
            </span>
            {step.error && <p className={styles.error}>{step.error}</p>}
          </li>
        );
      })}
    </ol>
  );
}
