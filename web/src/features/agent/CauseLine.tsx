import type { AgentDetail } from '../../shared/api/types';
import { sentence } from '../../shared/lib/sentence';
import type { Tone } from '../../shared/lib/status';
import { Icon } from '../../shared/ui/Icon';
import { toneIcon } from '../../shared/ui/Status';
import { Time } from '../../shared/ui/Time';
import styles from './CauseLine.module.css';
import { disconnectText } from './disconnect';

type Cause = { tone: Tone; text: string; since?: string | undefined; next?: string };

/** What to know first about the agent, since when, and what comes next. */
export function causeOf(agent: AgentDetail): Cause {
  const { summary, config, connection, health } = agent;
  const text = (fallback: string) => sentence(summary.cause ?? fallback);
  if (config.sync === 'failed') {
    return {
      tone: 'failed',
      text: text(config.reportedError ?? 'The agent rejected the configuration'),
      since: config.reportedAt,
      next: 'This configuration is not offered again. Fix it in Git; the next revision is offered by itself.',
    };
  }
  if (agent.identityConflict?.quarantined) {
    return {
      tone: 'attention',
      text: text('Quarantined: its instance id is claimed again and again'),
      since: agent.identityConflict.at,
      next: 'Machines made from one image share the storage folder of their supervisor. Empty it on the copy; if this agent got a new token, re-enroll it.',
    };
  }
  if (config.error !== '') {
    return { tone: 'attention', text: text(config.error), since: config.assignedAt };
  }
  if (!connection.online) {
    const cause = connection.cause && `: ${disconnectText(connection.cause)}`;
    return {
      tone: 'offline',
      text: `Offline${cause ?? ''}`,
      since: connection.disconnectedAt ?? connection.lastSeenAt,
      next: 'What you see is what it reported last. It gets what it missed when it connects again.',
    };
  }
  if (summary.health === 'unhealthy') {
    return { tone: 'failed', text: text('Unhealthy, without a reason'), since: health?.at };
  }
  if (config.sync === 'drift') {
    return {
      tone: 'attention',
      text: text('Runs another configuration than the one that was offered'),
      since: config.reportedAt,
    };
  }
  if (config.sync === 'pending') {
    return {
      tone: 'progressing',
      text: text('The configuration was offered and is not confirmed yet'),
      since: config.assignedAt,
    };
  }
  if (config.proof === 'differs') {
    return {
      tone: 'attention',
      text: text('Runs another configuration than it says'),
      since: config.effectiveAt,
      next: 'The view of the configuration lists what differs. A local file of the supervisor may come after the remote configuration.',
    };
  }
  if (summary.cause) return { tone: 'attention', text: sentence(summary.cause) };
  if (config.sync === 'in_sync') {
    return {
      tone: 'ok',
      text: 'Runs the configuration that Git declares',
      since: config.reportedAt,
    };
  }
  return { tone: 'unknown', text: 'Connected; nothing is managed for this agent' };
}

export function CauseLine({ agent }: { agent: AgentDetail }) {
  const cause = causeOf(agent);
  return (
    <div className={styles.line} data-tone={cause.tone}>
      <Icon name={toneIcon(cause.tone)} size={17} className={styles.icon} />
      <div className={styles.body}>
        <p className={styles.text}>{cause.text}</p>
        {cause.next && <p className={styles.next}>{cause.next}</p>}
      </div>
      {cause.since && (
        <span className={styles.since}>
          <Time at={cause.since} />
        </span>
      )}
    </div>
  );
}
