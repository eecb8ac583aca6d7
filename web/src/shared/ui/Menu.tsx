import { type ReactNode, useId, useRef, useState } from 'react';
import { classNames } from '../lib/classNames';
import styles from './Menu.module.css';

/** A button with a panel below it, on the native popover: Escape and a click outside close it. */
export function Menu({
  label,
  button,
  buttonClass,
  children,
}: {
  label: string;
  button: ReactNode;
  buttonClass?: string | undefined;
  children: (close: () => void) => ReactNode;
}) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const [place, setPlace] = useState({ top: 0, right: 0 });
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        ref={trigger}
        type="button"
        className={classNames(styles.trigger, buttonClass)}
        aria-label={label}
        aria-expanded={open}
        popoverTarget={id}
      >
        {button}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        className={styles.panel}
        style={place}
        onBeforeToggle={(event) => {
          const box = trigger.current?.getBoundingClientRect();
          if (event.newState !== 'open' || !box) return;
          setPlace({
            top: box.bottom + 6,
            right: Math.max(8, document.documentElement.clientWidth - box.right),
          });
        }}
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {children(() => panel.current?.hidePopover())}
      </div>
    </>
  );
}

/** One choice out of a few, as radio buttons side by side. */
export function Choice<T extends string>({
  legend,
  value,
  options,
  onChange,
  legendHidden = false,
}: {
  legend: string;
  legendHidden?: boolean;
  value: T;
  options: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
}) {
  const name = useId();
  return (
    <fieldset className={styles.choice}>
      <legend className={legendHidden ? 'visually-hidden' : undefined}>{legend}</legend>
      <div className={styles.segments}>
        {options.map((option) => (
          <label key={option.value} className={styles.segment}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
