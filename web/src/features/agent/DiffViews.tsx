import { useMemo, useState } from 'react';
import { plural } from '../../shared/lib/numbers';
import { Button } from '../../shared/ui/Button';
import { EmptyState } from '../../shared/ui/EmptyState';
import { ScrollArea } from '../../shared/ui/ScrollArea';
import { YamlText } from '../../shared/ui/YamlText';
import styles from './DiffViews.module.css';
import { type DiffRow, hunksOf } from './diffRows';

type Names = { left: string; right: string };

const SIGNS: Record<DiffRow['kind'], { left: string; right: string; word: string }> = {
  same: { left: '', right: '', word: '' },
  changed: { left: '−', right: '+', word: 'changed' },
  removed: { left: '−', right: '', word: 'not on the other side' },
  added: { left: '', right: '+', word: 'added' },
  extra: { left: '', right: '·', word: 'added by the collector' },
};

/** Both configurations in full, lines of the same meaning on the same height. */
export function SideBySide({
  rows,
  names,
  wide,
}: {
  rows: readonly DiffRow[];
  names: Names;
  wide: boolean;
}) {
  if (!wide) return <Unified rows={rows} label={`${names.left} and ${names.right}`} />;
  return (
    <ScrollArea label={`${names.left} and ${names.right} side by side`} className={styles.code}>
      <table className={styles.side}>
        <colgroup>
          <col className={styles.numberColumn} />
          <col />
          <col className={styles.numberColumn} />
          <col />
        </colgroup>
        <thead>
          <tr>
            <th scope="colgroup" colSpan={2}>
              {names.left}
            </th>
            <th scope="colgroup" colSpan={2}>
              {names.right}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} data-kind={row.kind}>
              <Side row={row} side="left" />
              <Side row={row} side="right" />
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

function keyOf(row: DiffRow): string {
  return `${row.left?.number ?? '-'} ${row.right?.number ?? '-'}`;
}

function Side({ row, side }: { row: DiffRow; side: 'left' | 'right' }) {
  const line = row[side];
  const sign = SIGNS[row.kind];
  return (
    <>
      <td className={styles.number}>{line?.number}</td>
      <td className={styles[side]} data-absent={line === undefined || undefined}>
        {line && (
          <>
            <span className={styles.sign} aria-hidden="true">
              {sign[side]}
            </span>
            {sign[side] && <span className="visually-hidden">{sign.word}: </span>}
            <YamlText text={line.text} />
          </>
        )}
      </td>
    </>
  );
}

/** One column: what is missing, then what is there instead. */
function Unified({ rows, label }: { rows: readonly DiffRow[]; label: string }) {
  return (
    <ScrollArea label={label} className={styles.code}>
      <table className={styles.unified}>
        <tbody>
          {ordered(rows).map(({ row, side }) => (
            <tr key={`${side} ${keyOf(row)}`} data-kind={row.kind} data-side={side}>
              <Side row={row} side={side} />
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

/** In a block of changes first all left lines, then all right ones. */
function ordered(rows: readonly DiffRow[]): { row: DiffRow; side: 'left' | 'right' }[] {
  const result: { row: DiffRow; side: 'left' | 'right' }[] = [];
  let waiting: { row: DiffRow; side: 'right' }[] = [];
  const flush = () => {
    result.push(...waiting);
    waiting = [];
  };
  for (const row of rows) {
    if (row.kind === 'same' || row.kind === 'extra') {
      flush();
      result.push({ row, side: 'right' });
      continue;
    }
    if (row.left) result.push({ row, side: 'left' });
    if (row.right) waiting.push({ row, side: 'right' });
  }
  flush();
  return result;
}

/** Only what differs, with three lines around it. */
export function CompactDiff({
  rows,
  names,
  effective,
}: {
  rows: readonly DiffRow[];
  names: Names;
  effective: boolean;
}) {
  const extras = rows.filter((row) => row.kind === 'extra').length;
  const [showExtras, setShowExtras] = useState(false);
  const [whole, setWhole] = useState(false);
  const shown = useMemo(
    () => (showExtras ? rows : rows.filter((row) => row.kind !== 'extra')),
    [rows, showExtras],
  );
  const hunks = useMemo(() => hunksOf(shown), [shown]);
  const different = shown.some((row) => row.kind !== 'same');
  return (
    <>
      {effective && extras > 0 && (
        <label className={styles.toggle}>
          <input
            type="checkbox"
            checked={showExtras}
            onChange={(event) => setShowExtras(event.target.checked)}
          />
          Show {plural(extras, 'line')} that the collector adds by itself
        </label>
      )}
      {!different && (
        <EmptyState icon="checkCircle" title="No difference">
          Every value of “{names.left}” is in “{names.right}”.
        </EmptyState>
      )}
      {different && whole && <Unified rows={shown} label="All lines" />}
      {different &&
        !whole &&
        hunks.map((hunk, index) => (
          <div key={hunk.rows[0] ? keyOf(hunk.rows[0]) : `end ${index}`}>
            {hunk.hidden > 0 && (
              <div className={styles.hidden}>
                {plural(hunk.hidden, 'equal line')}
                <Button variant="quiet" onClick={() => setWhole(true)}>
                  Show all
                </Button>
              </div>
            )}
            {hunk.rows.length > 0 && <Unified rows={hunk.rows} label={`Difference ${index + 1}`} />}
          </div>
        ))}
    </>
  );
}
