import { useEffect, useState } from 'react';
import { usePreferences } from '../shared/lib/preferences';
import { clockText, durationText } from '../shared/lib/time';
import styles from './FreshnessPill.module.css';
import type { LiveState } from './live/connection';

/** After this long "reconnecting" is no longer the news, but that the screen is old. */
const STALE_MILLIS = 30_000;

/** How fresh the screen is: live, reconnecting, or stale since a time. */
export function FreshnessPill({ state }: { state: LiveState }) {
  const { zone } = usePreferences();
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (state.phase !== 'reconnecting') return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [state.phase]);

  const age = Math.max(0, now - state.since);
  const [tone, text, hint] = ((): [string, string, string] => {
    switch (state.phase) {
      case 'live':
        return ['ok', 'Live', 'Changes appear by themselves'];
      case 'connecting':
        return ['progressing', 'Connecting', 'The event stream is being opened'];
      case 'paused':
        return ['unknown', 'Paused', 'The tab was hidden; updates go on when it is shown'];
      case 'signedOut':
        return ['failed', 'Signed out', 'Nothing is read any more'];
      case 'reconnecting':
        return age < STALE_MILLIS
          ? ['attention', `Reconnecting ${durationText(age)}`, 'The event stream was lost']
          : ['attention', `Stale since ${clockText(state.since, zone)}`, 'The server is away'];
    }
  })();
  return (
    <span className={styles.pill} data-tone={tone} title={hint}>
      <span className={styles.dot} />
      {text}
    </span>
  );
}
