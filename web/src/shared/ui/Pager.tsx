import { countText } from '../lib/numbers';
import { Button } from './Button';
import styles from './Pager.module.css';

/** Where in the list one is, and the ways to the pages beside it. */
export function Pager({
  page,
  pageSize,
  total,
  onPage,
}: {
  page: number;
  pageSize: number;
  total: number;
  onPage: (page: number) => void;
}) {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const first = total === 0 ? 0 : (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, total);
  return (
    <nav className={styles.pager} aria-label="Pages">
      <span>
        {countText(first)}–{countText(last)} of {countText(total)}
      </span>
      {pages > 1 && (
        <span className={styles.buttons}>
          <Button icon="chevronLeft" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            Previous
          </Button>
          <span className={styles.place}>
            {countText(page)} / {countText(pages)}
          </span>
          <Button iconEnd="chevronRight" disabled={page >= pages} onClick={() => onPage(page + 1)}>
            Next
          </Button>
        </span>
      )}
    </nav>
  );
}
