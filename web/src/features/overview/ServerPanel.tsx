import { useQuery } from '@tanstack/react-query';
import { systemInfoQuery } from '../../shared/api/queries/system';
import { plural } from '../../shared/lib/numbers';
import { CopyButton } from '../../shared/ui/CopyButton';
import { Fact, Facts } from '../../shared/ui/Facts';
import { Panel } from '../../shared/ui/Panel';
import { QueryState, Skeleton } from '../../shared/ui/QueryState';
import { Time } from '../../shared/ui/Time';
import styles from './ServerPanel.module.css';

export function ServerPanel() {
  const info = useQuery(systemInfoQuery);
  return (
    <Panel title="Server" note={info.data && `myriarch ${info.data.version}`}>
      <QueryState query={info} what="the server" skeleton={<Skeleton lines={3} />}>
        {(data) => (
          <Facts>
            <Fact name="OpAMP address">
              <span className={styles.address}>
                <code>{data.opampUrl}</code>
                <CopyButton text={data.opampUrl} label="Copy the OpAMP address" />
              </span>
            </Fact>
            {data.replicas.map((replica) => (
              <Fact key={replica.id} name={replica.leader ? 'Replica, leader' : 'Replica'}>
                <span title={replica.id} className={styles.replica}>
                  {replica.id}
                </span>
                <span className={styles.note}>
                  {plural(replica.connections, 'connection')}, seen{' '}
                  <Time at={replica.heartbeatAt} />
                </span>
              </Fact>
            ))}
            <Fact name="Started">
              <Time at={data.startedAt} />
            </Fact>
          </Facts>
        )}
      </QueryState>
    </Panel>
  );
}
