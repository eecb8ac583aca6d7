import { PageHeader } from '../../shared/ui/PageHeader';

export default function AgentPage() {
  return <PageHeader title="Agent" />;
}
