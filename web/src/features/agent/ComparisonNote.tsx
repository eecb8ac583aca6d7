import type { ReactNode } from 'react';
import type { AgentConfigState } from '../../shared/api/types';
import { assertNever } from '../../shared/lib/assertNever';
import type { ConfigComparison } from '../../shared/lib/configDiff';
import { plural } from '../../shared/lib/numbers';
import { proofStatus, type Tone } from '../../shared/lib/status';
import { Icon } from '../../shared/ui/Icon';
import styles from './ComparisonNote.module.css';

/** Paths that are listed; the view below has all of them. */
const LISTED = 5;

/** The result of a comparison in words. */
export function ComparisonNote({ comparison }: { comparison: ConfigComparison | undefined }) {
  if (!comparison) {
    return (
      <Note tone="unknown">
        <p>One of the configurations could not be read as YAML: they are compared as plain text.</p>
      </Note>
    );
  }
  return <PlannedNote comparison={comparison} />;
}

function Note({ tone, children }: { tone: Tone; children: ReactNode }) {
  const icon = tone === 'ok' ? 'checkCircle' : tone === 'attention' ? 'warning' : 'info';
  return (
    <div className={styles.note} data-tone={tone}>
      <Icon name={icon} />
      <div className={styles.text}>{children}</div>
    </div>
  );
}

/** What the server found out, and what a collector adds by itself. */
export function ProofNote({
  config,
  comparison,
}: {
  config: AgentConfigState;
  comparison: ConfigComparison | undefined;
}) {
  const leftOut = config.proofLeftOut ?? [];
  const added = comparison?.added ?? 0;
  // The server knows of these that no collector reports them.
  const unreported = config.proof === 'verified' ? (comparison?.missing.length ?? 0) : 0;
  return (
    <Note tone={proofStatus(config.proof).tone}>
      <p className={styles.result}>{proofText(config, unreported)}</p>
      <Differences differences={config.proofDifferences ?? []} />
      {leftOut.length > 0 && (
        <details className={styles.added}>
          <summary>
            {plural(leftOut.length, 'value')} of the offer {leftOut.length === 1 ? 'is' : 'are'} not
            in the report. Collectors leave some settings out, so this alone is no difference.
          </summary>
          <ul className={styles.paths}>
            {leftOut.map((path) => (
              <li key={path}>
                <code>{path}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
      {unreported > 0 && (
        <p className={styles.added}>
          {plural(unreported, 'value')} of the offer {unreported === 1 ? 'is' : 'are'} marked with a
          minus: collectors use such settings, as the scrapers of <code>hostmetrics</code>, without
          reporting them. They are no difference.
        </p>
      )}
      {config.proof !== 'unknown' && added > 0 && (
        <p className={styles.added}>
          The collector reports {plural(added, 'more value')}: defaults that it filled in, the
          extension <code>opamp</code> and the telemetry settings of its supervisor. They are marked
          with a dot and are no difference. <code>[REDACTED:…]</code> stands for a value that the
          server hides.
        </p>
      )}
    </Note>
  );
}

function proofText(config: AgentConfigState, unreported: number): string {
  switch (config.proof) {
    case 'verified':
      return unreported > 0
        ? 'Runs what was offered: every value that collectors report is in the report.'
        : 'Runs what was offered: every value of the offer is in the report.';
    case 'left_out':
      return 'Every value that is reported is as it was offered.';
    case 'differs': {
      const count = config.proofDifferences?.length ?? 0;
      return `${plural(count, 'value')} ${count === 1 ? 'differs' : 'differ'} from the offer.`;
    }
    case 'unknown':
      return config.reportedStatus === 'applied' && config.reportedHash === config.desiredHash
        ? 'The server could not compare the report with the offer.'
        : 'Not compared: the agent has not confirmed the configuration that is offered.';
    default:
      return assertNever(config.proof);
  }
}

function PlannedNote({ comparison }: { comparison: ConfigComparison }) {
  const { differences, missing, added } = comparison;
  const parts = [
    differences.length > 0 && `${plural(differences.length, 'value')} changed`,
    missing.length > 0 && `${plural(missing.length, 'value')} removed`,
    added > 0 && `${plural(added, 'value')} added`,
  ].filter(Boolean);
  return (
    <Note tone="unknown">
      <p className={styles.result}>
        {parts.length > 0 ? `${parts.join(', ')}.` : 'No value changes.'}
      </p>
      <Differences
        differences={differences.map(({ path, offered, effective }) => ({
          path,
          offered,
          reported: effective,
        }))}
      />
    </Note>
  );
}

function Differences({
  differences,
}: {
  differences: readonly { path: string; offered: string; reported: string }[];
}) {
  if (differences.length === 0) return null;
  return (
    <ul className={styles.list}>
      {differences.slice(0, LISTED).map((difference) => (
        <li key={`${difference.path} ${difference.offered}`}>
          <code>{difference.path}</code>
          <span>
            {difference.offered || 'not offered'} → {difference.reported || 'missing'}
          </span>
        </li>
      ))}
      {differences.length > LISTED && <li>and {differences.length - LISTED} more</li>}
    </ul>
  );
}
