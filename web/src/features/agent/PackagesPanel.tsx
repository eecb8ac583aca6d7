import type { AgentDetail } from '../../shared/api/types';
import { assertNever } from '../../shared/lib/assertNever';
import { classNames } from '../../shared/lib/classNames';
import type { StatusWord } from '../../shared/lib/status';
import { Hash } from '../../shared/ui/Hash';
import { Panel } from '../../shared/ui/Panel';
import { Status } from '../../shared/ui/Status';
import styles from './PackagesPanel.module.css';

export type AgentPackage = NonNullable<AgentDetail['packages']>['packages'][number];

/** What the agent says of its packages; nothing for one that has none, as most supervisors. */
export function PackagesPanel({ agent }: { agent: AgentDetail }) {
  const { packages } = agent;
  if (!packages || (packages.packages.length === 0 && packages.error === '')) return null;
  return (
    <Panel title="Packages" note={packages.packages.length} flush>
      {packages.error && (
        <p className={styles.whole}>
          <Status status={{ tone: 'failed', word: 'The offer was refused' }} />
          <span className={styles.error}>{packages.error}</span>
        </p>
      )}
      <ul>
        {packages.packages.map((each) => (
          <Item key={each.name} item={each} />
        ))}
      </ul>
    </Panel>
  );
}

function Item({ item }: { item: AgentPackage }) {
  const name = item.name || 'the agent itself';
  return (
    <li className={styles.item}>
      <p className={styles.head}>
        <span className={classNames(styles.name, !item.name && styles.none)}>{name}</span>
        <Status status={packageStatus(item)} variant="quiet" />
      </p>
      <p className={styles.versions}>
        <Versions item={item} />
        {item.hash && <Hash value={item.hash} what={`hash of ${name}`} />}
      </p>
      {item.status === 'downloading' && item.downloadPercent !== undefined && (
        <progress
          className={styles.progress}
          max={100}
          value={item.downloadPercent}
          aria-label={`Download of ${name}`}
        />
      )}
      {item.error && <p className={styles.error}>{item.error}</p>}
    </li>
  );
}

/** What it has, and what it was offered when that is another one. */
function Versions({ item }: { item: AgentPackage }) {
  const other = item.offeredVersion !== '' && item.offeredVersion !== item.version;
  return (
    <>
      <span>{item.version || 'not installed'}</span>
      {other && <span>offered: {item.offeredVersion}</span>}
    </>
  );
}

export function packageStatus({ status, downloadPercent }: AgentPackage): StatusWord {
  switch (status) {
    case 'installed':
      return { tone: 'ok', word: 'Installed' };
    case 'install_pending':
      return { tone: 'waiting', word: 'Waits to be installed' };
    case 'downloading':
      return {
        tone: 'progressing',
        word: downloadPercent === undefined ? 'Downloading' : `Downloading, ${downloadPercent} %`,
      };
    case 'installing':
      return { tone: 'progressing', word: 'Installing' };
    case 'install_failed':
      return { tone: 'failed', word: 'Installation failed' };
    default:
      return assertNever(status);
  }
}
