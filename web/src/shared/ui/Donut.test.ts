import { expect, it } from 'vitest';
import { sliceLengths } from './Donut';

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

it('drawsOneValueAsAFullRing', () => {
  expect(sliceLengths([7, 0], 100)).toEqual([100, 0]);
});

it('keepsASmallSliceVisibleAndTheRingFull', () => {
  const lengths = sliceLengths([9_999, 1, 0], 100);
  expect(lengths[1]).toBe(3);
  expect(lengths[2]).toBe(0);
  expect(sum(lengths)).toBeCloseTo(100 - 2 * 2);
});

it('drawsNothingForNothing', () => {
  expect(sliceLengths([0, 0], 100)).toEqual([0, 0]);
});
