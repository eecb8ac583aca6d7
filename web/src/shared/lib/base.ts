/** The path below which the application is served, from `<base href>`; ends with a slash. */
export const basePath = new URL(document.baseURI).pathname.replace(/[^/]*$/, '');

/** The router wants the base path without the slash at its end. */
export const routerBase = basePath === '/' ? '/' : basePath.slice(0, -1);

/** Address of a resource of the server, such as `api/v1/agents`. */
export function serverUrl(path: string): string {
  return basePath + path;
}

/**
 * A place inside the application that may be returned to after signing in. Everything that could
 * lead to another origin becomes the overview.
 */
export function safeReturnPath(path: string | null): string {
  if (!path?.startsWith('/') || path.startsWith('//') || /[\\\p{Cc}]/u.test(path)) return '/';
  return path.startsWith('/login') ? '/' : path;
}
