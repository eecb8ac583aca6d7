import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { markSignedOut, useSessionState } from '../../shared/api/session';
import { announce } from '../../shared/lib/announce';
import { serverUrl } from '../../shared/lib/base';
import { LiveConnection, type LiveState } from './connection';
import { Invalidator } from './invalidation';

/** An open stream counts against the browser's few connections, so a hidden tab gives it back. */
const HIDDEN_MILLIS = 60_000;

/** Keeps what is shown fresh while the caller is mounted; returns how fresh it is. */
export function useLive(): LiveState {
  const client = useQueryClient();
  const { signedOut } = useSessionState();
  const [state, setState] = useState<LiveState>({ phase: 'connecting', since: Date.now() });

  useEffect(() => {
    if (signedOut) {
      setState({ phase: 'signedOut', since: Date.now() });
      return;
    }
    const invalidator = new Invalidator(client);
    const connection = new LiveConnection(serverUrl('api/v1/events/stream'), {
      onState: (next) => {
        setState(next);
        if (next.phase === 'reconnecting') announce('Live updates are interrupted');
      },
      onMessage: (message) => invalidator.take(message),
      onOpen: (again) => {
        if (!again) return;
        invalidator.takeAll();
        announce('Live updates are back');
      },
      onSignedOut: markSignedOut,
    });
    let hidden: ReturnType<typeof setTimeout> | undefined;
    const onVisibility = () => {
      clearTimeout(hidden);
      if (document.hidden) {
        hidden = setTimeout(() => connection.pause(), HIDDEN_MILLIS);
      } else {
        connection.start();
        invalidator.takeAll();
      }
    };
    document.addEventListener('visibilitychange', onVisibility);
    connection.start();
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      clearTimeout(hidden);
      connection.pause();
      invalidator.stop();
    };
  }, [client, signedOut]);
  return state;
}
