import { EventStreamParser, type LiveMessage } from './parser';

export type LiveState = {
  phase: 'connecting' | 'live' | 'reconnecting' | 'paused' | 'signedOut';
  /** When this phase began; for `reconnecting`, when the stream was lost. */
  since: number;
};

export type LiveHandlers = {
  onState: (state: LiveState) => void;
  onMessage: (message: LiveMessage) => void;
  /** The stream is open; what was read before may be old, except the first time. */
  onOpen: (again: boolean) => void;
  onSignedOut: () => void;
};

/** Without a byte for this long the connection is dead; the server pings more often. */
export const SILENCE_MILLIS = 45_000;
const FIRST_WAIT_MILLIS = 1_000;
const LONGEST_WAIT_MILLIS = 30_000;

/** Time before attempt `attempt` (from 0): doubles up to 30 s, with half of it at random. */
export function waitBefore(attempt: number, random: number): number {
  const full = Math.min(LONGEST_WAIT_MILLIS, FIRST_WAIT_MILLIS * 2 ** Math.min(attempt, 10));
  return full / 2 + (full / 2) * random;
}

/**
 * Keeps one event stream open. Read with fetch and not with EventSource, which hides both a 401 and
 * the pings. A 401 ends it for good.
 */
export class LiveConnection {
  private state: LiveState = { phase: 'connecting', since: Date.now() };
  private abort: AbortController | undefined;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private silence: ReturnType<typeof setTimeout> | undefined;
  private attempt = 0;
  private opened = false;

  constructor(
    private readonly url: string,
    private readonly handlers: LiveHandlers,
    private readonly random: () => number = Math.random,
  ) {}

  start(): void {
    if (this.abort || this.state.phase === 'signedOut') return;
    clearTimeout(this.retry);
    void this.run();
  }

  /** Closes the stream, for example while nobody looks; `start` opens it again. */
  pause(): void {
    this.close();
    this.attempt = 0;
    if (this.state.phase !== 'signedOut') this.enter('paused');
  }

  /** Closes the stream for good. */
  signOut(): void {
    this.close();
    this.enter('signedOut');
  }

  private close(): void {
    clearTimeout(this.retry);
    clearTimeout(this.silence);
    this.abort?.abort();
    this.abort = undefined;
  }

  private enter(phase: LiveState['phase']): void {
    if (this.state.phase === phase) return;
    this.state = { phase, since: Date.now() };
    this.handlers.onState(this.state);
  }

  private async run(): Promise<void> {
    const abort = new AbortController();
    this.abort = abort;
    this.listenForSilence(abort);
    let status = 0;
    try {
      const response = await fetch(this.url, {
        headers: { accept: 'text/event-stream' },
        credentials: 'same-origin',
        cache: 'no-store',
        signal: abort.signal,
      });
      status = response.status;
      const type = response.headers.get('content-type') ?? '';
      if (response.ok && response.body && type.startsWith('text/event-stream')) {
        await this.read(response.body, abort);
      }
    } catch {
      // Lost, refused or silent: all of them are answered by trying again.
    }
    if (this.abort !== abort) return; // paused or signed out meanwhile
    abort.abort();
    this.close();
    if (status === 401) {
      this.enter('signedOut');
      this.handlers.onSignedOut();
      return;
    }
    this.enter('reconnecting');
    this.retry = setTimeout(() => this.start(), waitBefore(this.attempt++, this.random()));
  }

  private async read(body: ReadableStream<Uint8Array>, abort: AbortController): Promise<void> {
    const reader = body.getReader();
    const decoder = new TextDecoder();
    const parser = new EventStreamParser();
    this.enter('live');
    this.handlers.onOpen(this.opened);
    this.opened = true;
    while (!abort.signal.aborted) {
      const { done, value } = await reader.read();
      if (done) return;
      this.attempt = 0;
      this.listenForSilence(abort);
      for (const message of parser.push(decoder.decode(value, { stream: true }))) {
        this.handlers.onMessage(message);
      }
    }
  }

  private listenForSilence(abort: AbortController): void {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => abort.abort(), SILENCE_MILLIS);
  }
}
