import type { AgentDetail } from '../../shared/api/types';
import { assertNever } from '../../shared/lib/assertNever';

/** Why a connection ended, in words. */
export function disconnectText(cause: NonNullable<AgentDetail['connection']['cause']>): string {
  switch (cause) {
    case 'agent':
      return 'the agent said goodbye';
    case 'network':
      return 'the network connection was lost';
    case 'replica_stopped':
      return 'the replica of the server was stopped';
    case 'replica_lost':
      return 'the replica of the server was lost';
    default:
      return assertNever(cause);
  }
}
