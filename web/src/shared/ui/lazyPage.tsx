import { type ComponentType, lazy, useEffect, useSyncExternalStore } from 'react';
import { type ApiError, asApiError, unreachable } from '../api/problem';
import { ErrorNotice } from './ErrorNotice';

/**
 * Like `lazy`, but what could not be loaded is loaded again with "try again", and when it is opened
 * another time. `lazy` itself remembers that it failed.
 */
export function lazyPage<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const next = () => {
    const page = lazy(() =>
      load().catch((error: unknown) => ({
        default: () => (
          <NotLoaded
            error={isNotLoaded(error) ? unreachable() : asApiError(error)}
            onRetry={() => {
              current = next();
              for (const listener of listeners) listener();
            }}
            onLeave={() => {
              if (current === page) current = next();
            }}
          />
        ),
      })),
    ) as unknown as ComponentType<Props>;
    return page;
  };
  let current = next();
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each page, beside the imports
  return function LazyPage(props: Props) {
    const Page = useSyncExternalStore(subscribe, () => current);
    return <Page {...props} />;
  };
}

function NotLoaded({
  error,
  onRetry,
  onLeave,
}: {
  error: ApiError;
  onRetry: () => void;
  onLeave: () => void;
}) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it goes, not when it is drawn again
  useEffect(() => onLeave, []);
  return <ErrorNotice error={error} onRetry={onRetry} />;
}

/** The words of Chromium, Firefox, Safari and Vite for a file that did not come. */
function isNotLoaded(error: unknown): boolean {
  return (
    error instanceof Error && /dynamically imported|module script|preload/i.test(error.message)
  );
}
