/**
 * A reader for the YAML that machines write: block mappings and lists, scalars on one line, block
 * scalars, simple flow collections. Enough for what the server renders and what collectors report;
 * anything else is an error, and the caller falls back to plain text.
 */
export type YamlNode =
  | { kind: 'scalar'; text: string }
  | { kind: 'map'; entries: readonly (readonly [string, YamlNode])[] }
  | { kind: 'list'; items: readonly YamlNode[] };

type Line = { indent: number; text: string; number: number };

const DEEPEST = 100;
const NULL: YamlNode = { kind: 'scalar', text: 'null' };

export class YamlError extends Error {}

export function parseYaml(source: string): YamlNode {
  return new Reader(source).document();
}

class Reader {
  private readonly lines: string[];
  private at = 0;

  constructor(source: string) {
    this.lines = source.split(/\r?\n/);
  }

  document(): YamlNode {
    if (this.peek()?.text === '---') this.at += 1;
    const first = this.peek();
    if (!first) return NULL;
    const node = this.block(first.indent, 0);
    const rest = this.peek();
    if (rest && rest.text !== '...') throw this.error(rest, 'more than one value');
    return node;
  }

  private error(line: Line, what: string): YamlError {
    return new YamlError(`line ${line.number}: ${what}`);
  }

  /** The next line with content, without moving on. */
  private peek(): Line | undefined {
    for (; this.at < this.lines.length; this.at += 1) {
      const raw = this.lines[this.at] ?? '';
      const text = raw.trimStart();
      if (text === '' || text.startsWith('#')) continue;
      if (/^ *\t/.test(raw)) throw new YamlError(`line ${this.at + 1}: a tab as indentation`);
      return { indent: raw.length - text.length, text: text.trimEnd(), number: this.at + 1 };
    }
    return undefined;
  }

  private block(indent: number, depth: number): YamlNode {
    if (depth > DEEPEST) throw new YamlError('nested too deeply');
    const line = this.peek();
    if (!line || line.indent < indent) return NULL;
    if (isItem(line.text)) return this.list(line.indent, depth);
    if (keyEnd(line.text) >= 0) return this.map(line.indent, depth);
    this.at += 1;
    return scalarOrFlow(line.text);
  }

  private list(indent: number, depth: number): YamlNode {
    const items: YamlNode[] = [];
    for (let line = this.peek(); line?.indent === indent; line = this.peek()) {
      if (!isItem(line.text)) break;
      const rest = line.text.slice(1).trimStart();
      if (rest === '') {
        this.at += 1;
        items.push(this.block(indent + 1, depth + 1));
      } else if (isItem(rest) || (keyEnd(rest) >= 0 && !isFlow(rest))) {
        // The mapping or list begins on the line of the dash: read it as if it stood alone.
        const inner = indent + line.text.length - rest.length;
        this.lines[this.at] = ' '.repeat(inner) + rest;
        items.push(this.block(inner, depth + 1));
      } else {
        items.push(this.value(rest, indent, line));
      }
    }
    return { kind: 'list', items };
  }

  private map(indent: number, depth: number): YamlNode {
    const entries: [string, YamlNode][] = [];
    const seen = new Set<string>();
    for (let line = this.peek(); line?.indent === indent; line = this.peek()) {
      const end = keyEnd(line.text);
      if (end < 0 || isItem(line.text)) throw this.error(line, 'a key was expected');
      const key = scalarText(line.text.slice(0, end).trimEnd());
      if (seen.has(key)) throw this.error(line, `the key ${key} comes twice`);
      seen.add(key);
      const rest = withoutComment(line.text.slice(end + 1).trim());
      if (rest === '') {
        this.at += 1;
        entries.push([key, this.nested(indent, depth)]);
      } else {
        entries.push([key, this.value(rest, indent, line)]);
      }
    }
    const next = this.peek();
    if (next && next.indent > indent) throw this.error(next, 'indented too far');
    return { kind: 'map', entries };
  }

  /** What belongs to a key with nothing behind it; a list may stand at the key's own column. */
  private nested(indent: number, depth: number): YamlNode {
    const next = this.peek();
    if (!next || next.indent < indent) return NULL;
    if (next.indent > indent) return this.block(next.indent, depth + 1);
    return isItem(next.text) ? this.list(indent, depth + 1) : NULL;
  }

