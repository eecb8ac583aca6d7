/** A node of the health tree that an agent reports. */
export type HealthNode = {
  name: string;
  healthy: boolean | undefined;
  status: string;
  lastError: string;
  statusTime: string | undefined;
  children: HealthNode[];
};

const DEEPEST = 20;

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Reads a tree whose shape the API leaves open; what it does not know stays empty. */
export function readHealth(name: string, value: unknown, depth = 0): HealthNode {
  const node = (typeof value === 'object' && value !== null ? value : {}) as Record<
    string,
    unknown
  >;
  const components =
    typeof node.components === 'object' && node.components !== null && depth < DEEPEST
      ? Object.entries(node.components)
      : [];
  const children = components.map(([child, inner]) => readHealth(child, inner, depth + 1));
  return {
    name,
    healthy: typeof node.healthy === 'boolean' ? node.healthy : undefined,
    status: text(node.status),
    lastError: text(node.lastError),
    statusTime: text(node.statusTime) || undefined,
    children: children.sort((a, b) => Number(isSick(b)) - Number(isSick(a))),
  };
}

/** Whether the node or something below it is unhealthy. */
export function isSick(node: HealthNode): boolean {
  return node.healthy === false || node.children.some(isSick);
}

/** `StatusRecoverableError` for people. */
export function statusWord(node: HealthNode): string {
  const words = node.status
    .replace(/^Status/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  if (words === 'ok' || words === '') {
    if (node.healthy === undefined) return 'unknown';
    return node.healthy ? 'healthy' : 'unhealthy';
  }
  return words;
}
