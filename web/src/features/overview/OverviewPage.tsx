import { PageHeader } from '../../shared/ui/PageHeader';

export default function OverviewPage() {
  return <PageHeader title="Overview" />;
}
