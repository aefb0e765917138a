/** Parts of a heartbeat that another look changes although it has found nothing new. */
const passing: ReadonlySet<string> = new Set(['atMs', 'nextCheckAtMs', 'lookedAtMs', 'polls', 'diff']);

/** Returns what a heartbeat says but for when: a text that is the same for two that say the same. */
export function newsOf(details: unknown): string {
  return JSON.stringify(details, (key, value: unknown) => (passing.has(key) ? undefined : value)) ?? '';
}
