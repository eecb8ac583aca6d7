import { type ApiError, errorText } from '../api/problem';
import { Button } from './Button';
import { CopyButton } from './CopyButton';
import styles from './ErrorNotice.module.css';
import { Icon } from './Icon';

/** What went wrong, the code to look up, the id to search the log for, and a way on. */
export function ErrorNotice({ error, onRetry }: { error: ApiError; onRetry?: () => void }) {
  return (
    <div className={styles.notice} role="alert">
      <Icon name="crossCircle" size={18} className={styles.icon} />
      <div className={styles.text}>
        <p className={styles.title}>{error.message}</p>
        {error.detail && <p>{error.detail}</p>}
        {error.issues.length > 0 && (
          <ul>
            {error.issues.map((issue) => (
              <li key={`${issue.path} ${issue.code}`}>
                <code>{issue.path}</code> {issue.message}
              </li>
            ))}
          </ul>
        )}
        <p className={styles.codes}>
          <code>{error.code}</code>
          {error.requestId && (
            <>
              {' · request '}
              <code>{error.requestId}</code>
            </>
          )}
        </p>
        <div className={styles.actions}>
          {onRetry && (
            <Button icon="refresh" onClick={onRetry}>
              Try again
            </Button>
          )}
          <CopyButton text={errorText(error)} label="Copy the error" word="Copy details" />
        </div>
      </div>
    </div>
  );
}
