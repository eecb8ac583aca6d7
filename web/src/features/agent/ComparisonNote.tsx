import type { ReactNode } from 'react';
import type { ConfigComparison } from '../../shared/lib/configDiff';
import { countText, plural } from '../../shared/lib/numbers';
import type { Tone } from '../../shared/lib/status';
import { Icon } from '../../shared/ui/Icon';
import styles from './ComparisonNote.module.css';

/** Paths that are listed; the view below has all of them. */
const LISTED = 5;

/** The result of the comparison in words, and what a collector adds by itself. */
export function ComparisonNote({
  comparison,
  effective,
}: {
  comparison: ConfigComparison | undefined;
  effective: boolean;
}) {
  if (!comparison) {
    return (
      <Note tone="unknown">
        <p>One of the configurations could not be read as YAML: they are compared as plain text.</p>
      </Note>
    );
  }
  return effective ? (
    <EffectiveNote comparison={comparison} />
  ) : (
    <PlannedNote comparison={comparison} />
  );
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

function EffectiveNote({ comparison }: { comparison: ConfigComparison }) {
  const { differences, missing, added, addedPipelines } = comparison;
  const other = differences.length > 0 || addedPipelines.length > 0;
  return (
    <Note tone={other ? 'attention' : missing.length > 0 ? 'unknown' : 'ok'}>
      <p className={styles.result}>{effectiveText(comparison)}</p>
      <Differences comparison={comparison} />
      {addedPipelines.length > 0 && (
        <p>Pipelines that were not offered: {addedPipelines.join(', ')}.</p>
      )}
      {missing.length > 0 && (
        <details className={styles.added}>
          <summary>
            {plural(missing.length, 'value')} of the offer {missing.length === 1 ? 'is' : 'are'} not
            in the report. Collectors leave some settings out, so this alone is no difference.
          </summary>
          <ul className={styles.paths}>
            {missing.map((path) => (
              <li key={path}>
                <code>{path}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
      {added > 0 && (
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

function effectiveText({ same, differences, missing }: ConfigComparison): string {
  if (differences.length > 0) {
    const all = same + differences.length + missing.length;
    const verb = differences.length === 1 ? 'differs' : 'differ';
    return `${plural(differences.length, 'value')} of ${countText(all)} ${verb}.`;
  }
  if (missing.length > 0) return `Every value that is reported is as it was offered (${same}).`;
  return `Runs what was offered: all ${plural(same, 'value')} are there.`;
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
      <Differences comparison={comparison} />
    </Note>
  );
}

function Differences({ comparison: { differences } }: { comparison: ConfigComparison }) {
  if (differences.length === 0) return null;
  return (
    <ul className={styles.list}>
      {differences.slice(0, LISTED).map((difference) => (
        <li key={difference.path}>
          <code>{difference.path}</code>
          <span>
            {difference.offered} → {difference.effective}
          </span>
        </li>
      ))}
      {differences.length > LISTED && <li>and {differences.length - LISTED} more</li>}
    </ul>
  );
}
