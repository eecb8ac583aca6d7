import { Link } from 'react-router';
import type { GitopsStatus } from '../api/types';
import { gitopsProblems, isHeldBack } from '../lib/gitops';
import { plural } from '../lib/numbers';
import styles from './GitStrip.module.css';
import { Hash } from './Hash';
import { Icon } from './Icon';
import { Time } from './Time';

/** Which revision rules, and what became of the newest one. */
export function GitStrip({ status, link = true }: { status: GitopsStatus; link?: boolean }) {
  const problems = gitopsProblems(status);
  return (
    <section className={styles.strip} aria-label="Git revision">
      <Icon name="git" className={styles.icon} />
      <AppliedRevision status={status} />
      {isHeldBack(status) && (
        <>
          <span className={styles.path} aria-hidden="true" />
          <span className={styles.node} data-tone={problems > 0 ? 'failed' : 'progressing'}>
            <Icon name={problems > 0 ? 'crossCircle' : 'progress'} size={15} />
            <span>Newest</span>
            <Hash value={status.latestRevision ?? ''} what="newest revision" />
            <span className={styles.state}>
              {problems > 0 ? `not applied: ${plural(problems, 'error')}` : 'being applied'}
            </span>
          </span>
        </>
      )}
      {!isHeldBack(status) && status.message !== '' && (
        <span className={styles.node} data-tone="failed">
          <Icon name="crossCircle" size={15} />
          <span className={styles.state}>The repository cannot be read</span>
        </span>
      )}
      <span className={styles.end}>
        {status.checkedAt && (
          <span className={styles.checked}>
            checked <Time at={status.checkedAt} />
          </span>
        )}
        {link && (
          <Link to="/gitops">
            {problems > 0 ? 'See what is wrong' : 'GitOps'} <Icon name="chevronRight" size={12} />
          </Link>
        )}
      </span>
    </section>
  );
}

function AppliedRevision({ status }: { status: GitopsStatus }) {
  if (status.appliedRevision === undefined) {
    return (
      <span className={styles.node} data-tone="unknown">
        <Icon name="unknown" size={15} />
        <span>
          {status.state === 'never' ? 'No repository was read yet' : 'No revision applied'}
        </span>
      </span>
    );
  }
  return (
    <span className={styles.node} data-tone="ok">
      <Icon name="checkCircle" size={15} />
      <span>Applied</span>
      <Hash value={status.appliedRevision} what="applied revision" />
      <span className={styles.state}>
        <Time at={status.appliedAt} absent="" />
      </span>
    </span>
  );
}
