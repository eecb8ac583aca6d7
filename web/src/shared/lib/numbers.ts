const formatter = new Intl.NumberFormat('en');

/** A count for people: `1,363`. */
export function countText(value: number): string {
  return formatter.format(value);
}

/** `1 agent`, `12 agents`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`;
}

/** Share of a whole for people; never 0 % or 100 % unless that is exact. */
export function percentText(part: number, whole: number): string {
  if (whole === 0 || part === 0) return '0 %';
  if (part === whole) return '100 %';
  return `${Math.min(99, Math.max(1, Math.round((part / whole) * 100)))} %`;
}
