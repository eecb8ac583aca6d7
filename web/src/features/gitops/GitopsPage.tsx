import { PageHeader } from '../../shared/ui/PageHeader';

export default function GitopsPage() {
  return <PageHeader title="GitOps" />;
}
