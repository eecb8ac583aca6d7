import type { GitopsIssue } from '../../shared/api/types';
import { plural } from '../../shared/lib/numbers';

const ORDER: readonly GitopsIssue['severity'][] = ['error', 'warning', 'info'];

/** Issues that contain the text anywhere, errors first, remarks last, then by place. */
export function shownIssues(issues: readonly GitopsIssue[], text: string): GitopsIssue[] {
  const wanted = text.trim().toLowerCase();
  const matches = (issue: GitopsIssue) =>
    [issue.code, issue.severity, issue.message, issue.file, issue.object, issue.path].some((part) =>
      part.toLowerCase().includes(wanted),
    );
  return issues
    .filter(matches)
    .sort(
      (a, b) =>
        ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity) ||
        a.file.localeCompare(b.file) ||
        a.line - b.line,
    );
}

/** How many there are of each severity; of errors and warnings also when there are none. */
export function countsText(issues: readonly GitopsIssue[]): string {
  const count = (severity: GitopsIssue['severity']) =>
    issues.filter((issue) => issue.severity === severity).length;
  const notes = count('info');
  return [
    plural(count('error'), 'error'),
    plural(count('warning'), 'warning'),
    notes > 0 ? plural(notes, 'note') : '',
  ]
    .filter(Boolean)
    .join(', ');
}

/** All issues as text, one line each, in the form that editors and terminals make clickable. */
export function issuesText(issues: readonly GitopsIssue[]): string {
  return issues
    .map((issue) => {
      const place = [issue.file, issue.line || '', issue.column || ''].filter(Boolean).join(':');
      return `${place ? `${place}: ` : ''}${issue.severity} ${issue.code}: ${issue.message}`;
    })
    .join('\n');
}
