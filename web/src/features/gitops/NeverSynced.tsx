import { CopyButton } from '../../shared/ui/CopyButton';
import { EmptyState } from '../../shared/ui/EmptyState';
import { Panel } from '../../shared/ui/Panel';
import { ScrollArea } from '../../shared/ui/ScrollArea';
import styles from './NeverSynced.module.css';

const SAMPLE = `gitops:
  source: https://git.example.com/platform/fleets.git
  branch: main
  auth:
    username: myriarch
    tokenFile: /etc/myriarch/git-token
`;

/** No revision was ever read: either no source is set, or the first read is still to come. */
export function NeverSynced({ source }: { source: string }) {
  if (source !== '') {
    return (
      <Panel title="Not read yet">
        <EmptyState icon="git" title="The repository was not read so far">
          The server reads it shortly after its start and then at every poll. This page shows the
          result by itself.
        </EmptyState>
      </Panel>
    );
  }
  return (
    <Panel title="Set up" actions={<CopyButton text={SAMPLE} label="Copy" word="Copy" />}>
      <EmptyState icon="git" title="No Git repository is configured">
        Git says which agents run what. Name the repository in the configuration of the server and
        start it again. For a try-out, <code>dir:/path/to/folder</code> reads a folder.
      </EmptyState>
      <ScrollArea label="Sample configuration" className={styles.sample}>
        <pre>{SAMPLE}</pre>
      </ScrollArea>
    </Panel>
  );
}
