import { diffArrays } from 'diff';
import type { ConfigLine } from '../../shared/lib/configDiff';

/**
 * One line of a comparison. `changed` has both sides; `extra` is on the right side only, and was
 * added by the collector.
 */
export type DiffRow = {
  kind: 'same' | 'changed' | 'removed' | 'added' | 'extra';
  left: { number: number; text: string } | undefined;
  right: { number: number; text: string } | undefined;
};

/** Longest computation; beyond it everything counts as changed. */
const TIMEOUT_MILLIS = 2_000;

export function plainLines(text: string): ConfigLine[] {
  return text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => ({ text: line, as: line, extra: false }));
}

export function diffRows(left: readonly ConfigLine[], right: readonly ConfigLine[]): DiffRow[] {
  // What the collector added is known line by line; only the rest has to be aligned.
  const own = right.filter((line) => !line.extra);
  const rows = pair(left, own, (line) => line.as, pairByKey);
  return withExtras(rows, right);
}

type Side = readonly ConfigLine[];
type Block = (left: Side, right: Side, leftAt: number, rightAt: number) => DiffRow[];

/** Aligns two lists of lines; what has no counterpart goes to `block` piece by piece. */
function pair(
  left: Side,
  right: Side,
  keyOf: (line: ConfigLine) => string,
  block: Block,
  leftStart = 0,
  rightStart = 0,
): DiffRow[] {
  const parts = diffArrays(left.map(keyOf), right.map(keyOf), { timeout: TIMEOUT_MILLIS });
  if (!parts) return block(left, right, leftStart, rightStart);
  const rows: DiffRow[] = [];
  let leftAt = 0;
  let rightAt = 0;
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index];
    if (!part) continue;
    if (!part.removed && !part.added) {
      for (let line = 0; line < part.value.length; line += 1) {
        rows.push(rowOf(left[leftAt], right[rightAt], leftStart + leftAt, rightStart + rightAt));
        leftAt += 1;
        rightAt += 1;
      }
      continue;
    }
    const next = parts[index + 1];
    const gone = part.removed ? part.value.length : 0;
    const came = part.added
      ? part.value.length
      : part.removed && next?.added
        ? next.value.length
        : 0;
    if (part.removed && next?.added) index += 1;
    rows.push(
      ...block(
        left.slice(leftAt, leftAt + gone),
        right.slice(rightAt, rightAt + came),
        leftStart + leftAt,
        rightStart + rightAt,
      ),
    );
    leftAt += gone;
    rightAt += came;
  }
  return rows;
}

/** In a block of changed lines those with the same key belong together. */
const pairByKey: Block = (left, right, leftAt, rightAt) =>
  pair(left, right, (line) => keyPart(line.text), unpaired, leftAt, rightAt);

function keyPart(text: string): string {
  return /^\s*(?:- )*[^:]*:(?=\s|$)/.exec(text)?.[0] ?? text;
}

/** Lines without a counterpart; as many on both sides most likely replace each other. */
const unpaired: Block = (left, right, leftAt, rightAt) => {
  if (left.length === right.length) {
    return left.map((line, index) => rowOf(line, right[index], leftAt + index, rightAt + index));
  }
  return [
    ...left.map((line, index) => rowOf(line, undefined, leftAt + index, 0)),
    ...right.map((line, index) => rowOf(undefined, line, 0, rightAt + index)),
  ];
};

function rowOf(
  left: ConfigLine | undefined,
  right: ConfigLine | undefined,
  leftAt: number,
  rightAt: number,
): DiffRow {
  const kind = !left ? 'added' : !right ? 'removed' : left.as === right.as ? 'same' : 'changed';
  return {
    kind,
    left: left && { number: leftAt + 1, text: left.text },
    right: right && { number: rightAt + 1, text: right.text },
  };
}

/** Puts the extra lines back in their places and numbers the right side anew. */
function withExtras(rows: readonly DiffRow[], right: readonly ConfigLine[]): DiffRow[] {
  const result: DiffRow[] = [];
  let at = 0;
  const takeExtras = () => {
    for (let line = right[at]; line?.extra; line = right[at]) {
      at += 1;
      result.push({ kind: 'extra', left: undefined, right: { number: at, text: line.text } });
    }
  };
  for (const row of rows) {
    if (row.right) {
      takeExtras();
      at += 1;
      result.push({ ...row, right: { ...row.right, number: at } });
    } else {
      result.push(row);
    }
  }
  takeExtras();
  return result;
}

export type Hunk = { hidden: number; rows: DiffRow[] };

/** Rows around the changes; what lies between them is counted, and shown on demand. */
export function hunksOf(rows: readonly DiffRow[], context = 3): Hunk[] {
  const near = rows.map(() => false);
  rows.forEach((row, index) => {
    if (row.kind === 'same') return;
    for (let at = index - context; at <= index + context; at += 1) {
      if (at >= 0 && at < rows.length) near[at] = true;
    }
  });
  const hunks: Hunk[] = [];
  let hidden = 0;
  rows.forEach((row, index) => {
    if (!near[index]) {
      hidden += 1;
      return;
    }
    const last = hunks.at(-1);
    if (hidden > 0 || !last) {
      hunks.push({ hidden, rows: [row] });
      hidden = 0;
    } else last.rows.push(row);
  });
  if (hidden > 0) hunks.push({ hidden, rows: [] });
  return hunks;
}
