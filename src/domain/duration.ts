export const unitsMs = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

export type DurationUnit = keyof typeof unitsMs;

/** Parses "90s", "1.5h" or "250ms" into milliseconds; null for anything else, including a number without a unit. */
export function parseDurationMs(text: string): number | null {
  const match = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h|d)$/.exec(text.trim());
  if (match === null) return null;
  const [, amount, unit] = match;
  return Math.round(Number(amount) * unitsMs[unit as DurationUnit]);
}
