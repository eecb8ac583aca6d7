import type { AddressInfo } from 'node:net';
import { onTestFinished, vi } from 'vitest';
import { createFakeApi } from './fake-api/server.mjs';

type Fake = ReturnType<typeof createFakeApi>;
type Answer = { status: number; body?: unknown } | 'never' | 'network';

/** The fake API behind `fetch`, signed in unless said otherwise, with answers to override. */
export type TestApi = Fake & {
  /** Requests so far, as `GET /agents?q=x`. */
  requests: string[];
  headers: Record<string, string>[];
  /** Answers every request whose path begins with `prefix` in this way. */
  override: (prefix: string, answer: Answer) => void;
  restore: () => void;
};

const TOKEN = 'sessionoftest';

export async function startApi(
  options: { scenario?: 'full' | 'fresh'; user?: 'admin' | 'viewer' | 'nobody' } = {},
): Promise<TestApi> {
  const fake = createFakeApi({ scenario: options.scenario ?? 'full' });
  await new Promise<void>((done) => {
    fake.server.listen(0, '127.0.0.1', done);
  });
  onTestFinished(() => {
    fake.server.closeAllConnections();
    fake.server.close();
  });
  const user = options.user ?? 'admin';
  if (user !== 'nobody') fake.sessions.set(TOKEN, user);
  let cookie = `myriarch_session=${TOKEN}`;
  const base = `http://127.0.0.1:${(fake.server.address() as AddressInfo).port}`;
  const realFetch = globalThis.fetch;
  const overrides = new Map<string, Answer>();
  const api: TestApi = {
    ...fake,
    requests: [],
    headers: [],
    override: (prefix, answer) => overrides.set(prefix, answer),
    restore: () => overrides.clear(),
  };
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const url = new URL(input, base);
    const path = url.pathname.replace('/api/v1', '');
    api.requests.push(`${init.method ?? 'GET'} ${path}${url.search}`);
    api.headers.push(init.headers as Record<string, string>);
    const found = [...overrides].find(([prefix]) => path.startsWith(prefix))?.[1];
    if (found === 'never') return new Promise<Response>(() => undefined);
    if (found === 'network') throw new TypeError('fetch failed');
    if (found) return problemResponse(found.status, found.body);
    // jsdom has its own AbortSignal, which the fetch of Node does not take.
    const abort = new AbortController();
    init.signal?.addEventListener('abort', () => abort.abort());
    const headers = { ...(init.headers as Record<string, string>), cookie };
    const response = await realFetch(url, { ...init, headers, signal: abort.signal });
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie;
    return response;
  });
  return api;
}

function problemResponse(status: number, body: unknown): Response {
  const problem = {
    type: 'about:blank',
    title: 'Something went wrong',
    status,
    code: status === 403 ? 'forbidden' : 'internal',
    requestId: 'request-4711',
  };
  return new Response(JSON.stringify(body ?? problem), {
    status,
    headers: { 'content-type': 'application/problem+json' },
  });
}
