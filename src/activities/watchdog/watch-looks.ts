import { Context } from '@temporalio/activity';
import { deadManLimits, leftMs, sightIntervalMs, watchOn, type DeadManWatch } from '../../domain/watchdog/dead-man.ts';
import { pauseFor } from '../kit/pause.ts';
import { BlindReporter } from './report-blind.ts';
import type { WatchdogHeartbeat, WatchLooksVerdict } from './watchdog-contract.ts';
import type { DeskReport, WatchdogDependencies } from './watchdog-dependencies.ts';

/** A watch is renewed so often, right after a look of the desk: nothing that was watched through is lost. */
const periodMs = 3_600_000;

/**
 * Makes the watch over the looks of a desk: it looks at the desk again and again, and returns when no look came for the
 * limit. What it has watched through is its own memory: a new attempt watches for the whole limit again.
 */
export function createWatchLooks(deps: WatchdogDependencies) {
  const limits = deadManLimits(deps.settings.watchdogMs);
  const blind = new BlindReporter(deps);
  const intervalMs = sightIntervalMs(deps.settings.watchdogMs);

  return async function watchLooks(): Promise<WatchLooksVerdict> {
    const { cancellationSignal: signal } = Context.current();
    const endMs = deps.clock.elapsed() + periodMs;
    let watch: DeadManWatch | null = null;
    for (;;) {
      const desk = await deps.readDesk(signal).catch(() => null);
      const [elapsedMs, wallMs] = [deps.clock.elapsed(), deps.clock.now()];
      const sight = { elapsedMs, wallMs, desk: sightOf(desk) };
      watch = watchOn(watch, sight, limits);
      blind.saw(sight);
      const left = leftMs(watch, limits);
      if (left !== null && left <= 0 && watch.lookedAtMs !== null) {
        blind.judged();
        return { kind: 'no-looks', lookedAtMs: watch.lookedAtMs };
      }
      if (elapsedMs >= endMs && (left === null || left === limits.limitMs)) return { kind: 'period-over' };
      const beat: WatchdogHeartbeat = {
        leftMs: left,
        since: watch.beganBy,
        lookedAtMs: watch.lookedAtMs,
        ads: desk?.ads.length ?? null,
        atMs: wallMs,
      };
      await pauseFor(intervalMs, beat, deps);
    }
  };
}

function sightOf(desk: DeskReport | null) {
  return desk === null ? null : { ...desk, ads: desk.ads.length };
}
