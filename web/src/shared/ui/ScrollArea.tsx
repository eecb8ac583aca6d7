import type { ReactNode } from 'react';
import { classNames } from '../lib/classNames';
import styles from './ScrollArea.module.css';

/** Wide content that scrolls by itself instead of the page; reachable with the keyboard. */
export function ScrollArea({
  label,
  className,
  children,
}: {
  label: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <section
      className={classNames(styles.area, className)}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
    >
      {children}
    </section>
  );
}
