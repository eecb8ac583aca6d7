import { Fragment } from 'react';
import { setPreference, usePreferences } from '../shared/lib/preferences';
import { Dialog } from '../shared/ui/Dialog';
import { Choice } from '../shared/ui/Menu';
import styles from './HelpDialog.module.css';
import { PAGES } from './navigation';

const KEYS: readonly (readonly [keys: readonly string[], meaning: string])[] = [
  [['/'], 'Go to the filter of the page'],
  ...PAGES.map((page) => [['g', page.key], `Go to ${page.label}`] as const),
  [['j'], 'Next row'],
  [['k'], 'Previous row'],
  [['Enter'], 'Open the row'],
  [['?'], 'This help'],
  [['Esc'], 'Close, or leave a field'],
];

export function HelpDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { shortcuts } = usePreferences();
  return (
    <Dialog title="Keyboard shortcuts" open={open} onClose={onClose}>
      <dl className={styles.keys}>
        {KEYS.map(([keys, meaning]) => (
          <div key={meaning}>
            <dt>
              {keys.map((key, index) => (
                <Fragment key={key + String(index)}>
                  {index > 0 && <span> then </span>}
                  <kbd>{key}</kbd>
                </Fragment>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <Choice
        legend="Single-key shortcuts"
        value={shortcuts}
        options={[
          { value: 'on', label: 'On' },
          { value: 'off', label: 'Off' },
        ]}
        onChange={(value) => setPreference('shortcuts', value)}
      />
    </Dialog>
  );
}
