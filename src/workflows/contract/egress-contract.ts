import type { BreakerState } from '../../domain/failures/circuit-breaker.ts';

/** A ban of an outgoing address: no call leaves before `untilMs`. */
export interface Ban {
  untilMs: number;
  reason: string;
}

/** What an egress remembers across restarts of everything else. */
export interface EgressMemory {
  ban: Ban | null;
  breaker: BreakerState | null;
  bans: number;
  /** The end of the ban that a human cleared last. A ban that ends by itself is not cleared: clocks may differ. */
  clearedUntilMs?: number;
}

export interface EgressInput {
  egress: string;
  memory?: EgressMemory;
}

export interface EgressView extends EgressMemory {
  egress: string;
  state: 'open' | 'banned' | 'breaker-open';
}
