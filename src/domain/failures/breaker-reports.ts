import type { BreakerState } from './circuit-breaker.ts';

/** More accounts behind one address are not expected; their reports would only fill the memory of its egress. */
const maxBreakers = 500;

interface Reported {
  account: string;
  service: string;
  breaker: Pick<BreakerState, 'phase'>;
}

/** Returns the breakers that do not let calls pass, with the latest report of each; of too many the oldest are dropped. */
export function withBreakerReport<T extends Reported>(breakers: readonly T[], report: T): readonly T[] {
  const others = breakers.filter(({ account, service }) => account !== report.account || service !== report.service);
  return report.breaker.phase === 'closed' ? others : [...others, report].slice(-maxBreakers);
}
