import { createFaultEngine } from '../world/fault-script.ts';
import { createMarketplace, type Marketplace } from '../world/marketplace.ts';

/** So far ahead that a number given in a rehearsal is not given to a real order soon after. */
const sequenceGap = 50_000;

/** Returns a copy of the marketplace at this moment: what a call does to it is answered, and happens nowhere. */
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
