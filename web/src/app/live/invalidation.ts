import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { agentKeys } from '../../shared/api/queries/agents';
import { fleetKeys } from '../../shared/api/queries/fleets';
import { gitopsKeys } from '../../shared/api/queries/gitops';
import { systemKeys } from '../../shared/api/queries/system';
import type { LiveMessage } from './parser';

/** Shortest time between two reads of the same thing. */
export const INTERVAL_MILLIS = 1_000;

function idOf(message: LiveMessage): string | undefined {
  try {
    const data: unknown = JSON.parse(message.data);
    const id = typeof data === 'object' && data !== null && 'id' in data ? data.id : undefined;
    return typeof id === 'string' ? id : undefined;
  } catch {
    return undefined;
  }
}

/** Which queries an event makes old: the only place where events meet queries. */
export function keysOf(message: LiveMessage): readonly QueryKey[] {
  switch (message.event) {
    case 'agent.updated':
    case 'agent.removed': {
      const id = idOf(message);
      const shared = [agentKeys.lists, agentKeys.allFacets];
      return id ? [agentKeys.one(id), ...shared] : [agentKeys.all];
    }
    case 'fleet.updated':
      return [fleetKeys.all, systemKeys.stats];
    case 'gitops.synced':
      return [gitopsKeys.all, fleetKeys.all, systemKeys.stats];
    case 'stats.changed':
      return [systemKeys.stats, agentKeys.allFacets];
    case 'resync':
      return [agentKeys.all, fleetKeys.all, gitopsKeys.all, systemKeys.stats, systemKeys.info];
    default:
      return []; // a newer server may say more
  }
}

/**
 * Marks queries as old, each key at most once a second, and not while it is being read: a server
 * that answers slowly would otherwise be asked again before it could answer. What is on the screen
 * is read again at once, the rest when it is next shown.
 */
export class Invalidator {
  private readonly waiting = new Map<string, ReturnType<typeof setTimeout>>();
  private readonly lastAt = new Map<string, number>();

  constructor(private readonly client: QueryClient) {}

  take(message: LiveMessage): void {
    for (const key of keysOf(message)) this.invalidate(key);
  }

  /** Everything that is shown, for example after a gap in the stream. */
  takeAll(): void {
    this.take({ event: 'resync', data: '' });
  }

  stop(): void {
    for (const timer of this.waiting.values()) clearTimeout(timer);
    this.waiting.clear();
    this.lastAt.clear();
  }

  private invalidate(key: QueryKey): void {
    const name = JSON.stringify(key);
    if (this.waiting.has(name)) return;
    const wait = Math.max(0, (this.lastAt.get(name) ?? 0) + INTERVAL_MILLIS - Date.now());
    this.waiting.set(
      name,
      setTimeout(() => this.flush(name, key), wait),
    );
  }

  private flush(name: string, key: QueryKey): void {
    this.waiting.delete(name);
    this.lastAt.set(name, Date.now());
    if (this.lastAt.size > 500) this.lastAt.clear();
    if (this.client.isFetching({ queryKey: key }) > 0) {
      this.invalidate(key);
      return;
    }
    void this.client.invalidateQueries({ queryKey: key });
  }
}
