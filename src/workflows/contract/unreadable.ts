/** Returns why a value could not be read from its payload, or null for one that could (`kit/payload-converter.ts`). */
export function unreadableReason(value: unknown): string | null {
  return typeof value === 'symbol' ? (value.description ?? 'the payload cannot be read') : null;
}
