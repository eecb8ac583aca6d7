/** Compares versions as semantic ones; text that is none sorts before all that are. */
export function compareVersions(left: string, right: string): number {
  const a = parse(left);
  const b = parse(right);
  if (!a || !b)
    return Number(a !== undefined) - Number(b !== undefined) || left.localeCompare(right);
  for (let index = 0; index < 3; index += 1) {
    const difference = (a.numbers[index] ?? 0) - (b.numbers[index] ?? 0);
    if (difference !== 0) return difference;
  }
  if (a.pre === b.pre) return 0;
  if (a.pre === '') return 1; // a release comes after its candidates
  if (b.pre === '') return -1;
  return a.pre.localeCompare(b.pre, 'en', { numeric: true });
}

function parse(version: string): { numbers: number[]; pre: string } | undefined {
  const match = /^v?(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?(?:\+.*)?$/.exec(version);
  if (!match) return undefined;
  return { numbers: match.slice(1, 4).map(Number), pre: match[4] ?? '' };
}
