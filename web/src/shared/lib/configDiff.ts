import { parseYaml, type YamlNode } from './yaml';

/**
 * A line of the normalised text. `as` is how it counts in a comparison: a value that means the same
 * as the offered one counts as that. `extra` marks what only the collector wrote.
 */
export type ConfigLine = { text: string; as: string; extra: boolean };

export type Difference = { path: string; offered: string; effective: string };

export type ConfigComparison = {
  /** Values of the offer that the other side has as well. */
  same: number;
  /** Values of the offer that are others on the other side. */
  differences: readonly Difference[];
  /**
   * Values of the offer that the other side lacks, as paths. In a report that proves nothing:
   * collectors leave some settings out, such as the scrapers of hostmetrics.
   */
  missing: readonly string[];
  /** Values that only the other side has. */
  added: number;
  /** Pipelines that only the other side has: they make it collect something else. */
  addedPipelines: readonly string[];
  left: readonly ConfigLine[];
  right: readonly ConfigLine[];
};

type Counter = {
  same: number;
  differences: Difference[];
  missing: string[];
  added: number;
  addedPipelines: string[];
};

/**
 * Compares the configuration that was offered with another one value by value. Order of keys, style
 * and spelling of the same value make no difference, as collectors report a configuration in their
 * own words. Undefined when one of them cannot be read.
 */
export function compareConfigs(offered: string, other: string): ConfigComparison | undefined {
  let left: YamlNode;
  let right: YamlNode;
  try {
    left = parseYaml(offered);
    right = parseYaml(other);
  } catch {
    return undefined;
  }
  const counter: Counter = {
    same: 0,
    differences: [],
    missing: [],
    added: 0,
    addedPipelines: [],
  };
  compare(left, right, [], counter);
  return {
    ...counter,
    left: writeLines(left, undefined),
    right: writeLines(right, left),
  };
}

const WORDS = new Set(['none', 'basic', 'normal', 'detailed', 'debug', 'info', 'warn', 'error']);

/** Whether a value means the same to a collector as the offered one, as far as one can see. */
export function sameScalar(offered: string, other: string): boolean {
  if (offered === other) return true;
  if (isHidden(offered, other)) return true;
  const lower = offered.toLowerCase();
  if (WORDS.has(lower) && lower === other.toLowerCase()) return true;
  if (/^[\d.]+$/.test(offered) && /^[\d.]+$/.test(other)) return Number(offered) === Number(other);
  const duration = durationNanos(offered);
  if (duration !== undefined) return duration === durationNanos(other);
  return offered.includes('$') && expandsTo(offered, other);
}

const REDACTED = /^\[REDACTED(?::[0-9a-f]+)?\]$/;

/** A hidden secret equals anything, except another one with another hash. */
function isHidden(left: string, right: string): boolean {
  const both = REDACTED.test(left) && REDACTED.test(right);
  if (both && left.includes(':') && right.includes(':')) return false;
  return REDACTED.test(left) || REDACTED.test(right);
}

/** `${env:PORT:-4317}` stands for any text, and `$$` for a dollar sign. */
function expandsTo(offered: string, other: string): boolean {
  const literal = (text: string) =>
    text.replaceAll('$$', '$').replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const pattern = offered.split(/\$\{[^{}]*\}/).map(literal);
  return new RegExp(`^${pattern.join('.*')}$`, 's').test(other);
}

const UNITS: Record<string, number> = {
  ns: 1,
  us: 1e3,
  µs: 1e3,
  ms: 1e6,
  s: 1e9,
  m: 6e10,
  h: 3.6e12,
};

/** A duration of Go, such as `1m30s`, in nanoseconds. */
function durationNanos(text: string): number | undefined {
  if (!/^-?(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h))+$/.test(text)) return undefined;
  let sum = 0;
  for (const [, value, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g)) {
    sum += Number(value) * (UNITS[unit ?? ''] ?? 0);
  }
  return Math.round(text.startsWith('-') ? -sum : sum);
}

function isEmpty(node: YamlNode): boolean {
  if (node.kind === 'scalar') return node.text === 'null';
  return node.kind === 'map' ? node.entries.length === 0 : node.items.length === 0;
}

function leaves(node: YamlNode): number {
  if (node.kind === 'scalar') return 1;
  if (isEmpty(node)) return 1;
  const children = node.kind === 'map' ? node.entries.map(([, child]) => child) : node.items;
  return children.reduce((sum, child) => sum + leaves(child), 0);
}

/** A short text for a value in a list of differences. */
function shortText(node: YamlNode): string {
  if (node.kind === 'scalar') return node.text;
  if (isEmpty(node)) return node.kind === 'map' ? '{}' : '[]';
  return node.kind === 'map' ? `{${node.entries.map(([key]) => key).join(', ')}}` : '[…]';
}

