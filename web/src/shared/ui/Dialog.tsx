import { type ReactNode, useEffect, useId, useRef } from 'react';
import { IconButton } from './Button';
import styles from './Dialog.module.css';

/** A modal dialog on the native element, which keeps the focus inside and closes on Escape. */
export function Dialog({
  title,
  open,
  onClose,
  children,
}: {
  title: string;
  open: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal();
    if (!open && dialog.current?.open) dialog.current.close();
  }, [open]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself; this is the backdrop
    <dialog
      ref={dialog}
      aria-labelledby={id}
      className={styles.dialog}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div className={styles.inner}>
        <header className={styles.header}>
          <h2 id={id}>{title}</h2>
          <IconButton icon="cross" label="Close" onClick={onClose} />
        </header>
        <div className={styles.body}>{open && children}</div>
      </div>
    </dialog>
  );
}
