import type { IconName } from '../shared/ui/Icon';

/** Pages of the main navigation; `key` follows `g` on the keyboard. */
export const PAGES = [
  { to: '/', label: 'Overview', icon: 'overview', key: 'o' },
  { to: '/agents', label: 'Agents', icon: 'agents', key: 'a' },
  { to: '/fleets', label: 'Fleets', icon: 'fleets', key: 'f' },
  { to: '/gitops', label: 'GitOps', icon: 'git', key: 'g' },
] as const satisfies readonly { to: string; label: string; icon: IconName; key: string }[];
