import { describe, expect, it } from 'vitest';
import { startApi } from '../../../test-support/api';
import { get, operationUrl, post, queryString } from './client';
import { ApiError, errorText } from './problem';
import { isSignedOut, rememberCsrfToken } from './session';

async function failure(promise: Promise<unknown>): Promise<ApiError> {
  return promise.then(
    () => Promise.reject(new Error('it succeeded')),
    (error: unknown) => error as ApiError,
  );
}

describe('addresses', () => {
  it('repeats the name of a list and leaves out what is not set', () => {
    const query = { status: ['online', 'offline'], fleet: [''], q: undefined, page: 2 };
    expect(queryString(query)).toBe('?status=online&status=offline&fleet=&page=2');
  });

  it('escapes parts of a path', () => {
    expect(operationUrl('/fleets/{name}', { name: 'a/b c' })).toBe('/api/v1/fleets/a%2Fb%20c');
    expect(() => operationUrl('/fleets/{name}', {})).toThrow('no value for {name}');
  });
});

describe('the API client', () => {
  it('carries the CSRF token of the session in actions', async () => {
    const api = await startApi();
    const refused = await failure(post('/gitops/actions/sync'));
    expect([refused.status, refused.code]).toEqual([403, 'csrf_failed']);
    const me = await get('/me');
    rememberCsrfToken(me.csrfToken);
    await post('/gitops/actions/sync');
    expect(api.headers.at(-1)).toMatchObject({ 'x-csrf-token': me.csrfToken });
  });

  it('reads problem documents', async () => {
    const api = await startApi();
    api.override('/stats', { status: 500 });
    const error = await failure(get('/stats'));
    expect(error).toMatchObject({ status: 500, code: 'internal', requestId: 'request-4711' });
    expect(errorText(error)).toContain('requestId: request-4711');
  });

  it('understands that a proxy answered something else', async () => {
    const html = new Response('<h1>Bad gateway</h1>', { status: 502 });
    await startApi();
    globalThis.fetch = async () => html;
    const error = await failure(get('/stats'));
    expect(error).toMatchObject({ status: 502, code: 'http_502' });
  });

  it('tells a network that is away from a server that refuses', async () => {
    const api = await startApi();
    api.override('/stats', 'network');
    expect(await failure(get('/stats'))).toMatchObject({ status: 0, code: 'network' });
  });

  it('sends nothing more after a 401', async () => {
    const api = await startApi();
    api.sessions.clear();
    expect(await failure(get('/stats'))).toMatchObject({ status: 401 });
    expect(isSignedOut()).toBe(true);
    const before = api.requests.length;
    expect(await failure(get('/agents'))).toBeInstanceOf(ApiError);
    expect(api.requests).toHaveLength(before);
  });

  it('does not take a wrong password for the end of a session', async () => {
    await startApi();
    await failure(post('/auth/login', { username: 'admin', password: 'wrong' }));
    expect(isSignedOut()).toBe(false);
  });
});
