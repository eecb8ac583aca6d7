import type { AgentSummary } from '../../shared/api/types';
import { proofStatus, syncStatus } from '../../shared/lib/status';
import { Status } from '../../shared/ui/Status';
import styles from './ConfigMarks.module.css';

/** What the agent says of its configuration, and where what it runs contradicts that. */
export function ConfigMarks({ agent }: { agent: AgentSummary }) {
  return (
    <span className={styles.marks}>
      <Status status={syncStatus(agent.configSync)} variant="quiet" />
      {agent.configProof === 'differs' && (
        <Status status={proofStatus(agent.configProof)} variant="pill" />
      )}
    </span>
  );
}
