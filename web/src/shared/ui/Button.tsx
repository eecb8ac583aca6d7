import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { classNames } from '../lib/classNames';
import styles from './Button.module.css';
import { Icon, type IconName } from './Icon';

type Shared = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'>;

export function Button({
  variant = 'normal',
  icon,
  iconEnd,
  pending = false,
  children,
  className,
  disabled,
  ...rest
}: Shared & {
  variant?: 'normal' | 'primary' | 'quiet';
  icon?: IconName;
  iconEnd?: IconName;
  pending?: boolean;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      className={classNames(styles.button, styles[variant], className)}
      disabled={disabled || pending}
      aria-busy={pending || undefined}
      {...rest}
    >
      {icon && <Icon name={icon} className={pending ? styles.spin : undefined} />}
      <span>{children}</span>
      {iconEnd && <Icon name={iconEnd} />}
    </button>
  );
}

/** A button with an icon only; the label is its name and its tooltip. */
export function IconButton({
  icon,
  label,
  className,
  size = 16,
  ...rest
}: Shared & { icon: IconName; label: string; size?: number }) {
  return (
    <button
      type="button"
      className={classNames(styles.iconButton, className)}
      aria-label={label}
      title={label}
      {...rest}
    >
      <Icon name={icon} size={size} />
    </button>
  );
}
