import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import type { AgentFacets, FacetCount } from '../../shared/api/types';
import {
  DIMENSION_LABELS,
  DIMENSIONS,
  type Dimension,
  valueLabel,
  valuesOf,
} from '../../shared/lib/facets';
import { countText } from '../../shared/lib/numbers';
import { facetStatus } from '../../shared/lib/status';
import { QueryState, Skeleton } from '../../shared/ui/QueryState';
import { Status } from '../../shared/ui/Status';
import styles from './FacetList.module.css';
import { type AgentFilter, chosenValues, toggleValue } from './filter';

/** Values of one dimension that are shown before "show all". */
const SHOWN = 6;

export function FacetList({
  query,
  filter,
  onChange,
}: {
  query: UseQueryResult<AgentFacets, Error>;
  filter: AgentFilter;
  onChange: (filter: AgentFilter) => void;
}) {
  return (
    <QueryState query={query} what="the filters" skeleton={<Skeleton lines={9} />}>
      {(facets) => (
        <div className={styles.facets}>
          {DIMENSIONS.map((dimension) => (
            <FacetGroup
              key={dimension}
              dimension={dimension}
              values={withChosen(valuesOf(facets, dimension), chosenValues(filter, dimension))}
              filter={filter}
              onChange={onChange}
            />
          ))}
        </div>
      )}
    </QueryState>
  );
}

/** What is chosen stays in the list, even when no agent has it now. */
function withChosen(values: FacetCount[], chosen: readonly string[]): FacetCount[] {
  const missing = chosen.filter((value) => !values.some((each) => each.value === value));
  return [...values, ...missing.map((value) => ({ value, count: 0 }))];
}

function FacetGroup({
  dimension,
  values,
  filter,
  onChange,
}: {
  dimension: Dimension;
  values: FacetCount[];
  filter: AgentFilter;
  onChange: (filter: AgentFilter) => void;
}) {
  const id = useId();
  const [all, setAll] = useState(false);
  const group = useRef<HTMLFieldSetElement>(null);
  // The button goes, and its focus with it: on with the first value that it showed.
  const revealed = useRef('');
  useEffect(() => {
    if (!all) return;
    const boxes = group.current?.querySelectorAll('input') ?? [];
    [...boxes].find((box) => box.value === revealed.current)?.focus();
  }, [all]);
  const chosen = chosenValues(filter, dimension);
  if (values.length === 0) return null;
  const shown = all
    ? values
    : values.filter(({ value }, index) => index < SHOWN || chosen.includes(value));
  return (
    <fieldset className={styles.group} ref={group}>
      <legend>{DIMENSION_LABELS[dimension]}</legend>
      {shown.map(({ value, count }) => {
        const status = facetStatus(dimension, value);
        return (
          <label key={value} className={styles.value} htmlFor={`${id}${value}`}>
            <input
              id={`${id}${value}`}
              type="checkbox"
              value={value}
              checked={chosen.includes(value)}
              onChange={() => onChange(toggleValue(filter, dimension, value))}
            />
            <span className={styles.label}>
              {status ? (
                <Status status={status} variant="quiet" />
              ) : (
                <span className={value === '' ? styles.none : undefined}>
                  {valueLabel(dimension, value)}
                </span>
              )}
            </span>
            <span className={styles.count}>{countText(count)}</span>
          </label>
        );
      })}
      {shown.length < values.length && (
        <button
          type="button"
          className={styles.more}
          onClick={() => {
            revealed.current = values.find((each) => !shown.includes(each))?.value ?? '';
            setAll(true);
          }}
        >
          Show all {countText(values.length)}
          <span className="visually-hidden"> values of {DIMENSION_LABELS[dimension]}</span>
        </button>
      )}
    </fieldset>
  );
}
