/** Whether two plain values say the same, whatever the order of their keys. */
export function isSame(left: unknown, right: unknown): boolean {
  return canonical(left) === canonical(right);
}

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  ) ?? 'undefined';
