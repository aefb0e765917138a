import { Context } from '@temporalio/activity';

/** Longest silence between two heartbeats: well below the heartbeat timeout of the watchers. */
const beatMs = 4_000;

/**
 * Sleeps inside an activity, heartbeating, and ends at once when the activity is cancelled (a plain timer would keep a
 * stale watcher alive). `wake` ends it early. Rejects with a CancelledFailure on cancellation.
 */
export async function pauseFor(ms: number, details: unknown, wake?: Promise<unknown>): Promise<void> {
  const context = Context.current();
  let leftMs = ms;
  let woken = false;
  const waking = wake?.then(() => {
    woken = true;
  });
  context.heartbeat(details);
  while (leftMs > 0 && !woken) {
    const sliceMs = Math.min(beatMs, leftMs);
    const slept = context.sleep(sliceMs);
    await (waking === undefined ? slept : Promise.race([slept, waking]));
    leftMs -= sliceMs;
    context.heartbeat(details);
  }
}
