import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { post } from '../../shared/api/client';
import { useCan } from '../../shared/api/permissions';
import { asApiError } from '../../shared/api/problem';
import { gitopsKeys, gitopsStatusQuery } from '../../shared/api/queries/gitops';
import type { GitopsStatus } from '../../shared/api/types';
import { announceNow } from '../../shared/lib/announce';
import { gitopsProblems, isHeldBack } from '../../shared/lib/gitops';
import { plural } from '../../shared/lib/numbers';
import { Button } from '../../shared/ui/Button';
import { ErrorNotice } from '../../shared/ui/ErrorNotice';
import { GitStrip } from '../../shared/ui/GitStrip';
import { Icon } from '../../shared/ui/Icon';
import { PageHeader } from '../../shared/ui/PageHeader';
import { QueryState, Skeleton } from '../../shared/ui/QueryState';
import styles from './GitopsPage.module.css';
import { IssuesPanel } from './IssuesPanel';
import { NeverSynced } from './NeverSynced';
import { SyncsPanel } from './SyncsPanel';

export default function GitopsPage() {
  const status = useQuery(gitopsStatusQuery);
  return (
    <>
      <PageHeader
        title="GitOps"
        note={
          status.data?.source ? <code className={styles.source}>{status.data.source}</code> : ' '
        }
        actions={<SyncNow />}
      />
      <QueryState
        query={status}
        what="the state of the repository"
        skeleton={<Skeleton lines={8} />}
      >
        {(data) => <State status={data} />}
      </QueryState>
    </>
  );
}

function State({ status }: { status: GitopsStatus }) {
  if (status.state === 'never' && status.message === '' && status.issues.length === 0) {
    return <NeverSynced source={status.source} />;
  }
  return (
    <div className={styles.stack}>
      <GitStrip status={status} link={false} />
      <Explanation status={status} />
      <IssuesPanel status={status} />
      <SyncsPanel />
    </div>
  );
}

/** What the state means for the agents. */
function Explanation({ status }: { status: GitopsStatus }) {
  const problems = gitopsProblems(status);
  if (problems === 0) return null;
  const applied = status.appliedRevision?.slice(0, 7);
  const rest = applied
    ? `Agents keep what revision ${applied} declares until the problem is solved.`
    : 'No revision was applied so far, so nothing is assigned.';
  return (
    <div className={styles.explanation}>
      <Icon name="crossCircle" size={17} />
      <div>
        {status.message !== '' ? (
          <p>
            <strong>The repository cannot be read.</strong> {status.message}
          </p>
        ) : (
          <p>
            <strong>
              {isHeldBack(status)
                ? `Revision ${status.latestRevision?.slice(0, 7)} is refused: ${plural(problems, 'error')}.`
                : `${plural(problems, 'error')} in the repository.`}
            </strong>
          </p>
        )}
        <p>{rest}</p>
      </div>
    </div>
  );
}

function SyncNow() {
  const allowed = useCan('gitops:sync');
  const client = useQueryClient();
  const sync = useMutation({
    mutationFn: () => post('/gitops/actions/sync'),
    onSuccess: async () => {
      announceNow('A sync was asked for');
      await client.invalidateQueries({ queryKey: gitopsKeys.all });
    },
  });
  return (
    <div className={styles.action}>
      <Button
        icon="refresh"
        disabled={!allowed}
        pending={sync.isPending}
        onClick={() => sync.mutate()}
        title={allowed ? undefined : 'Your role does not include gitops:sync'}
      >
        Sync now
      </Button>
      {!allowed && <span className={styles.reason}>needs the role operator</span>}
      {sync.isSuccess && (
        <span className={styles.reason} role="status">
          asked for; the result appears here
        </span>
      )}
      {sync.isError && <ErrorNotice error={asApiError(sync.error)} />}
    </div>
  );
}
