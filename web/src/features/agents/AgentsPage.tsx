import { PageHeader } from '../../shared/ui/PageHeader';

export default function AgentsPage() {
  return <PageHeader title="Agents" />;
}
