import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { DIMENSION_LABELS, DIMENSIONS, valueLabel } from '../../shared/lib/facets';
import { Button } from '../../shared/ui/Button';
import { Icon } from '../../shared/ui/Icon';
import styles from './FilterBar.module.css';
import {
  type AgentFilter,
  attributeKey,
  attributePair,
  chosenValues,
  isFiltered,
  toggleAttribute,
  toggleValue,
  withoutFilters,
} from './filter';

/** Pause in typing after which the list is asked. */
const TYPING_MILLIS = 250;

export function FilterBar({
  filter,
  onChange,
  children,
}: {
  filter: AgentFilter;
  onChange: (filter: AgentFilter, replace?: boolean) => void;
  children?: ReactNode;
}) {
  return (
    <div className={styles.bar}>
      <SearchField filter={filter} onChange={onChange} />
      {children}
      {isFiltered(filter) && <Chips filter={filter} onChange={onChange} />}
    </div>
  );
}

function SearchField({
  filter,
  onChange,
}: {
  filter: AgentFilter;
  onChange: (filter: AgentFilter, replace?: boolean) => void;
}) {
  const id = useId();
  const [text, setText] = useState(filter.q);
  const sent = useRef(filter.q);

  // The address changed by other means: a link, "back", or "clear".
  useEffect(() => {
    if (filter.q === sent.current) return;
    sent.current = filter.q;
    setText(filter.q);
  }, [filter.q]);

  useEffect(() => {
    const next = text.trim();
    if (next === sent.current || attributePair(next)) return;
    const timer = setTimeout(() => {
      sent.current = next;
      onChange({ ...filter, q: next, page: 1 }, true);
    }, TYPING_MILLIS);
    return () => clearTimeout(timer);
  }, [text, filter, onChange]);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const pair = attributePair(text);
    const next = pair ? '' : text.trim();
    const attributes = pair ? [...new Set([...filter.attributes, pair])] : filter.attributes;
    sent.current = next;
    setText(next);
    onChange({ ...filter, q: next, attributes, page: 1 });
  };

  return (
    <form className={styles.search} onSubmit={onSubmit}>
      <label htmlFor={id} className="visually-hidden">
        Filter agents
      </label>
      <Icon name="search" className={styles.searchIcon} />
      <input
        id={id}
        data-filter
        type="search"
        value={text}
        maxLength={200}
        spellCheck={false}
        autoComplete="off"
        placeholder="Host, id, version, or site.name=berlin"
        onChange={(event) => setText(event.target.value)}
      />
      <span className={styles.hint} aria-hidden="true">
        /
      </span>
    </form>
  );
}

function Chips({
  filter,
  onChange,
}: {
  filter: AgentFilter;
  onChange: (filter: AgentFilter) => void;
}) {
  return (
    <ul className={styles.chips} aria-label="Active filters">
      {filter.q && (
        <Chip
          name="Text"
          value={filter.q}
          onRemove={() => onChange({ ...filter, q: '', page: 1 })}
        />
      )}
      {DIMENSIONS.flatMap((dimension) =>
        chosenValues(filter, dimension).map((value) => (
          <Chip
            key={`${dimension}=${value}`}
            name={DIMENSION_LABELS[dimension]}
            value={valueLabel(dimension, value)}
            onRemove={() => onChange(toggleValue(filter, dimension, value))}
          />
        )),
      )}
      {filter.attributes
        .filter((pair) => !DIMENSIONS.some((dimension) => dimension === attributeKey(pair)))
        .map((pair) => (
          <Chip
            key={pair}
            name={attributeKey(pair)}
            value={pair.slice(pair.indexOf('=') + 1)}
            onRemove={() => onChange(toggleAttribute(filter, pair))}
          />
        ))}
      <li>
        <Button variant="quiet" onClick={() => onChange(withoutFilters(filter))}>
          Clear all
        </Button>
      </li>
    </ul>
  );
}

function Chip({ name, value, onRemove }: { name: string; value: string; onRemove: () => void }) {
  return (
    <li>
      <button type="button" className={styles.chip} onClick={onRemove}>
        <span className={styles.chipName}>{name}</span>
        <span>{value}</span>
        <Icon name="cross" size={11} />
        <span className="visually-hidden">remove this filter</span>
      </button>
    </li>
  );
}
