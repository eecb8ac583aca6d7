import type { ConfigComparison } from '../../shared/lib/configDiff';
import { countText, plural } from '../../shared/lib/numbers';
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
      <div className={styles.note} data-tone="unknown">
        <Icon name="info" />
        <p>One of the configurations could not be read as YAML: they are compared as plain text.</p>
      </div>
    );
  }
  const { same, differences, added, addedPipelines } = comparison;
  const good = differences.length === 0 && (!effective || addedPipelines.length === 0);
  return (
    <div className={styles.note} data-tone={!effective ? 'unknown' : good ? 'ok' : 'attention'}>
      <Icon name={!effective ? 'info' : good ? 'checkCircle' : 'warning'} />
      <div className={styles.text}>
        <p className={styles.result}>
          {differences.length === 0
            ? effective
              ? `Runs what was offered: all ${plural(same, 'value')} are there.`
              : 'No value of the offer changes or goes away.'
            : differenceText(differences.length, same + differences.length, effective)}
        </p>
        {differences.length > 0 && (
          <ul className={styles.list}>
            {differences.slice(0, LISTED).map((difference) => (
              <li key={difference.path}>
                <code>{difference.path}</code>
                <span>
                  {difference.offered} → {difference.effective ?? 'missing'}
                </span>
              </li>
            ))}
            {differences.length > LISTED && <li>and {differences.length - LISTED} more</li>}
          </ul>
        )}
        {effective && addedPipelines.length > 0 && (
          <p>Pipelines that were not offered: {addedPipelines.join(', ')}.</p>
        )}
        {effective && added > 0 && (
          <p className={styles.added}>
            The collector reports {plural(added, 'more value')}: defaults that it filled in, the
            extension <code>opamp</code> and the telemetry settings of its supervisor. They are
            marked with a dot and are no difference. Values such as <code>[REDACTED:…]</code> are
            secrets that the server hides.
          </p>
        )}
        {!effective && added > 0 && <p>{plural(added, 'new value')}.</p>}
      </div>
    </div>
  );
}

function differenceText(count: number, all: number, effective: boolean): string {
  const verb = effective ? 'differ' : 'change';
  return `${plural(count, 'value')} of ${countText(all)} ${count === 1 ? `${verb}s` : verb}.`;
}
