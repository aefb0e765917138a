import { createFaultEngine } from '../world/fault-script.ts';
import { createMarketplace, type Marketplace } from '../world/marketplace.ts';

/** Far enough ahead that a number from a rehearsal is not used for a real order soon after. */
const sequenceGap = 50_000;

/** Returns a copy of the marketplace at this moment: a call on it is answered, and has no effect. */
export function rehearse(marketplace: Marketplace): Marketplace {
  const { settings, accounts, feed, clock } = marketplace;
  const nowMs = clock.now();
  const state = marketplace.snapshot();
  return createMarketplace({
    settings,
    accounts,
    feed,
    clock: { now: () => nowMs },
    faults: createFaultEngine(state.seed),
    state: { ...state, sequence: state.sequence + sequenceGap },
    persist: () => undefined,
  });
}
