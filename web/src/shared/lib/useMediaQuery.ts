import { useSyncExternalStore } from 'react';

/** Width up to which the layout of a phone is used; the style sheets have the same number. */
export const PHONE = '(max-width: 800px)';

export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => window.matchMedia(query).matches,
  );
}
