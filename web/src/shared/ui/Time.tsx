import { useNow } from '../lib/clock';
import { usePreferences } from '../lib/preferences';
import { absoluteText, relativeText } from '../lib/time';
import styles from './Time.module.css';

/** A moment: relative in the text, absolute with its zone on hover and for screen readers. */
export function Time({ at, absent = 'never' }: { at: string | undefined; absent?: string }) {
  const now = useNow();
  const { zone } = usePreferences();
  const millis = at ? Date.parse(at) : Number.NaN;
  if (Number.isNaN(millis)) return <span className={styles.absent}>{absent}</span>;
  return (
    <time dateTime={at} title={absoluteText(millis, zone)} className={styles.time}>
      {relativeText(millis, now)}
    </time>
  );
}

/** A moment as date and time, for lists that are read as a log. */
export function AbsoluteTime({ at }: { at: string }) {
  const { zone } = usePreferences();
  return (
    <time dateTime={at} className={styles.time}>
      {absoluteText(Date.parse(at), zone).slice(0, 19)}
    </time>
  );
}
