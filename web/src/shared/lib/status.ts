import type { AgentEvent, AgentSummary, GitopsSync } from '../api/types';
import { assertNever } from './assertNever';

/** The status vocabulary: each has one icon, one colour and one pattern everywhere. */
export type Tone =
  | 'ok'
  | 'progressing'
  | 'waiting'
  | 'attention'
  | 'failed'
  | 'offline'
  | 'unknown';

export type StatusWord = { tone: Tone; word: string };

export function connectionStatus(status: AgentSummary['status']): StatusWord {
  switch (status) {
    case 'online':
      return { tone: 'ok', word: 'Online' };
    case 'offline':
      return { tone: 'offline', word: 'Offline' };
    default:
      return assertNever(status);
  }
}

export function healthStatus(health: AgentSummary['health']): StatusWord {
  switch (health) {
    case 'healthy':
      return { tone: 'ok', word: 'Healthy' };
    case 'unhealthy':
      return { tone: 'failed', word: 'Unhealthy' };
    case 'unknown':
      return { tone: 'unknown', word: 'Unknown' };
    default:
      return assertNever(health);
  }
}

export function syncStatus(sync: AgentSummary['configSync']): StatusWord {
  switch (sync) {
    case 'in_sync':
      return { tone: 'ok', word: 'In sync' };
    case 'pending':
      return { tone: 'progressing', word: 'Pending' };
    case 'failed':
      return { tone: 'failed', word: 'Failed' };
    case 'drift':
      return { tone: 'attention', word: 'Drift' };
    case 'none':
      return { tone: 'unknown', word: 'Not managed' };
    default:
      return assertNever(sync);
  }
}

/** Whether the agent runs what it was offered. */
export function proofStatus(proof: AgentSummary['configProof']): StatusWord {
  switch (proof) {
    case 'verified':
      return { tone: 'ok', word: 'As offered' };
    case 'left_out':
      return { tone: 'unknown', word: 'Partly reported' };
    case 'differs':
      return { tone: 'attention', word: 'Differs' };
    case 'unknown':
      return { tone: 'unknown', word: 'Not compared' };
    default:
      return assertNever(proof);
  }
}

export function severityTone(severity: AgentEvent['severity']): Tone {
  switch (severity) {
    case 'error':
      return 'failed';
    case 'warning':
      return 'attention';
    case 'info':
      return 'unknown';
    default:
      return assertNever(severity);
  }
}

export function syncResultStatus(result: GitopsSync['result']): StatusWord {
  switch (result) {
    case 'applied':
      return { tone: 'ok', word: 'Applied' };
    case 'unchanged':
      return { tone: 'unknown', word: 'Unchanged' };
    case 'invalid':
      return { tone: 'failed', word: 'Invalid' };
    case 'failed':
      return { tone: 'failed', word: 'Failed' };
    default:
      return assertNever(result);
  }
}

/** Status of a facet value that came as plain text; unknown values are shown as they are. */
export function facetStatus(dimension: string, value: string): StatusWord | undefined {
  const known: Record<string, Record<string, StatusWord>> = {
    status: { online: connectionStatus('online'), offline: connectionStatus('offline') },
    health: {
      healthy: healthStatus('healthy'),
      unhealthy: healthStatus('unhealthy'),
      unknown: healthStatus('unknown'),
    },
    configSync: {
      in_sync: syncStatus('in_sync'),
      pending: syncStatus('pending'),
      failed: syncStatus('failed'),
      drift: syncStatus('drift'),
      none: syncStatus('none'),
    },
    configProof: {
      verified: proofStatus('verified'),
      left_out: proofStatus('left_out'),
      differs: proofStatus('differs'),
      unknown: proofStatus('unknown'),
    },
  };
  return known[dimension]?.[value];
}
