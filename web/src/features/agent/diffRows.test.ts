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
    { text: 'first', as: 'first', extra: true },
    { text: 'A', as: 'a', extra: false },
    { text: 'more', as: 'more', extra: true },
    { text: 'c', as: 'c', extra: false },
    { text: 'last', as: 'last', extra: true },
  ];
  expect(shape(diffRows(plainLines('a\nb\nc'), right))).toEqual([
    ['extra', undefined, undefined, 1, 'first'],
    ['same', 1, 'a', 2, 'A'],
    ['removed', 2, 'b', undefined, undefined],
    ['extra', undefined, undefined, 3, 'more'],
    ['same', 3, 'c', 4, 'c'],
    ['extra', undefined, undefined, 5, 'last'],
  ]);
});

it('putsChangedLinesOfTheSameKeyOnOneHeight', () => {
  const rows = diffRows(
    plainLines('a:\n  gone: 1\n  x: 5s'),
    plainLines('a:\n  x: 200ms\n  new: 2'),
  );
  expect(shape(rows)).toEqual([
    ['same', 1, 'a:', 1, 'a:'],
    ['removed', 2, '  gone: 1', undefined, undefined],
    ['changed', 3, '  x: 5s', 2, '  x: 200ms'],
    ['added', undefined, undefined, 3, '  new: 2'],
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
