const KEY = 'myriarch.reloadedAt';
const AGAIN_MILLIS = 60_000;

/**
 * While a new version is rolled out, an old page may ask for files that only the old version had.
 * Loading the page once more brings the new one; the guard keeps a broken server from a loop.
 */
export function reloadOnceWhenChunksAreGone(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(KEY) ?? 0);
    if (Date.now() - last < AGAIN_MILLIS) return;
    sessionStorage.setItem(KEY, String(Date.now()));
    event.preventDefault();
    window.location.reload();
  });
}
