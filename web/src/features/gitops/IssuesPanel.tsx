import { useId } from 'react';
import { useSearchParams } from 'react-router';
import type { GitopsIssue, GitopsStatus } from '../../shared/api/types';
import { assertNever } from '../../shared/lib/assertNever';
import { PHONE, useMediaQuery } from '../../shared/lib/useMediaQuery';
import { Button } from '../../shared/ui/Button';
import { CopyButton } from '../../shared/ui/CopyButton';
import { EmptyState } from '../../shared/ui/EmptyState';
import { FileLink } from '../../shared/ui/FileLink';
import { Panel } from '../../shared/ui/Panel';
import { ScrollArea } from '../../shared/ui/ScrollArea';
import { Status } from '../../shared/ui/Status';
import table from '../../shared/ui/table.module.css';
import styles from './IssuesPanel.module.css';
import { countsText, issuesText, shownIssues } from './issues';

/** From this number on a filter is worth its place. */
const MANY = 5;

export function IssuesPanel({ status }: { status: GitopsStatus }) {
  const [search, setSearch] = useSearchParams();
  const text = search.get('q') ?? '';
  const phone = useMediaQuery(PHONE);
  const id = useId();
  const { issues } = status;
  const shown = shownIssues(issues, text);
  const filter = (value: string) =>
    setSearch(value ? { q: value } : {}, { replace: true, preventScrollReset: true });
  return (
    <Panel
      title="Issues"
      note={issues.length > 0 ? countsText(issues) : undefined}
      flush
      actions={
        issues.length > 0 && (
          <>
            {(issues.length >= MANY || text !== '') && (
              <>
                <label htmlFor={id} className="visually-hidden">
                  Filter issues
                </label>
                <input
                  id={id}
                  data-filter
                  type="search"
                  className={styles.filter}
                  placeholder="Code, file, object"
                  value={text}
                  maxLength={200}
                  onChange={(event) => filter(event.target.value)}
                />
              </>
            )}
            <CopyButton text={issuesText(shown)} label="Copy the issues" word="Copy" />
          </>
        )
      }
    >
      {issues.length === 0 && (
        <EmptyState icon="checkCircle" title="No issues">
          The newest revision that was read has neither errors nor warnings.
        </EmptyState>
      )}
      {issues.length > 0 && shown.length === 0 && (
        <EmptyState
          icon="filter"
          title="No issue matches the filter"
          action={<Button onClick={() => filter('')}>Clear the filter</Button>}
        />
      )}
      {shown.length > 0 &&
        (phone ? (
          <IssueCards issues={shown} status={status} />
        ) : (
          <IssueTable issues={shown} status={status} />
        ))}
    </Panel>
  );
}

type ListProps = { issues: readonly GitopsIssue[]; status: GitopsStatus };

function keyOf(issue: GitopsIssue): string {
  return [issue.file, issue.line, issue.column, issue.code, issue.path, issue.message].join('|');
}

function Severity({ severity }: { severity: GitopsIssue['severity'] }) {
  switch (severity) {
    case 'error':
      return <Status status={{ tone: 'failed', word: 'Error' }} />;
    case 'warning':
      return <Status status={{ tone: 'attention', word: 'Warning' }} />;
    case 'info':
      return <Status status={{ tone: 'unknown', word: 'Note' }} />;
    default:
      return assertNever(severity);
  }
}

function Place({ issue, status }: { issue: GitopsIssue; status: GitopsStatus }) {
  return (
    <FileLink
      source={status.source}
      revision={status.latestRevision ?? status.appliedRevision}
      file={issue.file}
      line={issue.line}
    />
  );
}

function IssueTable({ issues, status }: ListProps) {
  return (
    <ScrollArea label="Table of issues">
      <table className={`${table.table} ${table.top}`}>
        <thead>
          <tr>
            <th scope="col">Severity</th>
            <th scope="col">What is wrong</th>
            <th scope="col">Where</th>
            <th scope="col">Code</th>
          </tr>
        </thead>
        <tbody>
          {issues.map((issue) => (
            <tr key={keyOf(issue)}>
              <td>
                <Severity severity={issue.severity} />
              </td>
              <th scope="row" className={styles.message}>
                {issue.message}
                {issue.path && <code className={styles.path}>{issue.path}</code>}
              </th>
              <td className={styles.where}>
                <Place issue={issue} status={status} />
                {issue.object && <span className={styles.object}>{issue.object}</span>}
              </td>
              <td>
                <code className={styles.code}>{issue.code}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

function IssueCards({ issues, status }: ListProps) {
  return (
    <ul>
      {issues.map((issue) => (
        <li key={keyOf(issue)} className={styles.card}>
          <div className={styles.cardHead}>
            <Severity severity={issue.severity} />
            <code className={styles.code}>{issue.code}</code>
          </div>
          <p>{issue.message}</p>
          <p className={styles.where}>
            <Place issue={issue} status={status} />
            {issue.object && <span className={styles.object}>{issue.object}</span>}
          </p>
          {issue.path && <code className={styles.path}>{issue.path}</code>}
        </li>
      ))}
    </ul>
  );
}
