import styles from './Brand.module.css';

const DOTS = [
  [6, 17.5],
  [6, 12],
  [6, 6.5],
  [18, 17.5],
  [18, 12],
  [18, 6.5],
  [9, 9.25],
  [15, 9.25],
] as const;

/** The mark: many points in the shape of an M, one in the middle that leads. */
export function BrandMark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" className={styles.mark}>
      <rect width="24" height="24" rx="6" className={styles.ground} />
      {DOTS.map(([x, y]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r="1.6" className={styles.dot} />
      ))}
      <circle cx="12" cy="12" r="2" className={styles.lead} />
    </svg>
  );
}
