import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { markSignedIn, rememberCsrfToken } from '../src/shared/api/session';

// Machines that build are busy: wait long, and do not print whole pages.
configure({ asyncUtilTimeout: 10_000, getElementError: (message) => new Error(message ?? '') });

// What browsers have and jsdom lacks. The layout of a desktop is the usual one.
let phone = false;

export function showPhone(): void {
  phone = true;
}

function mediaMatches(query: string): boolean {
  const limit = Number(/(\d+)px/.exec(query)?.[1] ?? 0);
  const width = phone ? 390 : 1360;
  return query.includes('max-width') ? width <= limit : width >= limit;
}

window.matchMedia = (query: string) =>
  ({
    matches: mediaMatches(query),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }) as unknown as MediaQueryList;
window.scrollTo = () => undefined;
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
};

beforeEach(() => {
  phone = false;
  localStorage.clear();
  markSignedIn();
  rememberCsrfToken(undefined);
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
