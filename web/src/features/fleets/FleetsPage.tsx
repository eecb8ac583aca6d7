import { PageHeader } from '../../shared/ui/PageHeader';

export default function FleetsPage() {
  return <PageHeader title="Fleets" />;
}
