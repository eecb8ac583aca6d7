import type { AgentDetail } from '../../shared/api/types';
import { assertNever } from '../../shared/lib/assertNever';
import type { StatusWord } from '../../shared/lib/status';
import { EmptyState } from '../../shared/ui/EmptyState';
import { Hash } from '../../shared/ui/Hash';
import { Panel } from '../../shared/ui/Panel';
import { ScrollArea } from '../../shared/ui/ScrollArea';
import { Status } from '../../shared/ui/Status';
import table from '../../shared/ui/table.module.css';
import styles from './PackagesPanel.module.css';

export type AgentPackage = NonNullable<AgentDetail['packages']>['packages'][number];

/** What the agent says of its packages; nothing for an agent that has none to speak of. */
export function PackagesPanel({ agent }: { agent: AgentDetail }) {
  const { packages } = agent;
  if (!packages) {
    return agent.capabilities.includes('ReportsPackageStatuses') ? (
      <Panel title="Packages">
        <EmptyState icon="file" title="No package was reported">
          The agent can report the state of its packages and has not done so yet.
        </EmptyState>
      </Panel>
    ) : null;
  }
  return (
    <Panel title="Packages" note={packages.packages.length} flush>
      {packages.error && (
        <p className={styles.whole}>
          <Status status={{ tone: 'failed', word: 'The offer was refused' }} />
          <span className={styles.error}>{packages.error}</span>
        </p>
      )}
      {packages.packages.length === 0 ? (
        <EmptyState icon="file" title="The agent has no packages" />
      ) : (
        <ScrollArea label="Packages of the agent">
          <table className={table.table}>
            <thead>
              <tr>
                <th scope="col">Package</th>
                <th scope="col">Version</th>
                <th scope="col">Status</th>
              </tr>
            </thead>
            <tbody>
              {packages.packages.map((each) => (
                <Row key={each.name} item={each} />
              ))}
            </tbody>
          </table>
        </ScrollArea>
      )}
    </Panel>
  );
}

function Row({ item }: { item: AgentPackage }) {
  const name = item.name || 'the agent itself';
  return (
    <tr>
      <th scope="row" className={styles.name}>
        {item.name || <span className={styles.none}>{name}</span>}
        {item.hash && (
          <span className={styles.hash}>
            <Hash value={item.hash} what={`hash of ${name}`} />
          </span>
        )}
      </th>
      <td className={styles.version}>
        <Versions item={item} />
      </td>
      <td className={styles.state}>
        <Status status={packageStatus(item)} variant="quiet" />
        {item.status === 'downloading' && item.downloadPercent !== undefined && (
          <progress
            className={styles.progress}
            max={100}
            value={item.downloadPercent}
            aria-label={`Download of ${name}`}
          />
        )}
        {item.error && <p className={styles.error}>{item.error}</p>}
      </td>
    </tr>
  );
}

/** What it has, and what it was offered when that is another one. */
function Versions({ item }: { item: AgentPackage }) {
  const other = item.offeredVersion !== '' && item.offeredVersion !== item.version;
  return (
    <>
      {item.version || <span className={styles.none}>not installed</span>}
      {other && <span className={styles.offered}>offered: {item.offeredVersion}</span>}
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
