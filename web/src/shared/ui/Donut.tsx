import { countText, percentText } from '../lib/numbers';
import type { Tone } from '../lib/status';
import styles from './Donut.module.css';

export type Slice = { tone: Tone; word: string; count: number };

const RADIUS = 42;
const WIDTH = 12;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;
/** Smallest length of a slice, so that one sick agent of ten thousand is still seen. */
const SMALLEST = 3;
const GAP = 2;

/** Lengths of the slices along the ring. Small ones get a minimum that the others give up. */
export function sliceLengths(counts: readonly number[], ring = CIRCUMFERENCE): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return counts.map(() => 0);
  const shown = counts.filter((count) => count > 0).length;
  if (shown === 1) return counts.map((count) => (count > 0 ? ring : 0));
  const room = ring - shown * GAP;
  const raw = counts.map((count) => (count / total) * room);
  const lifted = raw.map((length) => (length > 0 ? Math.max(length, SMALLEST) : 0));
  const excess = lifted.reduce((sum, length) => sum + length, 0) - room;
  const givers = lifted.reduce(
    (sum, length) => sum + (length > SMALLEST ? length - SMALLEST : 0),
    0,
  );
  return lifted.map((length) =>
    length > SMALLEST && givers > 0 ? length - (excess * (length - SMALLEST)) / givers : length,
  );
}

/** Shares as a ring with the total in the middle; the legend beside it is its table. */
export function Donut({
  slices,
  label,
  unit,
}: {
  slices: readonly Slice[];
  label: string;
  unit: string;
}) {
  const total = slices.reduce((sum, slice) => sum + slice.count, 0);
  const lengths = sliceLengths(slices.map((slice) => slice.count));
  const summary = slices
    .filter((slice) => slice.count > 0)
    .map((slice) => `${countText(slice.count)} ${slice.word} (${percentText(slice.count, total)})`)
    .join(', ');
  let offset = 0;
  return (
    <svg
      className={styles.donut}
      viewBox="0 0 108 108"
      role="img"
      aria-label={`${label}: ${summary || 'nothing'}`}
    >
      <circle cx="54" cy="54" r={RADIUS} className={styles.track} strokeWidth={WIDTH} />
      {slices.map((slice, index) => {
        const length = lengths[index] ?? 0;
        const start = offset;
        offset += length > 0 ? length + GAP : 0;
        return length > 0 ? (
          <circle
            key={slice.word}
            cx="54"
            cy="54"
            r={RADIUS}
            data-tone={slice.tone}
            className={styles.slice}
            strokeWidth={WIDTH}
            strokeDasharray={`${length} ${CIRCUMFERENCE - length}`}
            strokeDashoffset={-start}
            transform="rotate(-90 54 54)"
          />
        ) : null;
      })}
      <text x="54" y="57" className={styles.total}>
        {countText(total)}
      </text>
      <text x="54" y="70" className={styles.unit}>
        {unit}
      </text>
    </svg>
  );
}
