/**
 * Returns a reader that keeps what it has read for `keptMs`, by a monotonic clock, so that a picture that is drawn every other
 * second does not ask for it each time. A failed read is not kept.
 */
export function nowAndThen<T>(
  read: () => Promise<T>,
  keptMs: number,
  now: () => number = () => performance.now(),
): () => Promise<T> {
  let kept: { value: T; atMs: number } | null = null;
  return async () => {
    if (kept === null || now() - kept.atMs >= keptMs) kept = { value: await read(), atMs: now() };
    return kept.value;
  };
}
