import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { agentKeys } from '../../shared/api/queries/agents';
import { INTERVAL_MILLIS, Invalidator, keysOf } from './invalidation';

const event = (name: string, data: object = {}) => ({ event: name, data: JSON.stringify(data) });

describe('what an event makes old', () => {
  it('knows every event of the API', () => {
    for (const name of [
      'agent.updated',
      'agent.removed',
      'fleet.updated',
      'gitops.synced',
      'stats.changed',
      'resync',
    ]) {
      expect(keysOf(event(name)), name).not.toEqual([]);
    }
  });

  it('ignores an event that it does not know', () => {
    expect(keysOf(event('rollout.updated'))).toEqual([]);
  });

  it('reads one agent again, or all when the event does not say which', () => {
    expect(keysOf(event('agent.updated', { id: '7' }))).toContainEqual(agentKeys.one('7'));
    expect(keysOf({ event: 'agent.updated', data: 'no json' })).toEqual([agentKeys.all]);
  });
});

describe('the invalidator', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  async function shown(read: () => Promise<unknown>) {
    const client = new QueryClient();
    const observer = new QueryObserver(client, {
      queryKey: agentKeys.list({}),
      queryFn: read,
      staleTime: Number.POSITIVE_INFINITY,
    });
    const stop = observer.subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(0);
    return { invalidator: new Invalidator(client), stop };
  }

  it('reads a list at most once a second, and once more after the last event', async () => {
    const read = vi.fn(async () => 'list');
    const { invalidator, stop } = await shown(read);
    for (let index = 0; index < 100; index += 1) {
      invalidator.take(event('agent.updated', { id: String(index % 7) }));
      await vi.advanceTimersByTimeAsync(20);
    }
    await vi.advanceTimersByTimeAsync(INTERVAL_MILLIS);
    // the first read, then one at 0 s, 1 s and 2 s
    expect(read).toHaveBeenCalledTimes(4);
    invalidator.stop();
    stop();
  });

  it('lets a slow answer arrive before it asks again', async () => {
    const read = vi.fn(() => new Promise((done) => setTimeout(() => done('list'), 2_500)));
    const { invalidator, stop } = await shown(read);
    await vi.advanceTimersByTimeAsync(2_500);
    for (let index = 0; index < 20; index += 1) {
      invalidator.take(event('agent.updated', { id: '1' }));
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(read).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(read).toHaveBeenCalledTimes(3);
    invalidator.stop();
    stop();
  });
});
