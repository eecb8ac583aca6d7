import { Icon } from './Icon';
import table from './table.module.css';

/** A column head that sorts: first ascending, then descending. `sort` is the API's value. */
export function SortHeader({
  field,
  label,
  sort,
  onSort,
  className,
}: {
  field: string;
  label: string;
  sort: string;
  onSort: (sort: string) => void;
  className?: string | undefined;
}) {
  const ascending = sort === field;
  const descending = sort === `-${field}`;
  const state = ascending ? 'ascending' : descending ? 'descending' : 'none';
  return (
    <th scope="col" aria-sort={state} className={className}>
      <button
        type="button"
        className={table.sort}
        onClick={() => onSort(ascending ? `-${field}` : field)}
      >
        {label}
        <Icon name={descending ? 'arrowDown' : 'arrowUp'} size={12} />
      </button>
    </th>
  );
}
