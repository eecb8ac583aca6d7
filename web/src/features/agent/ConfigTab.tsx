import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { agentConfigQuery } from '../../shared/api/queries/agents';
import type { AgentConfig, AgentDetail, ConfigWhich } from '../../shared/api/types';
import { compareConfigs } from '../../shared/lib/configDiff';
import { useMediaQuery } from '../../shared/lib/useMediaQuery';
import { EmptyState } from '../../shared/ui/EmptyState';
import { Choice } from '../../shared/ui/Menu';
import { Panel } from '../../shared/ui/Panel';
import { QueryState, Skeleton } from '../../shared/ui/QueryState';
import { ComparisonNote, ProofNote } from './ComparisonNote';
import styles from './ConfigTab.module.css';
import { CompactDiff, SideBySide } from './DiffViews';
import { diffRows, plainLines } from './diffRows';
import { PlainConfig } from './PlainConfig';
import { SourcesView } from './SourcesView';

const NAMES: Record<ConfigWhich, string> = {
  assigned: 'Declared in Git',
  desired: 'Offered',
  effective: 'Effective',
};

const VIEWS = [
  { value: 'side', label: 'Side by side' },
  { value: 'diff', label: 'Differences' },
  { value: 'plain', label: 'As reported' },
  { value: 'sources', label: 'Where from' },
] as const;
type View = (typeof VIEWS)[number]['value'];

/** Two columns of YAML need this much room. */
const WIDE = '(min-width: 1100px)';
/** Above this size a comparison in the browser would take too long. */
const MAX_COMPARED_CHARACTERS = 400_000;

export default function ConfigTab({ agent }: { agent: AgentDetail }) {
  const [search, setSearch] = useSearchParams();
  const { config, summary } = agent;
  const view: View = VIEWS.find(({ value }) => value === search.get('view'))?.value ?? 'side';
  const planned = config.assignedHash !== undefined && config.assignedHash !== config.desiredHash;
  const pair = planned && search.get('pair') === 'planned' ? 'planned' : 'effective';
  const set = (name: string, value: string, usual: string) => {
    const next = new URLSearchParams(search);
    if (value === usual) next.delete(name);
    else next.set(name, value);
    setSearch(next, { replace: true, preventScrollReset: true });
  };
  const [left, right]: [ConfigWhich, ConfigWhich] =
    pair === 'planned' ? ['desired', 'assigned'] : ['desired', 'effective'];
  const hashes: Record<ConfigWhich, string | undefined> = {
    assigned: config.assignedHash,
    desired: config.desiredHash,
    effective: config.effectiveHash,
  };
  return (
    <>
      <div className={styles.choices}>
        <Choice
          legend="View"
          legendHidden
          value={view}
          options={VIEWS}
          onChange={(value) => set('view', value, 'side')}
        />
        {planned && view !== 'sources' && (
          <Choice
            legend="Compare what is offered with"
            legendHidden
            value={pair}
            options={[
              { value: 'effective', label: 'Offered → Effective' },
              { value: 'planned', label: 'Offered → Declared in Git' },
            ]}
            onChange={(value) => set('pair', value, 'effective')}
          />
        )}
      </div>
      {view === 'sources' ? (
        <SourcesView id={summary.id} hash={config.assignedHash} />
      ) : (
        <Pair
          agent={agent}
          key={`${summary.id} ${pair}`}
          left={left}
          right={right}
          leftHash={hashes[left]}
          rightHash={hashes[right]}
          view={view}
        />
      )}
    </>
  );
}

