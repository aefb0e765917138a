/** The middle of some measurements, and their extremes. */
export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

/** Returns the spread of at least one measurement, rounded to `digits`. */
export function spreadOf(values: readonly number[], digits = 2): Spread {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = sorted.length / 2;
  const median = ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2;
  const round = (value: number): number => Number(value.toFixed(digits));
  return { median: round(median), least: round(sorted[0] ?? 0), most: round(sorted.at(-1) ?? 0) };
}

/** Formats a spread as one cell of a table: median and, in brackets, the extremes. */
export function spreadText({ median, least, most }: Spread): string {
  return `${median} (${least} to ${most})`;
}

/** Returns the least value that so great a share of the values does not exceed; NaN of none. */
export function quantileOf(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
