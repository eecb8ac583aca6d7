import { Link } from 'react-router';
import { CopyButton } from '../../shared/ui/CopyButton';
import { EmptyState } from '../../shared/ui/EmptyState';
import { Panel } from '../../shared/ui/Panel';
import { ScrollArea } from '../../shared/ui/ScrollArea';
import styles from './NoFleets.module.css';

/** A first blueprint and a fleet that works with any collector. */
const SAMPLE = `apiVersion: myriarch.dev/v1alpha1
kind: Blueprint
metadata:
  name: first
spec:
  config:
    receivers:
      otlp:
        protocols:
          grpc:
            endpoint: 127.0.0.1:4317
    exporters:
      debug: {}
    service:
      pipelines:
        traces:
          receivers: [otlp]
          exporters: [debug]
---
apiVersion: myriarch.dev/v1alpha1
kind: Fleet
metadata:
  name: test
spec:
  description: Everything in the test environment
  selector:
    matchAttributes:
      env: test
  blueprint: first
`;

export function NoFleets() {
  return (
    <Panel title="No fleet yet" actions={<CopyButton text={SAMPLE} label="Copy" word="Copy" />}>
      <EmptyState icon="fleets" title="The Git repository declares no fleet">
        A fleet selects agents by their attributes and names the blueprint that they run. Put this
        into a file of the repository, such as <code>fleets/test.yaml</code>;{' '}
        <Link to="/gitops">GitOps</Link> shows when it was read.
      </EmptyState>
      <ScrollArea label="Sample fleet" className={styles.sample}>
        <pre>{SAMPLE}</pre>
      </ScrollArea>
    </Panel>
  );
}
