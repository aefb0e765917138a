import type { BreakerState } from '../domain/circuit-breaker.ts';

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
}

export interface EgressInput {
  egress: string;
  memory?: EgressMemory;
}

export interface EgressView extends EgressMemory {
  egress: string;
  state: 'open' | 'banned' | 'breaker-open';
}
