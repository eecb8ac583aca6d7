import { CopyButton } from './CopyButton';
import styles from './Hash.module.css';

const SHOWN = 7;

/** A hash: the first seven characters, all of it on hover and in the clipboard. */
export function Hash({
  value,
  what,
  copy = true,
}: {
  value: string;
  what: string;
  copy?: boolean;
}) {
  return (
    <span className={styles.hash}>
      <code title={value}>{value.slice(0, SHOWN)}</code>
      {copy && <CopyButton text={value} label={`Copy ${what}`} />}
    </span>
  );
}
