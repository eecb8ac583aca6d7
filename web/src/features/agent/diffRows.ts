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
    .map((line) => ({ text: line, extra: false }));
}

export function diffRows(left: readonly ConfigLine[], right: readonly ConfigLine[]): DiffRow[] {
  // What the collector added is known line by line; only the rest has to be aligned.
  const own = right.filter((line) => !line.extra).map((line) => line.text);
  const parts = diffArrays(
    left.map((line) => line.text),
    own,
    { timeout: TIMEOUT_MILLIS },
  ) ?? [
    { value: left.map((line) => line.text), removed: true, added: false },
    { value: own, removed: false, added: true },
  ];
  const rows = alignedRows(parts);
  return withExtras(rows, right);
}

type Part = { value: string[]; removed?: boolean | undefined; added?: boolean | undefined };

/** Rows without the extra lines; numbers of the right side count only the lines in question. */
function alignedRows(parts: readonly Part[]): DiffRow[] {
  const rows: DiffRow[] = [];
  let leftAt = 0;
  let rightAt = 0;
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index];
    if (!part) continue;
    const next = parts[index + 1];
    if (part.removed && next?.added) {
      const height = Math.max(part.value.length, next.value.length);
      for (let line = 0; line < height; line += 1) {
        const before = part.value[line];
        const after = next.value[line];
        rows.push({
          kind: before === undefined ? 'added' : after === undefined ? 'removed' : 'changed',
          left: before === undefined ? undefined : { number: ++leftAt, text: before },
          right: after === undefined ? undefined : { number: ++rightAt, text: after },
        });
      }
      index += 1;
      continue;
    }
    for (const text of part.value) {
      const left = part.added ? undefined : { number: ++leftAt, text };
      const right = part.removed ? undefined : { number: ++rightAt, text };
      rows.push({ kind: part.added ? 'added' : part.removed ? 'removed' : 'same', left, right });
    }
  }
  return rows;
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
