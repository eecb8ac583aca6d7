import { useQuery } from '@tanstack/react-query';
import { meQuery } from './queries/session';
import type { Me } from './types';

/** Whether the person may do this; the server decides again. An administrator may do everything. */
export function can(me: Me | undefined, permission: string): boolean {
  return me !== undefined && (me.role === 'admin' || me.permissions.includes(permission));
}

export function useCan(permission: string): boolean {
  return can(useQuery(meQuery).data, permission);
}
