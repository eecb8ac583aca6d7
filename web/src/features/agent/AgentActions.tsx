import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '../../shared/api/client';
import { useCan } from '../../shared/api/permissions';
import { asApiError } from '../../shared/api/problem';
import { agentKeys } from '../../shared/api/queries/agents';
import type { AgentAction, AgentDetail } from '../../shared/api/types';
import { announceNow } from '../../shared/lib/announce';
import { sentence } from '../../shared/lib/sentence';
import { Button } from '../../shared/ui/Button';
import { Dialog } from '../../shared/ui/Dialog';
import { ErrorNotice } from '../../shared/ui/ErrorNotice';
import styles from './AgentActions.module.css';

type Name = 'restart' | 'resync' | 're-enroll';
type Path = `/agents/{id}/actions/${Name}`;

const TEXTS: Record<Name, { button: string; question: string; explanation: string; done: string }> =
  {
    restart: {
      button: 'Restart',
      question: 'Restart the collector?',
      explanation:
        'The collector stops and starts again with the configuration that it has. Data may be lost while it is down. What came of it appears in the events.',
      done: 'asked for a restart; the result appears in the events',
    },
    resync: {
      button: 'Resync',
      question: 'Resync this agent?',
      explanation:
        'The agent is asked to report everything again. A configuration that failed is offered once more.',
      done: 'asked for the full state',
    },
    're-enroll': {
      button: 'Re-enroll',
      question: 'Let another credential enroll as this agent?',
      explanation:
        'The agent is bound to the enrollment token with which it came first. After this, the next connection with its instance id is accepted with whatever valid token it has.',
      done: 'waits for its new credential',
    },
  };

/** What an operator can do to the agent; each asks before it does anything. */
export function AgentActions({ agent }: { agent: AgentDetail }) {
  return (
    <div className={styles.actions}>
      {agent.actions.map((action) =>
        action.name in TEXTS ? (
          <ActionButton key={action.name} id={agent.summary.id} action={action} />
        ) : null,
      )}
    </div>
  );
}

function ActionButton({ id, action }: { id: string; action: AgentAction }) {
  const name = action.name as Name;
  const texts = TEXTS[name];
  const permitted = useCan(action.permission);
  const [asking, setAsking] = useState(false);
  const client = useQueryClient();
  const run = useMutation({
    mutationFn: () => post(`/agents/{id}/actions/${name}` as Path, undefined, { path: { id } }),
    onSuccess: async () => {
      setAsking(false);
      announceNow(`${texts.button}: ${texts.done}`);
      await client.invalidateQueries({ queryKey: agentKeys.one(id) });
    },
  });
  const reason = permitted
    ? action.allowed
      ? undefined
      : sentence(action.reason ?? 'not possible now')
    : `Your role does not include ${action.permission}`;
  return (
    <>
      <Button
        icon={name === 'resync' ? 'refresh' : undefined}
        disabled={reason !== undefined}
        title={reason}
        onClick={() => {
          run.reset();
          setAsking(true);
        }}
      >
        {texts.button}
      </Button>
      {run.isSuccess && (
        <span className={styles.done} role="status">
          {texts.done}
        </span>
      )}
      <Dialog title={texts.question} open={asking} onClose={() => setAsking(false)}>
        <p>{texts.explanation}</p>
        {run.isError && <ErrorNotice error={asApiError(run.error)} />}
        <div className={styles.choice}>
          <Button onClick={() => setAsking(false)}>Cancel</Button>
          <Button variant="primary" pending={run.isPending} onClick={() => run.mutate()}>
            {texts.button}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
