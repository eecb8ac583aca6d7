import { beforeEach, describe, expect, it, vi } from 'vitest';
import { reloadOnceWhenChunksAreGone } from './reload';

describe('a file of the page that is gone', () => {
  const reload = vi.fn();
  reloadOnceWhenChunksAreGone(reload);

  beforeEach(() => {
    reload.mockClear();
    sessionStorage.clear();
  });

  /** Resolves when the page has looked whether the server answers. */
  async function missing(answer: () => Promise<Response>) {
    const fetched = vi.fn(answer);
    vi.stubGlobal('fetch', fetched);
    window.dispatchEvent(new Event('vite:preloadError'));
    await new Promise((done) => setTimeout(done, 0));
    return fetched;
  }

  it('loads the page once more, and not again within a minute', async () => {
    await missing(async () => new Response());
    expect(reload).toHaveBeenCalledTimes(1);
    const second = await missing(async () => new Response());
    expect(second).not.toHaveBeenCalled();
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('leaves the page as it is while no server answers', async () => {
    await missing(async () => Promise.reject(new TypeError('Failed to fetch')));
    await missing(async () => new Response(null, { status: 502 }));
    expect(reload).not.toHaveBeenCalled();
    await missing(async () => new Response());
    expect(reload).toHaveBeenCalledTimes(1);
  });
});
