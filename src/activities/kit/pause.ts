import { Context } from '@temporalio/activity';
import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import { newsOf } from './heartbeat-news.ts';
import { refuseReplaced, replacementOf } from './newest-watch.ts';

/** Longest silence between two heartbeats: well below the heartbeat timeouts of watchers and reads. */
const beatMs = 2_500;
/**
 * The same for a watch, which has a longer timeout: there are as many as ads, Temporal Cloud bills each time, and what has
 * changed is said at once (ADR 0031).
 */
export const watchBeatMs = 18_000;
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
  const ends = AbortSignal.any([stopping, replacementOf(context)]);
  ends.addEventListener('abort', ring, { once: true });
  // A watcher's heartbeat is repeated anyhow.
  const sliceMs = repeats.has(context) ? ms : beatMs;
  try {
    refuseWhenOver(context, stopping);
    say(context, details);
    for (let leftMs = ms; leftMs > 0 && !woken; leftMs -= sliceMs) {
      if (leftMs < ms) say(context, details);
      const slept = context.sleep(Math.min(sliceMs, leftMs));
      slept.catch(leftBehind);
      await Promise.race([slept, bell.promise]);
      refuseWhenOver(context, stopping);
    }
    // A pause that is always woken must not outrun its cancellation.
    await Promise.race([context.cancelled, Promise.resolve()]);
  } finally {
    ends.removeEventListener('abort', ring);
  }
}

/** Heartbeats during work. Rejects as `pauseFor` does when the activity is cancelled or the worker stops. */
export async function beat(details: unknown, { stopping }: Pick<PauseOptions, 'stopping'>): Promise<void> {
  const context = Context.current();
  refuseWhenOver(context, stopping);
  say(context, details);
  await Promise.race([context.cancelled, Promise.resolve()]);
}

/** The last heartbeat of each activity. */
const said = new WeakMap<Context, { readonly details: unknown; readonly news: string }>();

interface Repeats {
  timer: NodeJS.Timeout;
  /** An activity may read several things at once. */
  users: number;
}

/** What repeats it, once nothing was said for a while: heartbeats cost more than looks (ADR 0031). */
const repeats = new WeakMap<Context, Repeats>();

/** Says what is news; the rest is said when the last word is to be repeated. */
function say(context: Context, details: unknown): void {
  const repeating = repeats.get(context);
  const last = said.get(context);
  // A text, since an activity may go on to change what it says.
  const news = newsOf(details);
  said.set(context, { details, news });
  if (repeating !== undefined && last?.news === news) return;
  context.heartbeat(details);
  repeating?.timer.refresh();
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
  const repeat = (): void =>
    context.heartbeat((said.get(context) ?? { details: context.info.heartbeatDetails }).details);
  return setInterval(repeat, silenceMs);
}

/** A sleep that lost against the bell may still be cancelled later, unobserved. */
function leftBehind(): void {
  return undefined;
}

function refuseWhenOver(context: Context, stopping: AbortSignal): void {
  refuseReplaced(context);
  if (!stopping.aborted) return;
  throw ApplicationFailure.create({
    type: 'WORKER_STOPPING',
    message: 'this worker stops; the next one continues',
    nextRetryDelay: handOverMs,
    category: ApplicationFailureCategory.BENIGN,
  });
}
