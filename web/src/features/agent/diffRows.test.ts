import { expect, it } from 'vitest';
import { type DiffRow, diffRows, hunksOf, plainLines } from './diffRows';

const shape = (rows: readonly DiffRow[]) =>
  rows.map((row) => [
    row.kind,
    row.left?.number,
    row.left?.text,
    row.right?.number,
    row.right?.text,
  ]);

it('alignsChangedLinesAndCountsBothSides', () => {
  const rows = diffRows(plainLines('a\nb\nc\n'), plainLines('a\nB\nc\nd\n'));
  expect(shape(rows)).toEqual([
    ['same', 1, 'a', 1, 'a'],
    ['changed', 2, 'b', 2, 'B'],
    ['same', 3, 'c', 3, 'c'],
    ['added', undefined, undefined, 4, 'd'],
  ]);
});

it('putsExtraLinesWhereTheCollectorHasThem', () => {
  const right = [
    { text: 'first', extra: true },
    { text: 'a', extra: false },
    { text: 'more', extra: true },
    { text: 'c', extra: false },
    { text: 'last', extra: true },
  ];
  expect(shape(diffRows(plainLines('a\nb\nc'), right))).toEqual([
    ['extra', undefined, undefined, 1, 'first'],
    ['same', 1, 'a', 2, 'a'],
    ['removed', 2, 'b', undefined, undefined],
    ['extra', undefined, undefined, 3, 'more'],
    ['same', 3, 'c', 4, 'c'],
    ['extra', undefined, undefined, 5, 'last'],
  ]);
});

it('foldsEqualLinesFarFromChanges', () => {
  const text = Array.from({ length: 40 }, (_, index) => `line ${index}`);
  const other = text.with(20, 'other');
  const hunks = hunksOf(diffRows(plainLines(text.join('\n')), plainLines(other.join('\n'))));
  expect(hunks.map((hunk) => [hunk.hidden, hunk.rows.length])).toEqual([
    [17, 7],
    [16, 0],
  ]);
});
