import { type RefObject, useEffect } from 'react';
import { useLocation } from 'react-router';

/** Set when the route changed; the head of the next page takes it. */
let requested = false;

export function requestHeadingFocus(): void {
  requested = true;
}

/** Moves the focus to the heading after a change of route, as a page load would. */
export function useHeadingFocus(heading: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is the reason to look
  useEffect(() => {
    if (!requested) return;
    requested = false;
    heading.current?.focus({ preventScroll: true });
  }, [pathname, heading]);
}
