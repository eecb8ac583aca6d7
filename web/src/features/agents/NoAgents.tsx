import { Link } from 'react-router';
import { countText } from '../../shared/lib/numbers';
import { Button } from '../../shared/ui/Button';
import { EmptyState } from '../../shared/ui/EmptyState';
import { type AgentFilter, isFiltered, withoutFilters } from './filter';

/** Why the list is empty: past its end, hidden by the filter, or nothing is there. */
export function NoAgents({
  total,
  filter,
  onChange,
}: {
  total: number;
  filter: AgentFilter;
  onChange: (filter: AgentFilter) => void;
}) {
  if (total > 0) {
    return (
      <EmptyState
        icon="agents"
        title={`There is no page ${countText(filter.page)}`}
        action={
          <Button onClick={() => onChange({ ...filter, page: 1 })}>Go to the first page</Button>
        }
      >
        The list became shorter: {countText(total)} agents match.
      </EmptyState>
    );
  }
  if (isFiltered(filter)) {
    return (
      <EmptyState
        icon="filter"
        title="No agent matches the filter"
        action={<Button onClick={() => onChange(withoutFilters(filter))}>Clear the filter</Button>}
      >
        The list shows agents that match all of the filters above.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="plug"
      title="No agent yet"
      action={<Link to="/">How to connect the first one</Link>}
    >
      A collector appears here as soon as its supervisor connects to this server.
    </EmptyState>
  );
}