  private value(text: string, indent: number, line: Line): YamlNode {
    this.at += 1;
    const block = /^([|>])([+-]?)(\d?)([+-]?)$/.exec(text);
    if (block) return this.blockScalar(block[1] === '>', block[2] || block[4] || '', indent);
    if (/^[&*!%@`]/.test(text)) throw this.error(line, 'anchors and tags are not read');
    return scalarOrFlow(text);
  }

  private blockScalar(folded: boolean, chomping: string, indent: number): YamlNode {
    const texts: string[] = [];
    let inner = -1;
    for (; this.at < this.lines.length; this.at += 1) {
      const raw = this.lines[this.at] ?? '';
      const own = raw.length - raw.trimStart().length;
      if (raw.trim() !== '') {
        if (own <= indent) break;
        if (inner < 0) inner = own;
      }
      texts.push(raw.slice(Math.max(inner, 0)));
    }
    const body = texts.join(folded ? ' ' : '\n').trimEnd();
    return { kind: 'scalar', text: chomping === '-' || folded ? body : `${body}\n` };
  }
}

function isItem(text: string): boolean {
  return text === '-' || text.startsWith('- ');
}

function isFlow(text: string): boolean {
  return text.startsWith('{') || text.startsWith('[');
}

/** Where the colon after the key is, or -1. */
function keyEnd(text: string): number {
  const quote = text[0];
  if (quote === '"' || quote === "'") {
    const close = quotedEnd(text, 0);
    return close >= 0 && /^\s*:(\s|$)/.test(text.slice(close)) ? text.indexOf(':', close) : -1;
  }
  const match = /:(?=\s|$)/.exec(withoutComment(text));
  return match ? match.index : -1;
}

/** The place behind the closing quote of a quoted text that begins at `start`, or -1. */
function quotedEnd(text: string, start: number): number {
  const quote = text[start];
  for (let index = start + 1; index < text.length; index += 1) {
    if (quote === '"' && text[index] === '\\') index += 1;
    else if (text[index] === quote) {
      if (quote === "'" && text[index + 1] === "'") index += 1;
      else return index + 1;
    }
  }
  return -1;
}

function withoutComment(text: string): string {
  if (text.startsWith('"') || text.startsWith("'")) {
    const end = quotedEnd(text, 0);
    return end < 0
      ? text
      : text.slice(0, end) +
          text
            .slice(end)
            .replace(/\s+#.*$/, '')
            .trimEnd();
  }
  return text.startsWith('#') ? '' : text.replace(/\s+#.*$/, '');
}

function scalarText(text: string): string {
  if (text.startsWith('"') || text.startsWith("'")) {
    if (quotedEnd(text, 0) !== text.length) throw new YamlError(`an unfinished text: ${text}`);
    const inner = text.slice(1, -1);
    return text.startsWith("'") ? inner.replaceAll("''", "'") : unescaped(inner);
  }
  return text === '' || text === '~' ? 'null' : text;
}

const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', '0': '\0', e: '\x1b' };

function unescaped(text: string): string {
  return text.replace(/\\(?:x(\w{2})|u(\w{4})|U(\w{8})|(.))/g, (_, x, u, long, plain) => {
    const code = x ?? u ?? long;
    if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16));
    return ESCAPES[plain] ?? plain;
  });
}

function scalarOrFlow(text: string): YamlNode {
  const clean = withoutComment(text);
  if (!isFlow(clean)) return { kind: 'scalar', text: scalarText(clean) };
  const flow = new FlowReader(clean);
  return flow.all();
}

/** `{a: 1, b: [x, y]}` on one line. */
class FlowReader {
  private at = 0;

  constructor(private readonly text: string) {}

  all(): YamlNode {
    const node = this.node(0);
    this.spaces();
    if (this.at < this.text.length) throw new YamlError(`more after ${this.text}`);
    return node;
  }

  private spaces(): void {
    while (this.text[this.at] === ' ') this.at += 1;
  }

  private node(depth: number): YamlNode {
    if (depth > DEEPEST) throw new YamlError('nested too deeply');
    this.spaces();
    const opening = this.text[this.at];
    if (opening === '[')
      return { kind: 'list', items: this.items(']', () => this.node(depth + 1)) };
    if (opening === '{') {
      const entry = (): [string, YamlNode] => {
        const key = this.word();
        if (this.text[this.at] !== ':') return [key, NULL];
        this.at += 1;
        return [key, this.node(depth + 1)];
      };
      return { kind: 'map', entries: this.items('}', entry) };
    }
    return { kind: 'scalar', text: this.word() };
  }

  private items<T>(closing: string, read: () => T): T[] {
    const items: T[] = [];
    this.at += 1;
    for (;;) {
      this.spaces();
      if (this.at >= this.text.length) throw new YamlError(`not closed: ${this.text}`);
      if (this.text[this.at] === closing) break;
      items.push(read());
      this.spaces();
      if (this.text[this.at] === ',') this.at += 1;
      else if (this.text[this.at] !== closing) throw new YamlError(`not readable: ${this.text}`);
    }
    this.at += 1;
    return items;
  }

  private word(): string {
    this.spaces();
    const start = this.at;
    const quote = this.text[start];
    if (quote === '"' || quote === "'") {
      const end = quotedEnd(this.text, start);
      if (end < 0) throw new YamlError(`an unfinished text: ${this.text}`);
      this.at = end;
    } else {
      const end = /[,\]}]|:(?=[ ,\]}]|$)/.exec(this.text.slice(start));
      this.at = end ? start + end.index : this.text.length;
    }
    return scalarText(this.text.slice(start, this.at).trim());
  }
}
