import { useSyncExternalStore } from 'react';

/** Corrects the clock of the machine by the Date header of the server's answers. */
let skewMillis = 0;
let now = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Smaller differences are travel time and the whole seconds of the header. */
const TOLERANCE_MILLIS = 2_000;
const TICK_MILLIS = 5_000;

export function noteServerTime(header: string | null): void {
  const server = header ? Date.parse(header) : Number.NaN;
  if (Number.isNaN(server)) return;
  const difference = server + 500 - Date.now();
  skewMillis = Math.abs(difference) > TOLERANCE_MILLIS ? difference : 0;
}

/** Now, by the clock of the server. */
export function serverNow(): number {
  return Date.now() + skewMillis;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    now = serverNow();
    timer = setInterval(() => {
      now = serverNow();
      for (const each of listeners) each();
    }, TICK_MILLIS);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

/** Now, for texts such as "5 min ago"; moves every few seconds. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}
