import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { agentFacetsQuery, agentListQuery } from '../../shared/api/queries/agents';
import type { AgentPage } from '../../shared/api/types';
import { announce } from '../../shared/lib/announce';
import { classNames } from '../../shared/lib/classNames';
import { plural } from '../../shared/lib/numbers';
import { PHONE, useMediaQuery } from '../../shared/lib/useMediaQuery';
import { Button } from '../../shared/ui/Button';
import { Dialog } from '../../shared/ui/Dialog';
import { ErrorBoundary } from '../../shared/ui/ErrorBoundary';
import { PageHeader } from '../../shared/ui/PageHeader';
import { Pager } from '../../shared/ui/Pager';
import { QueryState, Skeleton } from '../../shared/ui/QueryState';
import { AgentCards } from './AgentCards';
import styles from './AgentsPage.module.css';
import { AgentTable } from './AgentTable';
import { FacetList } from './FacetList';
import { FilterBar } from './FilterBar';
import { type AgentFilter, apiQuery, readFilter, withoutFilters, writeFilter } from './filter';
import { NoAgents } from './NoAgents';

/** Below this width the facets move into a dialog, so that the table keeps its columns. */
const NARROW = '(max-width: 1180px)';

export default function AgentsPage() {
  const [search, setSearch] = useSearchParams();
  const filter = useMemo(() => readFilter(search), [search]);
  const change = useCallback(
    (next: AgentFilter, replace = false) => setSearch(writeFilter(next), { replace }),
    [setSearch],
  );
  const query = apiQuery(filter);
  const agents = useQuery(agentListQuery(query));
  const facets = useQuery(agentFacetsQuery(query));
  const phone = useMediaQuery(PHONE);
  const narrow = useMediaQuery(NARROW);
  const [facetsOpen, setFacetsOpen] = useState(false);

  const total = agents.isPlaceholderData ? undefined : agents.data?.total;
  useEffect(() => {
    if (total !== undefined) announce(plural(total, 'agent'));
  }, [total]);

  const list = <FacetList query={facets} filter={filter} onChange={change} />;
  return (
    <>
      <PageHeader title="Agents" note={total === undefined ? ' ' : plural(total, 'agent')} />
      <FilterBar filter={filter} onChange={change}>
        {narrow && (
          <Button icon="filter" onClick={() => setFacetsOpen(true)}>
            Filters
          </Button>
        )}
      </FilterBar>
      <div className={styles.layout}>
        {!narrow && (
          <aside className={styles.facets} aria-label="Filters">
            <ErrorBoundary>{list}</ErrorBoundary>
          </aside>
        )}
        <section
          className={classNames(styles.list, agents.isPlaceholderData && styles.old)}
          aria-label="Agents"
          aria-busy={agents.isFetching}
        >
          <ErrorBoundary>
            <QueryState query={agents} what="the agents" skeleton={<Skeleton lines={12} />}>
              {(page) => <Page page={page} filter={filter} onChange={change} cards={phone} />}
            </QueryState>
          </ErrorBoundary>
        </section>
      </div>
      {narrow && (
        <Dialog title="Filters" open={facetsOpen} onClose={() => setFacetsOpen(false)}>
          {list}
          <div className={styles.dialogEnd}>
            <Button onClick={() => change(withoutFilters(filter))}>Clear</Button>
            <Button variant="primary" onClick={() => setFacetsOpen(false)}>
              Show {total === undefined ? 'agents' : plural(total, 'agent')}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}

function Page({
  page,
  filter,
  onChange,
  cards,
}: {
  page: AgentPage;
  filter: AgentFilter;
  onChange: (filter: AgentFilter) => void;
  cards: boolean;
}) {
  if (page.items.length === 0) {
    return <NoAgents total={page.total} filter={filter} onChange={onChange} />;
  }
  const List = cards ? AgentCards : AgentTable;
  return (
    <>
      <List
        agents={page.items}
        sort={filter.sort}
        onSort={(sort) => onChange({ ...filter, sort, page: 1 })}
      />
      <Pager
        page={page.page}
        pageSize={page.pageSize}
        total={page.total}
        onPage={(next) => {
          onChange({ ...filter, page: next });
          window.scrollTo(0, 0);
        }}
      />
    </>
  );
}
