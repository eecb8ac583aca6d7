import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LiveConnection, SILENCE_MILLIS, waitBefore } from './connection';

type Stream = {
  send: (text: string) => void;
  end: () => void;
  aborted: () => boolean;
};

function harness() {
  const streams: Stream[] = [];
  let status = 200;
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    const encoder = new TextEncoder();
    let controller: ReadableStreamDefaultController<Uint8Array>;
    const body = new ReadableStream<Uint8Array>({
      start: (started) => {
        controller = started;
      },
    });
    init.signal?.addEventListener('abort', () => {
      try {
        controller.error(new DOMException('aborted', 'AbortError'));
      } catch {
        // it ended before
      }
    });
    streams.push({
      send: (text) => controller.enqueue(encoder.encode(text)),
      end: () => controller.close(),
      aborted: () => init.signal?.aborted ?? false,
    });
    return new Response(status === 200 ? body : null, {
      status,
      headers: { 'content-type': 'text/event-stream' },
    });
  });
  const phases: string[] = [];
  const events: string[] = [];
  const connection = new LiveConnection(
    '/api/v1/events/stream',
    {
      onState: (state) => phases.push(state.phase),
      onMessage: (message) => events.push(message.event),
      onOpen: (again) => events.push(again ? 'open again' : 'open'),
      onSignedOut: () => events.push('signed out'),
    },
    () => 1,
  );
  return { connection, streams, phases, events, answer: (next: number) => (status = next) };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

describe('the live connection', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('passes messages on and comes back after the stream ended', async () => {
    const { connection, streams, phases, events } = harness();
    connection.start();
    await settle();
    streams[0]?.send('event: resync\ndata: {}\n\n');
    await settle();
    streams[0]?.end();
    await settle();
    expect(phases).toEqual(['live', 'reconnecting']);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(phases).toEqual(['live', 'reconnecting', 'live']);
    expect(events).toEqual(['open', 'resync', 'open again']);
    connection.pause();
  });

  it('stops for good on a 401', async () => {
    const { connection, streams, phases, events, answer } = harness();
    answer(401);
    connection.start();
    await settle();
    expect(phases).toEqual(['signedOut']);
    expect(events).toEqual(['signed out']);
    connection.start();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(streams).toHaveLength(1);
  });

  it('takes a silent stream for dead and a ping for a sign of life', async () => {
    const { connection, streams, phases } = harness();
    connection.start();
    await settle();
    await vi.advanceTimersByTimeAsync(SILENCE_MILLIS - 1);
    streams[0]?.send(': ping\n\n');
    await vi.advanceTimersByTimeAsync(SILENCE_MILLIS - 1);
    expect(phases).toEqual(['live']);
    await vi.advanceTimersByTimeAsync(1);
    expect(streams[0]?.aborted()).toBe(true);
    expect(phases).toEqual(['live', 'reconnecting']);
    connection.pause();
  });

  it('waits longer and longer while the server is away', async () => {
    const { connection, streams, answer } = harness();
    answer(503);
    connection.start();
    await settle();
    for (const [wait, attempts] of [
      [1_000, 2],
      [2_000, 3],
      [4_000, 4],
    ] as const) {
      await vi.advanceTimersByTimeAsync(wait - 1);
      expect(streams).toHaveLength(attempts - 1);
      await vi.advanceTimersByTimeAsync(1);
      expect(streams).toHaveLength(attempts);
    }
    connection.pause();
  });

  it('closes the stream while it is paused and opens it again', async () => {
    const { connection, streams, phases } = harness();
    connection.start();
    await settle();
    connection.pause();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(streams).toHaveLength(1);
    expect(streams[0]?.aborted()).toBe(true);
    connection.start();
    await settle();
    expect(phases).toEqual(['live', 'paused', 'live']);
    connection.pause();
  });
});

describe('the wait before an attempt', () => {
  it('doubles up to half a minute, at least half of it', () => {
    expect([0, 1, 2, 5, 50].map((attempt) => waitBefore(attempt, 1))).toEqual([
      1_000, 2_000, 4_000, 30_000, 30_000,
    ]);
    expect(waitBefore(50, 0)).toBe(15_000);
  });
});
