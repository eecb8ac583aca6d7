import { Link } from 'react-router';
import { countText, percentText } from '../lib/numbers';
import type { Tone } from '../lib/status';
import { Icon } from './Icon';
import styles from './SplitBar.module.css';
import { toneIcon } from './Status';

export type Segment = { tone: Tone; word: string; count: number; to?: string };

/** Shares of a whole as one bar. The legend has the numbers and is what screen readers get. */
export function SplitBar({
  segments,
  label,
  legend = true,
}: {
  segments: readonly Segment[];
  label: string;
  legend?: boolean;
}) {
  const shown = segments.filter((segment) => segment.count > 0);
  const total = shown.reduce((sum, segment) => sum + segment.count, 0);
  const summary = shown.map((segment) => `${countText(segment.count)} ${segment.word}`).join(', ');
  return (
    <div className={styles.split}>
      <div
        className={styles.bar}
        role="img"
        aria-label={`${label}: ${summary || 'none'}`}
        title={legend ? undefined : summary}
      >
        {shown.map((segment) => (
          <span
            key={segment.word}
            className={styles.part}
            data-tone={segment.tone}
            style={{ flexGrow: segment.count }}
          />
        ))}
      </div>
      {legend && (
        <ul className={styles.legend}>
          {shown.map((segment) => (
            <li
              key={segment.word}
              data-tone={segment.tone}
              title={percentText(segment.count, total)}
            >
              <Icon name={toneIcon(segment.tone)} size={13} />
              {segment.to ? (
                <Link to={segment.to}>
                  {countText(segment.count)} {segment.word.toLowerCase()}
                </Link>
              ) : (
                <span>
                  {countText(segment.count)} {segment.word.toLowerCase()}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
