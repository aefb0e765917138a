/** The activities that a worker registers, by queue. Workflows import the types only. */
import { createAdActivities } from './ad/ad-activities.ts';
import { createAdStockActivities } from './ad/ad-stock.ts';
import { createAdStatusActivities } from './ad/ad-status.ts';
import { createAdoptAds } from './ad/adopt-ads.ts';
import { createAdMethodsActivities } from './ad/ad-methods.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { createGuardActivities } from './account/guard-activities.ts';
import { createKeepLead, type LeadPort } from './account/keep-lead.ts';
import { createMoneyActivities } from './money/money-activities.ts';
import { createOrderActivities } from './order/order-activities.ts';
import { createPlacementActivities } from './order/placement-activities.ts';
import { createAdChangeActivities } from './publication/ad-change-activities.ts';
import { createPublicationActivities } from './publication/publication-activities.ts';
import { createPublishAd } from './publication/publish-ad.ts';
import { createSetBusiness } from './account/set-business.ts';
import { createSettingsActivities } from './account/settings-activities.ts';
import { createWatchBusiness } from './account/watch-business.ts';
import { newestAlone } from './kit/newest-watch.ts';
import { beating, watchBeatMs } from './kit/pause.ts';
import { createWatchMarket } from './ad/watch-market.ts';
import { createWatchOrders } from './order/watch-orders.ts';

/** Activities of the account's own queue: prices, adoption, the guard's activities, and reads that are not urgent. */
export function createActingActivities(deps: ActivityDependencies) {
  return {
    ...createAdActivities(deps),
    ...createAdStatusActivities(deps),
    ...createAdStockActivities(deps),
    ...createAdMethodsActivities(deps),
    ...createGuardActivities(deps),
    ...createSetBusiness(deps),
    ...createOrderActivities(deps),
    ...createPlacementActivities(deps),
    ...createPublicationActivities(deps),
    ...createAdChangeActivities(deps),
    ...createSettingsActivities(deps),
  };
}

/** Activities of the money queue: money steps, and the reads that they depend on. */
export function createMoneyQueueActivities(deps: ActivityDependencies) {
  return {
    ...createMoneyActivities(deps),
    publishAd: createPublishAd(deps),
    ...createOrderActivities(deps),
    ...createPlacementActivities(deps),
    ...createPublicationActivities(deps),
  };
}

/** Activities of the watch queue: long, cheap, read-only. */
export function createWatchActivities(deps: ActivityDependencies) {
  return {
    watchMarket: newestAlone(beating(createWatchMarket(deps), watchBeatMs)),
    watchOrders: newestAlone(beating(createWatchOrders(deps), watchBeatMs)),
    watchBusiness: newestAlone(beating(createWatchBusiness(deps), watchBeatMs)),
    adoptAds: newestAlone(beating(createAdoptAds(deps), watchBeatMs)),
  };
}

/** The activity of the lead queue, which every process of an account serves. */
export function createLeadActivities(account: string, lead: LeadPort) {
  return { keepLead: createKeepLead(account, lead) };
}

export type LeadActivities = ReturnType<typeof createLeadActivities>;
export type ActingActivities = ReturnType<typeof createActingActivities>;
export type MoneyActivities = ReturnType<typeof createMoneyQueueActivities>;
export type WatchActivities = ReturnType<typeof createWatchActivities>;
