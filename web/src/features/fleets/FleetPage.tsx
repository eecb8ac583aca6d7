import { PageHeader } from '../../shared/ui/PageHeader';

export default function FleetPage() {
  return <PageHeader title="Fleet" />;
}
