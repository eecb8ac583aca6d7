import { useQuery } from '@tanstack/react-query';
import { agentEventsQuery } from '../../shared/api/queries/agents';
import type { AgentEvent } from '../../shared/api/types';
import { severityTone } from '../../shared/lib/status';
import { EmptyState } from '../../shared/ui/EmptyState';
import { Icon } from '../../shared/ui/Icon';
import { Panel } from '../../shared/ui/Panel';
import { QueryState, Skeleton } from '../../shared/ui/QueryState';
import { toneIcon } from '../../shared/ui/Status';
import { AbsoluteTime, Time } from '../../shared/ui/Time';
import styles from './EventsPanel.module.css';

export function EventsPanel({ id }: { id: string }) {
  const events = useQuery(agentEventsQuery(id));
  return (
    <Panel title="Events" note="newest first, at most 100" flush>
      <QueryState query={events} what="the events" skeleton={<Skeleton lines={6} />}>
        {(data) =>
          data.items.length === 0 ? (
            <EmptyState icon="info" title="Nothing happened yet" />
          ) : (
            <ol>
              {data.items.map((event) => (
                <Event key={`${event.at} ${event.type} ${event.text}`} event={event} />
              ))}
            </ol>
          )
        }
      </QueryState>
    </Panel>
  );
}

function Event({ event }: { event: AgentEvent }) {
  const tone = severityTone(event.severity);
  const details = Object.entries(event.details ?? {});
  return (
    <li className={styles.event} data-tone={tone}>
      <span className={styles.icon}>
        <Icon name={event.severity === 'info' ? 'info' : toneIcon(tone)} size={15} />
        <span className="visually-hidden">{event.severity}</span>
      </span>
      <div className={styles.body}>
        <p className={styles.text}>{event.text}</p>
        {details.length > 0 && (
          <p className={styles.details}>
            {details.map(([key, value]) => (
              <span key={key}>
                {key} <code>{typeof value === 'string' ? value : JSON.stringify(value)}</code>
              </span>
            ))}
          </p>
        )}
      </div>
      <code className={styles.type}>{event.type}</code>
      <span className={styles.at}>
        <AbsoluteTime at={event.at} />
        <Time at={event.at} />
      </span>
    </li>
  );
}
