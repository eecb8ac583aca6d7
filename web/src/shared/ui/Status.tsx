import type { StatusWord, Tone } from '../lib/status';
import { Icon, type IconName } from './Icon';
import styles from './Status.module.css';

const ICONS: Record<Tone, IconName> = {
  ok: 'checkCircle',
  progressing: 'progress',
  waiting: 'pause',
  attention: 'warning',
  failed: 'crossCircle',
  offline: 'offline',
  unknown: 'unknown',
};

export function toneIcon(tone: Tone): IconName {
  return ICONS[tone];
}

/**
 * Icon, word and colour. `quiet` keeps good news grey, so that a long table shows only what is
 * not in order; `pill` is for the head of a page.
 */
export function Status({
  status,
  variant = 'plain',
}: {
  status: StatusWord;
  variant?: 'plain' | 'quiet' | 'pill';
}) {
  return (
    <span className={`${styles.status} ${styles[variant]}`} data-tone={status.tone}>
      <Icon name={ICONS[status.tone]} size={variant === 'pill' ? 14 : 15} />
      <span>{status.word}</span>
    </span>
  );
}
