import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';
import { Icon, type IconName } from './Icon';

/** Why nothing is shown, and the next step. */
export function EmptyState({
  icon,
  title,
  children,
  action,
}: {
  icon: IconName;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className={styles.empty}>
      <span className={styles.icon}>
        <Icon name={icon} size={20} />
      </span>
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.text}>{children}</div>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}

/** The server refuses to show this to the person. */
export function NotPermitted({ what }: { what: string }) {
  return (
    <EmptyState icon="lock" title={`You may not see ${what}`}>
      Your role does not include it. An administrator of this server can change that.
    </EmptyState>
  );
}