function compare(left: YamlNode, right: YamlNode | undefined, path: string[], to: Counter): void {
  if (right === undefined) {
    // An empty value says nothing that the collector would have to repeat.
    if (isEmpty(left)) to.same += 1;
    else to.missing.push(path.join('.'));
    return;
  }
  if (isEmpty(left)) {
    to.same += 1;
    if (!isEmpty(right)) to.added += leaves(right);
  } else if (left.kind === 'map' && right.kind === 'map') compareMaps(left, right, path, to);
  else if (left.kind === 'list' && right.kind === 'list') compareLists(left, right, path, to);
  else if (left.kind === 'scalar' && right.kind === 'scalar' && sameScalar(left.text, right.text)) {
    to.same += 1;
  } else {
    to.differences.push({
      path: path.join('.'),
      offered: shortText(left),
      effective: shortText(right),
    });
  }
}

type MapNode = Extract<YamlNode, { kind: 'map' }>;
type ListNode = Extract<YamlNode, { kind: 'list' }>;

function compareMaps(left: MapNode, right: MapNode, path: string[], to: Counter): void {
  const others = new Map(right.entries);
  const own = new Set(left.entries.map(([key]) => key));
  for (const [key, child] of left.entries) compare(child, others.get(key), [...path, key], to);
  for (const [key, child] of right.entries) {
    if (own.has(key)) continue;
    to.added += leaves(child);
    if (path.join('.') === 'service.pipelines') to.addedPipelines.push(key);
  }
}

/** Lists of names may gain entries (`service.extensions` does); other lists are kept in order. */
function compareLists(left: ListNode, right: ListNode, path: string[], to: Counter): void {
  if (isNames(left) && isNames(right)) {
    const pairs = pairNames(left, right);
    left.items.forEach((item, index) => {
      compare(item, right.items[pairs[index] ?? -1], [...path, shortText(item)], to);
    });
    to.added += right.items.length - pairs.filter((index) => index >= 0).length;
    return;
  }
  left.items.forEach((item, index) => {
    compare(item, right.items[index], [...path, String(index)], to);
  });
  for (const item of right.items.slice(left.items.length)) to.added += leaves(item);
}

function isNames(list: ListNode): boolean {
  return list.items.every((item) => item.kind === 'scalar');
}

/** For each name of the left list its place in the right one, or -1. */
function pairNames(left: ListNode, right: ListNode): number[] {
  const taken = new Set<number>();
  return left.items.map((item) => {
    const place = right.items.findIndex(
      (other, index) => !taken.has(index) && sameScalar(shortText(item), shortText(other)),
    );
    if (place >= 0) taken.add(place);
    return place;
  });
}

/**
 * A tree as lines: two spaces, keys sorted. With a reference, what the reference lacks is marked as
 * extra, and values that mean the same count as those of the reference.
 */
export function writeLines(node: YamlNode, reference: YamlNode | undefined): ConfigLine[] {
  const lines: ConfigLine[] = [];
  const compared = reference !== undefined;
  writeNode(node, reference, compared, '', '', (line) => lines.push(line));
  return lines;
}

type Emit = (line: ConfigLine) => void;

function writeNode(
  node: YamlNode,
  reference: YamlNode | undefined,
  compared: boolean,
  indent: string,
  lead: string,
  emit: Emit,
): void {
  const extra = compared && reference === undefined;
  if (node.kind === 'scalar' || isEmpty(node)) {
    const start = `${indent}${lead}`;
    const as = start + quoted(countsAs(node, reference));
    emit({ text: start + quoted(shortText(node)), as, extra });
    return;
  }
  if (lead !== '') {
    const text = `${indent}${lead}`.trimEnd();
    emit({ text, as: text, extra });
  }
  const inner = lead === '' ? indent : `${indent}  `;
  if (node.kind === 'map') {
    const others = new Map(reference?.kind === 'map' ? reference.entries : []);
    const sorted = [...node.entries].sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [key, child] of sorted) {
      writeNode(child, others.get(key), compared, inner, `${quoted(key)}: `, emit);
    }
    return;
  }
  const others = reference?.kind === 'list' ? reference : undefined;
  node.items.forEach((item, index) => {
    const other =
      others && isNames(node) && isNames(others)
        ? others.items.find((each) => sameScalar(shortText(each), shortText(item)))
        : others?.items[index];
    writeItem(item, other, compared, inner, emit);
  });
}

/** A list item; the first key of a mapping stands on the line of the dash. */
function writeItem(
  item: YamlNode,
  reference: YamlNode | undefined,
  compared: boolean,
  indent: string,
  emit: Emit,
): void {
  if (item.kind === 'scalar' || isEmpty(item)) {
    writeNode(item, reference, compared, indent, '- ', emit);
    return;
  }
  let dash = '- ';
  writeNode(item, reference, compared, `${indent}  `, '', ({ text, as, extra }) => {
    const start = indent + dash;
    emit({ text: start + text.slice(start.length), as: start + as.slice(start.length), extra });
    dash = '  ';
  });
}

function countsAs(node: YamlNode, reference: YamlNode | undefined): string {
  const own = shortText(node);
  const same =
    node.kind === 'scalar' && reference?.kind === 'scalar' && sameScalar(reference.text, own);
  return same ? reference.text : own;
}

function quoted(text: string): string {
  if (text === '{}' || text === '[]') return text;
  const plain = text !== '' && !/^[\s"'[{>|*&!%#`@,?-]|[\n\t]|: |:$| #|\s$/.test(text);
  return plain || /^-?[\d.]+$/.test(text) || /^-\w/.test(text) ? text : JSON.stringify(text);
}