function Pair({
  agent,
  left,
  right,
  leftHash,
  rightHash,
  view,
}: {
  agent: AgentDetail;
  left: ConfigWhich;
  right: ConfigWhich;
  leftHash: string | undefined;
  rightHash: string | undefined;
  view: View;
}) {
  const { id } = agent.summary;
  const leftQuery = useQuery({
    ...agentConfigQuery(id, left, leftHash ?? ''),
    enabled: leftHash !== undefined,
  });
  const rightQuery = useQuery({
    ...agentConfigQuery(id, right, rightHash ?? ''),
    enabled: rightHash !== undefined,
  });
  if (leftHash === undefined && rightHash === undefined) {
    return (
      <Panel title="Configuration">
        <Missing agent={agent} which={left} />
      </Panel>
    );
  }
  if (leftHash === undefined || rightHash === undefined) {
    const [there, away, query] =
      leftHash === undefined ? [right, left, rightQuery] : [left, right, leftQuery];
    return (
      <div className={styles.two}>
        <Panel title={NAMES[there]} flush>
          <QueryState query={query} what="this configuration" skeleton={<Skeleton lines={9} />}>
            {(data) => <PlainConfig config={data} name={NAMES[there]} />}
          </QueryState>
        </Panel>
        <Panel title={NAMES[away]}>
          <Missing agent={agent} which={away} />
        </Panel>
      </div>
    );
  }
  return (
    <QueryState query={leftQuery} what="this configuration" skeleton={<Skeleton lines={9} />}>
      {(leftConfig) => (
        <QueryState query={rightQuery} what="this configuration" skeleton={<Skeleton lines={9} />}>
          {(rightConfig) => (
            <Compared agent={agent} left={leftConfig} right={rightConfig} view={view} />
          )}
        </QueryState>
      )}
    </QueryState>
  );
}

function Compared({
  agent,
  left,
  right,
  view,
}: {
  agent: AgentDetail;
  left: AgentConfig;
  right: AgentConfig;
  view: View;
}) {
  const wide = useMediaQuery(WIDE);
  const tooLarge = left.body.length + right.body.length > MAX_COMPARED_CHARACTERS;
  const comparison = useMemo(
    () => (tooLarge ? undefined : compareConfigs(left.body, right.body)),
    [left, right, tooLarge],
  );
  const rows = useMemo(() => {
    if (tooLarge) return [];
    return comparison
      ? diffRows(comparison.left, comparison.right)
      : diffRows(plainLines(left.body), plainLines(right.body));
  }, [comparison, left, right, tooLarge]);

  if (tooLarge || view === 'plain') {
    return (
      <>
        {tooLarge && (
          <p className={styles.note}>These configurations are too large to compare here.</p>
        )}
        <div className={styles.two}>
          {[left, right].map((config) => (
            <Panel key={config.which} title={NAMES[config.which]} flush>
              <PlainConfig config={config} name={NAMES[config.which]} />
            </Panel>
          ))}
        </div>
      </>
    );
  }
  const names = { left: NAMES[left.which], right: NAMES[right.which] };
  return (
    <>
      {right.which === 'effective' ? (
        <ProofNote config={agent.config} comparison={comparison} />
      ) : (
        <ComparisonNote comparison={comparison} />
      )}
      <Panel
        title={`${names.left} → ${names.right}`}
        note={`${left.hash.slice(0, 7)} → ${right.hash.slice(0, 7)}`}
        flush
        className={right.which === 'effective' ? styles.report : undefined}
      >
        {view === 'side' ? (
          <SideBySide rows={rows} names={names} wide={wide} />
        ) : (
          <CompactDiff rows={rows} names={names} effective={right.which === 'effective'} />
        )}
      </Panel>
    </>
  );
}

/** Why a configuration is not there. */
function Missing({ agent, which }: { agent: AgentDetail; which: ConfigWhich }) {
  if (which === 'effective') {
    return (
      <EmptyState icon="file" title="No effective configuration was reported">
        {agent.capabilities.includes('ReportsEffectiveConfig')
          ? 'The agent can report it and has not done so yet.'
          : 'The agent does not have the capability ReportsEffectiveConfig. In the supervisor it is called reports_effective_config.'}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="file" title="Nothing was offered">
      {agent.config.error ||
        (agent.summary.kind === 'collector'
          ? 'No fleet in Git selects this agent.'
          : 'Only collectors get a configuration.')}
    </EmptyState>
  );
}
