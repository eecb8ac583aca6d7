import { useLocation } from 'react-router';
import { useSessionState } from '../shared/api/session';
import { serverUrl } from '../shared/lib/base';
import { usePreferences } from '../shared/lib/preferences';
import { clockText } from '../shared/lib/time';
import { Icon } from '../shared/ui/Icon';
import styles from './SignedOutBanner.module.css';

/** The session ended while the page was open. A real link: signing in starts with a fresh page. */
export function SignedOutBanner() {
  const { since } = useSessionState();
  const { zone } = usePreferences();
  const { pathname, search } = useLocation();
  const back = encodeURIComponent(`${pathname}${search}`);
  return (
    <div className={styles.banner} role="alert">
      <Icon name="lock" />
      <span>
        <strong>You are signed out.</strong> What you see is from {clockText(since, zone)} and does
        not change any more.
      </span>
      <a href={serverUrl(`login?return=${back}`)}>Sign in again</a>
    </div>
  );
}
