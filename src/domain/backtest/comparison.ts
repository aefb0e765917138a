/** Whether one set of rules earns more than another, beyond what chance explains. */
export interface GainComparison {
  /** How much more the second earns, in fiat. */
  readonly difference: number;
  /** Twice the standard error of the difference: what differs by less may be chance. */
  readonly noise: number;
  readonly verdict: 'better' | 'worse' | 'no difference beyond noise';
}

const standardErrors = 2;

/**
 * Compares the expected gains of two rules in the same parts of a recording. The parts are pairs: what the market did
 * to both in one part cancels out.
 */
export function compareGains(present: readonly number[], other: readonly number[]): GainComparison {
  const differences = other.map((gain, index) => gain - (present[index] ?? 0));
  const difference = sum(differences);
  const noise = standardErrors * standardErrorOfSum(differences);
  if (Math.abs(difference) <= noise) return { difference, noise, verdict: 'no difference beyond noise' };
  return { difference, noise, verdict: difference > 0 ? 'better' : 'worse' };
}

function standardErrorOfSum(values: readonly number[]): number {
  const count = values.length;
  // Less than two parts say nothing of their spread.
  if (count < 2) return Number.POSITIVE_INFINITY;
  const mean = sum(values) / count;
  const variance = sum(values.map((value) => (value - mean) ** 2)) / (count - 1);
  return Math.sqrt(variance * count);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
