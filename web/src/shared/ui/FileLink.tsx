import { forgeLink } from '../lib/gitops';
import styles from './FileLink.module.css';
import { Icon } from './Icon';

/** `file:line`, with a link to the forge where the source is on a known one. */
export function FileLink({
  source,
  revision,
  file,
  line,
}: {
  source: string;
  revision: string | undefined;
  file: string;
  line: number;
}) {
  if (file === '') return <span className={styles.none}>whole repository</span>;
  const text = line > 0 ? `${file}:${line}` : file;
  const link = forgeLink(source, revision, file, line);
  if (!link) return <code className={styles.file}>{text}</code>;
  return (
    <a href={link} target="_blank" rel="noreferrer" className={styles.link}>
      <code className={styles.file}>{text}</code>
      <Icon name="external" size={12} />
      <span className="visually-hidden">opens the forge</span>
    </a>
  );
}
