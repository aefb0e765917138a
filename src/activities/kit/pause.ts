import { Context } from '@temporalio/activity';
import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';

/** Longest silence between two heartbeats: well below the heartbeat timeouts of watchers and reads. */
const beatMs = 2_500;
/**
 * The same for the watch of an ad, which has a longer timeout: just above the usual interval of its looks, each of which
 * says something. There is one for each ad, and what each says costs this process and Temporal (ADR 0031).
 */
export const lookBeatMs = 5_500;
/** A worker that stops hands its watchers over: the next one continues after this. */
const handOverMs = 1_000;

interface PauseOptions {
  /** Aborted when this worker stops: a watcher then ends at once, and the next worker restarts it. */
  stopping: AbortSignal;
  /** Ends the pause early. */
  wake?: Promise<unknown>;
}

/**
 * Sleeps inside an activity, heartbeating, and ends at once when the activity is cancelled (a plain timer would keep a
 * stale watcher alive) or the worker stops. Rejects with a CancelledFailure or with WORKER_STOPPING, which is retried.
 */
export async function pauseFor(ms: number, details: unknown, { stopping, wake }: PauseOptions): Promise<void> {
  const context = Context.current();
  const bell = Promise.withResolvers<void>();
  const ring = (): void => bell.resolve();
  let woken = false;
  void wake?.then(ring);
  void bell.promise.then(() => {
    woken = true;
  });
  stopping.addEventListener('abort', ring, { once: true });
  // A watcher's heartbeat is repeated anyhow.
  const sliceMs = repeats.has(context) ? ms : beatMs;
  try {
    refuseWhenStopping(stopping);
    say(context, details);
    for (let leftMs = ms; leftMs > 0 && !woken; leftMs -= sliceMs) {
      if (leftMs < ms) say(context, details);
      const slept = context.sleep(Math.min(sliceMs, leftMs));
      slept.catch(leftBehind);
      await Promise.race([slept, bell.promise]);
      refuseWhenStopping(stopping);
    }
    // A pause that is always woken must not outrun its cancellation.
    await Promise.race([context.cancelled, Promise.resolve()]);
  } finally {
    stopping.removeEventListener('abort', ring);
  }
}

/** Heartbeats during work. Rejects as `pauseFor` does when the activity is cancelled or the worker stops. */
export async function beat(details: unknown, { stopping }: Pick<PauseOptions, 'stopping'>): Promise<void> {
  const context = Context.current();
  refuseWhenStopping(stopping);
  say(context, details);
  await Promise.race([context.cancelled, Promise.resolve()]);
}

/** The last heartbeat of each activity. */
const said = new WeakMap<Context, unknown>();

interface Repeats {
  timer: NodeJS.Timeout;
  /** An activity may read several things at once. */
  users: number;
}

/** What repeats it, once nothing was said for a while: of many ads, heartbeats cost more than their looks (ADR 0031). */
const repeats = new WeakMap<Context, Repeats>();

function say(context: Context, details: unknown): void {
  said.set(context, details);
  context.heartbeat(details);
  repeats.get(context)?.timer.refresh();
}

/**
 * Keeps a watcher or a read heartbeating while it works: a slow look must not be mistaken for a dead worker, and a dead
 * worker must be noticed soon. Repeats the last heartbeat, if need be of the previous attempt.
 */
export function beating<Input, Verdict>(
  watch: (input: Input) => Promise<Verdict>,
  silenceMs = beatMs,
): (input: Input) => Promise<Verdict> {
  return async (input) => {
    const context = Context.current();
    const repeating = repeats.get(context) ?? { timer: repeatOf(context, silenceMs), users: 0 };
    repeats.set(context, repeating);
    repeating.users += 1;
    try {
      return await watch(input);
    } finally {
      repeating.users -= 1;
      if (repeating.users === 0) {
        clearInterval(repeating.timer);
        repeats.delete(context);
      }
    }
  };
}

function repeatOf(context: Context, silenceMs: number): NodeJS.Timeout {
  const repeat = (): void => context.heartbeat(said.has(context) ? said.get(context) : context.info.heartbeatDetails);
  return setInterval(repeat, silenceMs);
}

/** A sleep that lost against the bell may still be cancelled later, unobserved. */
function leftBehind(): void {
  return undefined;
}

function refuseWhenStopping(stopping: AbortSignal): void {
  if (!stopping.aborted) return;
  throw ApplicationFailure.create({
    type: 'WORKER_STOPPING',
    message: 'this worker stops; the next one continues',
    nextRetryDelay: handOverMs,
    category: ApplicationFailureCategory.BENIGN,
  });
}
