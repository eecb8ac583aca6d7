import type { GitopsIssue, GitopsStatus } from '../api/types';

/** How many things keep the newest revision from being applied. */
export function gitopsProblems(status: GitopsStatus): number {
  const errors = status.issues.filter((issue) => issue.severity === 'error').length;
  return errors + (status.message !== '' ? 1 : 0);
}

/** Whether a newer revision was seen and refused. */
export function isHeldBack(status: GitopsStatus): boolean {
  return status.latestRevision !== undefined && status.latestRevision !== status.appliedRevision;
}

/** The page of a file at a revision on well-known forges; undefined when the source is another. */
export function forgeLink(
  source: string,
  revision: string | undefined,
  file: string,
  line: number,
): string | undefined {
  if (!revision || !file || !/^https:\/\//.test(source)) return undefined;
  let url: URL;
  try {
    url = new URL(source);
  } catch {
    return undefined;
  }
  const repository = `${url.origin}${url.pathname.replace(/\/$/, '').replace(/\.git$/, '')}`;
  const path = file.split('/').map(encodeURIComponent).join('/');
  const anchor = line > 0 ? `#L${line}` : '';
  if (/(^|\.)github\./.test(url.hostname)) return `${repository}/blob/${revision}/${path}${anchor}`;
  if (/(^|\.)gitlab\./.test(url.hostname)) {
    return `${repository}/-/blob/${revision}/${path}${anchor}`;
  }
  return undefined;
}

/** A message that says where: alone it may be about any file. */
export function placedMessage({ file, line, message }: GitopsIssue): string {
  return file ? `${file}${line > 0 ? `:${line}` : ''}: ${message}` : message;
}
