import { unitsMs, type DurationUnit } from '../../domain/duration.ts';

/** Formats milliseconds in the largest readable unit: "1.5 h", "90 s", "250 ms". */
export function durationText(ms: number): string {
  const unit = (['d', 'h', 'm', 's'] as const).find((candidate) => ms >= 2 * unitsMs[candidate]) ?? smallUnit(ms);
  return `${Number((ms / unitsMs[unit]).toFixed(1))} ${unit === 'm' ? 'min' : unit}`;
}

function smallUnit(ms: number): DurationUnit {
  return ms >= unitsMs.s ? 's' : 'ms';
}

/** Formats how long ago something was in whole seconds: "3 min", "0 s". */
export function ageText(ms: number): string {
  return ms < 1_000 ? '0 s' : durationText(Math.floor(ms / 1_000) * 1_000);
}

/** Formats a deadline as seen from now: "in 12 min", or "3 min over". */
export function dueText(untilMs: number, nowMs: number): string {
  return untilMs > nowMs ? `in ${ageText(untilMs - nowMs)}` : `${ageText(nowMs - untilMs)} over`;
}
