export type LiveMessage = { event: string; data: string };

/** Longest line and event that are kept; a server that sends more is not ours. */
const MAX_CHARACTERS = 64 * 1024;

/**
 * Takes a text/event-stream apart. Comments (the server's pings) are no messages. Fields `id` and
 * `retry` are not used: there is no replay, and the waiting time is decided here.
 */
export class EventStreamParser {
  private rest = '';
  private event = '';
  private data: string[] = [];
  private size = 0;

  /** Adds a piece of the stream and returns the messages that it completes. */
  push(piece: string): LiveMessage[] {
    const messages: LiveMessage[] = [];
    const lines = (this.rest + piece).split(/\r\n|\n|\r(?!$)/);
    this.rest = lines.pop() ?? '';
    if (this.rest.length > MAX_CHARACTERS)
      throw new Error('a line of the event stream is too long');
    for (const line of lines) {
      const message = this.line(line);
      if (message) messages.push(message);
    }
    return messages;
  }

  private line(line: string): LiveMessage | undefined {
    if (line === '') return this.dispatch();
    if (line.startsWith(':')) return undefined;
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') this.event = value;
    if (field === 'data') {
      this.size += value.length;
      if (this.size > MAX_CHARACTERS) throw new Error('an event of the stream is too long');
      this.data.push(value);
    }
    return undefined;
  }

  private dispatch(): LiveMessage | undefined {
    const complete = this.data.length > 0 || this.event !== '';
    const message = { event: this.event || 'message', data: this.data.join('\n') };
    this.event = '';
    this.data = [];
    this.size = 0;
    return complete ? message : undefined;
  }
}
