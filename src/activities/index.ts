/** The activities that a worker registers, by queue. Workflows import the types only. */
import { createAdActivities } from './ad-activities.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { createGuardActivities } from './guard-activities.ts';
import { createMoneyActivities } from './money-activities.ts';
import { createOrderActivities } from './order-activities.ts';
import { createPlacementActivities } from './placement-activities.ts';
import { createWatchBusiness } from './watch-business.ts';
import { createWatchMarket } from './watch-market.ts';
import { createWatchOrders } from './watch-orders.ts';

/** Activities of the account's own queue: they act, or read for somebody who acts. */
export function createActingActivities(deps: ActivityDependencies) {
  return {
    ...createAdActivities(deps),
    ...createGuardActivities(deps),
    ...createOrderActivities(deps),
    ...createMoneyActivities(deps),
    ...createPlacementActivities(deps),
  };
}

/** Activities of the watch queue: long, cheap, read-only. */
export function createWatchActivities(deps: ActivityDependencies) {
  return {
    watchMarket: createWatchMarket(deps),
    watchOrders: createWatchOrders(deps),
    watchBusiness: createWatchBusiness(deps),
  };
}

export type ActingActivities = ReturnType<typeof createActingActivities>;
export type WatchActivities = ReturnType<typeof createWatchActivities>;
