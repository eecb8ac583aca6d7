import { Link, useLocation } from 'react-router';
import { EmptyState } from '../shared/ui/EmptyState';
import { PageHeader } from '../shared/ui/PageHeader';

export function NotFoundPage() {
  const { pathname } = useLocation();
  return (
    <>
      <PageHeader title="Page not found" />
      <EmptyState
        icon="search"
        title="There is nothing at this address"
        action={<Link to="/">Go to the overview</Link>}
      >
        <code>{pathname}</code>
      </EmptyState>
    </>
  );
}
