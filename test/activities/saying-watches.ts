import { createAdoptAds } from '../../src/activities/ad/adopt-ads.ts';
import { createWatchMarket } from '../../src/activities/ad/watch-market.ts';
import { createWatchBusiness } from '../../src/activities/account/watch-business.ts';
import type { ActivityDependencies } from '../../src/activities/dependencies.ts';
import type { WatchActivities } from '../../src/activities/index.ts';
import { createWatchOrders } from '../../src/activities/order/watch-orders.ts';

/** The watches, each of whose looks says something: what a worker leaves unsaid is the matter of kit/pause. */
export function sayingWatches(deps: ActivityDependencies): WatchActivities {
  return {
    watchMarket: createWatchMarket(deps),
    watchOrders: createWatchOrders(deps),
    watchBusiness: createWatchBusiness(deps),
    adoptAds: createAdoptAds(deps),
  };
}
