/** Parts of a heartbeat that another look changes although it has found nothing new. */
const passing: ReadonlySet<string> = new Set(['atMs', 'nextCheckAtMs', 'lookedAtMs', 'polls', 'diff']);

/** Reports whether two heartbeats say the same but for when. */
export function isSame(known: unknown, next: unknown): boolean {
  return newsOf(known) === newsOf(next);
}

function newsOf(details: unknown): string {
  return JSON.stringify(details, (key, value: unknown) => (passing.has(key) ? undefined : value)) ?? '';
}
