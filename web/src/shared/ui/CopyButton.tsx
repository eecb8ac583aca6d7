import { useEffect, useState } from 'react';
import { announceNow } from '../lib/announce';
import { Button, IconButton } from './Button';
import styles from './CopyButton.module.css';

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // Not a secure context, or the browser asked and was refused.
  }
}

/** Copies a text; says so beside the button and to screen readers. */
export function CopyButton({ text, label, word }: { text: string; label: string; word?: string }) {
  const [result, setResult] = useState<'none' | 'copied' | 'failed'>('none');
  useEffect(() => {
    if (result === 'none') return;
    const timer = setTimeout(() => setResult('none'), 1_600);
    return () => clearTimeout(timer);
  }, [result]);
  const onClick = async () => {
    const copied = await copyText(text);
    setResult(copied ? 'copied' : 'failed');
    announceNow(copied ? 'Copied' : 'Copying is not allowed here');
  };
  const icon = result === 'copied' ? 'check' : result === 'failed' ? 'cross' : 'copy';
  if (word) {
    return (
      <Button icon={icon} onClick={() => void onClick()}>
        {result === 'copied' ? 'Copied' : word}
      </Button>
    );
  }
  return (
    <IconButton
      icon={icon}
      label={label}
      size={13}
      className={styles.small}
      onClick={() => void onClick()}
    />
  );
}
