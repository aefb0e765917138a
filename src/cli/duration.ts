const unitsMs = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

type Unit = keyof typeof unitsMs;

/** Parses "90s", "1.5h" or "250ms" into milliseconds; null for anything else, including a number without a unit. */
export function parseDurationMs(text: string): number | null {
  const match = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h|d)$/.exec(text.trim());
  if (match === null) return null;
  const [, amount, unit] = match;
  return Math.round(Number(amount) * unitsMs[unit as Unit]);
}

/** Formats milliseconds in the largest readable unit: "1.5 h", "90 s", "250 ms". */
export function durationText(ms: number): string {
  const unit = (['d', 'h', 'm', 's'] as const).find((candidate) => ms >= 2 * unitsMs[candidate]) ?? smallUnit(ms);
  return `${Number((ms / unitsMs[unit]).toFixed(1))} ${unit === 'm' ? 'min' : unit}`;
}

function smallUnit(ms: number): Unit {
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
