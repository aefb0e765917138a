import { beginWatch, deadManLimits, leftMs, sightIntervalMs, watchOn } from '../../domain/watchdog/dead-man.ts';
import type { DeskSights } from './desk-sights.ts';
import type { BlindReporter } from './report-blind.ts';
import type { WatchdogDependencies } from './watchdog-dependencies.ts';

interface Watching {
  readonly sights: DeskSights;
  readonly blind: BlindReporter;
  /** Called after each look. */
  readonly onSight: () => void;
}

/**
 * Looks at the desk again and again; returns the mark of its last look when none came for the limit. What it has watched
 * through is its own memory: another process watches for the whole limit again.
 */
export async function watchLooks(
  deps: WatchdogDependencies,
  { sights, blind, onSight }: Watching,
): Promise<{ readonly lookedAtMs: number }> {
  const { clock, settings } = deps;
  const limits = deadManLimits(settings.watchdogMs);
  const now = () => ({ elapsedMs: clock.elapsed(), wallMs: clock.now() });
  let watch = beginWatch(now(), sights.known);
  for (;;) {
    const sight = { desk: await sights.look(), ...now() };
    watch = watchOn(watch, sight, limits);
    blind.saw(sight);
    onSight();
    const left = leftMs(watch, limits);
    if (left !== null && left <= 0 && watch.lookedAtMs !== null) {
      blind.judged();
      return { lookedAtMs: watch.lookedAtMs };
    }
    await deps.pause(sightIntervalMs(settings.watchdogMs));
  }
}
