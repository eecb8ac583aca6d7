import { useQuery } from '@tanstack/react-query';
import { agentEventsQuery } from '../../shared/api/queries/agents';
import type { AgentEvent } from '../../shared/api/types';
import { sentence } from '../../shared/lib/sentence';
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

/** Details as text; what is empty, or stands in the text already, is left out. */
export function detailsOf(event: AgentEvent): [string, string][] {
  return Object.entries(event.details ?? {})
    .map(([key, value]): [string, string] => [
      key,
      typeof value === 'string' ? value : JSON.stringify(value),
    ])
    .filter(([, value]) => value !== '' && value !== 'null' && !event.text.includes(value));
}

/** Hashes are shown as everywhere else. */
function shortened(value: string): string {
  return /^[0-9a-f]{40,64}$/.test(value) ? value.slice(0, 7) : value;
}

function Event({ event }: { event: AgentEvent }) {
  const tone = severityTone(event.severity);
  const details = detailsOf(event);
  return (
    <li className={styles.event} data-tone={tone}>
      <span className={styles.icon}>
        <Icon name={event.severity === 'info' ? 'info' : toneIcon(tone)} size={15} />
        <span className="visually-hidden">{event.severity}</span>
      </span>
      <div className={styles.body}>
        <p className={styles.text}>{sentence(event.text)}</p>
        {details.length > 0 && (
          <p className={styles.details}>
            {details.map(([key, value]) => (
              <span key={key}>
                {key} <code title={value}>{shortened(value)}</code>
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
