/** Returns plain data as JSON whose text follows from what it says: keys in order, no spaces. */
export function canonicalJson(value: unknown): string {
  return (
    JSON.stringify(value, (_, part: unknown) =>
      typeof part === 'object' && part !== null && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).toSorted(([left], [right]) => (left < right ? -1 : 1)))
        : part,
    ) ?? 'undefined'
  );
}
