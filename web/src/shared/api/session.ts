import { useSyncExternalStore } from 'react';

/**
 * Whether the server still knows this session. Once it said no, nothing is sent any more until the
 * person signs in again: a tab with an expired session must not flood the server.
 */
type SessionState = { signedOut: boolean; since: number };

let state: SessionState = { signedOut: false, since: 0 };
let csrfToken = '';
const listeners = new Set<() => void>();

function set(next: SessionState): void {
  state = next;
  for (const listener of listeners) listener();
}

export function markSignedOut(): void {
  if (!state.signedOut) set({ signedOut: true, since: Date.now() });
}

export function markSignedIn(): void {
  if (state.signedOut) set({ signedOut: false, since: Date.now() });
}

export function isSignedOut(): boolean {
  return state.signedOut;
}

/** The token that changing requests carry; every answer about the caller brings it. */
export function rememberCsrfToken(token: string | undefined): void {
  csrfToken = token ?? '';
}

export function currentCsrfToken(): string {
  return csrfToken;
}

export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSessionState(): SessionState {
  return useSyncExternalStore(subscribeSession, () => state);
}
