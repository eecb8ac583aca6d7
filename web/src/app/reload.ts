const KEY = 'myriarch.reloadedAt';
const AGAIN_MILLIS = 60_000;

/**
 * While a new version is rolled out, an old page may ask for files that only the old version had.
 * Loading the page once more brings the new one; the guard keeps a broken server from a loop. When
 * no server answers, what is shown is better than the error page of the browser.
 */
export function reloadOnceWhenChunksAreGone(
  reload: () => void = () => window.location.reload(),
): void {
  window.addEventListener('vite:preloadError', () => {
    const last = Number(sessionStorage.getItem(KEY) ?? 0);
    if (Date.now() - last < AGAIN_MILLIS) return;
    void answers().then((answered) => {
      if (!answered) return;
      sessionStorage.setItem(KEY, String(Date.now()));
      reload();
    });
  });
}

async function answers(): Promise<boolean> {
  try {
    return (await fetch(document.baseURI, { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}
