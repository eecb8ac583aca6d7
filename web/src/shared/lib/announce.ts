import { useSyncExternalStore } from 'react';

/** Text of the one polite live region. Summaries only; the newest wins while one waits. */
const INTERVAL_MILLIS = 10_000;

let text = '';
let lastAt = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function publish(next: string): void {
  text = next;
  lastAt = Date.now();
  for (const listener of listeners) listener();
}

/** Answers to an action of the person: said at once. */
export function announceNow(message: string): void {
  clearTimeout(timer);
  timer = undefined;
  publish(message);
}

/** Something happened by itself: said at most every ten seconds. */
export function announce(message: string): void {
  clearTimeout(timer);
  const wait = lastAt + INTERVAL_MILLIS - Date.now();
  if (wait <= 0) publish(message);
  else timer = setTimeout(() => publish(message), wait);
}

export function useAnnouncement(): string {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => text,
  );
}
