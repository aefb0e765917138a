/** Approvals and payments are good for a time, and this machine's clock may be wrong. */
import type { Check } from '../../domain/orders/release-check.ts';

interface TwoMoments {
  /** What is missing by this machine's clock. */
  readonly here: readonly Check[];
  /** What was missing by Temporal's clock when it asked for the look. */
  readonly asked: readonly Check[];
  /** This machine's moment, less that of Temporal. */
  readonly apartMs: number;
}

/**
 * Returns what is missing. What is there by Temporal's clock and not by this one is asked of no human: the clocks differ, or
 * the look waited until it had lapsed, and the next look shows which.
 */
export function unlessClocksDiffer({ here, asked, apartMs }: TwoMoments): Check[] {
  const isMissing = ({ name }: Check): boolean => asked.some((other) => other.name === name);
  const sure = here.filter(isMissing);
  if (sure.length === here.length) return [...here];
  return [...sure, { name: 'clock', apartMs, bringer: 'time' }];
}
