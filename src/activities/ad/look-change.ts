import type { PricingDecision } from '../../domain/pricing/pricing-decision.ts';
import type { DeskSettings } from '../../domain/settings.ts';
import type { ShownLook, WatchMarketInput } from '../activity-contract.ts';

type Settings = Pick<DeskSettings, 'limitAlarmMs' | 'adShowIntervalMs'>;

interface Look {
  decision: PricingDecision | null;
  boundSinceMs: number | null;
  atMs: number;
}

/** The end of an alarm is shown no earlier than this: a price at the edge of a limit must not fill the history. */
const alarmRestMs = 60_000;

/**
 * Reports whether a quiet look is worth a return to the workflow, which costs some six events: a limit has bound the ad
 * for long without an alarm, or no longer binds; an override has ended; rank or reason differ from those on lists and
 * pages, which are renewed at most every `adShowIntervalMs`.
 */
export function isWorthReturning(
  { shown, override }: Pick<WatchMarketInput, 'shown' | 'override'>,
  look: Look,
  settings: Settings,
): boolean {
  const hasEnded = override !== null && look.atMs >= override.untilMs;
  return hasEnded || isAlarming(shown, look, settings) || (shown !== null && isOutOfDate(shown, look, settings));
}

function isAlarming(shown: ShownLook | null, { boundSinceMs, atMs }: Look, { limitAlarmMs }: Settings): boolean {
  if (boundSinceMs === null || shown?.isAlarmed === true) return false;
  return atMs - boundSinceMs >= limitAlarmMs;
}

function isOutOfDate(shown: ShownLook, { decision, boundSinceMs, atMs }: Look, settings: Settings): boolean {
  if (decision === null) return false;
  const ageMs = atMs - shown.atMs;
  const isOver = shown.isAlarmed && boundSinceMs === null;
  if (isOver && ageMs >= alarmRestMs) return true;
  const isOther = decision.rank !== shown.rank || decision.reason !== shown.reason;
  return isOther && ageMs >= settings.adShowIntervalMs;
}
