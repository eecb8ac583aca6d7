import { serverUrl } from '../lib/base';
import { noteServerTime } from '../lib/clock';
import { ApiError, problemOf, unreachable } from './problem';
import type { paths } from './schema';
import { currentCsrfToken, isSignedOut, markSignedOut } from './session';

type Method = 'get' | 'post';
type PathsWith<M extends Method> = {
  [P in keyof paths]: paths[P][M] extends { responses: unknown } ? P : never;
}[keyof paths];
type Operation<P extends keyof paths, M extends Method> = paths[P][M];
type Parameter<O, K extends 'path' | 'query'> = O extends { parameters: { [N in K]?: infer T } }
  ? T
  : never;
type Success<O> = O extends { responses: infer R }
  ? R extends { 200: { content: { 'application/json': infer T } } }
    ? T
    : undefined
  : never;
type RequestBody<O> = O extends { requestBody: { content: { 'application/json': infer T } } }
  ? T
  : undefined;
type Options<O> = {
  path?: Parameter<O, 'path'>;
  query?: Parameter<O, 'query'>;
  signal?: AbortSignal;
};

type QueryValue = string | number | boolean | readonly (string | number)[] | undefined;

/** Writes query parameters as the API reads them: a list repeats its name. */
export function queryString(query: Record<string, QueryValue>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one));
  }
  const text = search.toString();
  return text ? `?${text}` : '';
}

/** The address of an operation with its path and query parameters filled in. */
export function operationUrl(
  pattern: string,
  path: Record<string, unknown> = {},
  query: Record<string, QueryValue> = {},
): string {
  const filled = pattern.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = path[name];
    if (value === undefined) throw new Error(`no value for {${name}} of ${pattern}`);
    return encodeURIComponent(String(value));
  });
  return serverUrl(`api/v1${filled}${queryString(query)}`);
}

async function send(url: string, init: RequestInit, publicOperation: boolean): Promise<Response> {
  if (isSignedOut() && !publicOperation) {
    throw new ApiError({ title: 'You are signed out', status: 401, code: 'unauthorized' });
  }
  let response: Response;
  try {
    response = await fetch(url, { credentials: 'same-origin', cache: 'no-store', ...init });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw unreachable();
  }
  noteServerTime(response.headers.get('date'));
  if (response.ok) return response;
  if (response.status === 401 && !publicOperation) markSignedOut();
  throw await problemOf(response);
}

/** Reads a resource. */
export async function get<P extends PathsWith<'get'>>(
  pattern: P,
  options: Options<Operation<P, 'get'>> = {},
): Promise<Success<Operation<P, 'get'>>> {
  const url = operationUrl(
    pattern,
    options.path as Record<string, unknown> | undefined,
    options.query as Record<string, QueryValue> | undefined,
  );
  const init: RequestInit = { headers: { accept: 'application/json' } };
  if (options.signal) init.signal = options.signal;
  const response = await send(url, init, pattern === '/auth/options');
  return (await response.json()) as Success<Operation<P, 'get'>>;
}

/** Starts an action. Carries the CSRF token of the session. */
export async function post<P extends PathsWith<'post'>>(
  pattern: P,
  body?: RequestBody<Operation<P, 'post'>>,
  options: Options<Operation<P, 'post'>> = {},
): Promise<Success<Operation<P, 'post'>>> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (currentCsrfToken()) headers['x-csrf-token'] = currentCsrfToken();
  const init: RequestInit = { method: 'POST', headers };
  if (body !== undefined) {
    headers['content-type'] = 'application/json';
    init.body = JSON.stringify(body);
  }
  const url = operationUrl(pattern, options.path as Record<string, unknown> | undefined);
  const response = await send(url, init, pattern === '/auth/login');
  if (response.status !== 200) return undefined as Success<Operation<P, 'post'>>;
  return (await response.json()) as Success<Operation<P, 'post'>>;
}
