import type { AgentDetail } from '../../shared/api/types';
import { Fact, Facts } from '../../shared/ui/Facts';
import { Panel } from '../../shared/ui/Panel';
import { Time } from '../../shared/ui/Time';
import { AttributesPanel } from './AttributesPanel';
import { ConfigSteps } from './ConfigSteps';
import { disconnectText } from './disconnect';
import { HealthTree } from './HealthTree';
import { PackagesPanel } from './PackagesPanel';
import styles from './SummaryTab.module.css';
import { UpdaterPanel } from './UpdaterPanel';

export function SummaryTab({ agent }: { agent: AgentDetail }) {
  return (
    <div className={styles.grid}>
      <div className={styles.column}>
        <ConfigSteps agent={agent} />
        <HealthTree agent={agent} />
        <PackagesPanel agent={agent} />
      </div>
      <div className={styles.column}>
        <ConnectionPanel agent={agent} />
        <UpdaterPanel agent={agent} />
        <AttributesPanel agent={agent} />
      </div>
    </div>
  );
}

function ConnectionPanel({ agent }: { agent: AgentDetail }) {
  const { connection } = agent;
  return (
    <Panel title="Connection">
      <Facts>
        {connection.online ? (
          <Fact name="Connected">
            <Time at={connection.connectedAt} absent="time not known" />
          </Fact>
        ) : (
          <Fact name="Disconnected">
            <Time at={connection.disconnectedAt} />
            {connection.cause && `: ${disconnectText(connection.cause)}`}
          </Fact>
        )}
        <Fact name="Last message">
          <Time at={connection.lastSeenAt} />
        </Fact>
        <Fact name="Transport">
          {connection.transport === 'websocket'
            ? 'WebSocket'
            : connection.transport === 'http'
              ? 'HTTP polling'
              : undefined}
        </Fact>
        <Fact name="From address">
          {connection.remoteAddress && <code>{connection.remoteAddress}</code>}
        </Fact>
        <Fact name={connection.online ? 'Replica' : 'Last replica'}>{connection.replica}</Fact>
        <Fact name="First contact">
          <Time at={agent.createdAt} />
        </Fact>
        <Fact name="Capabilities">
          {agent.capabilities.length > 0 && (
            <span className={styles.capabilities}>
              {agent.capabilities.map((capability) => (
                <code key={capability}>{capability}</code>
              ))}
            </span>
          )}
        </Fact>
      </Facts>
    </Panel>
  );
}
