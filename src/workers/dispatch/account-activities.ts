import type { ActingActivities, MoneyActivities, WatchActivities } from '../../activities/index.ts';
import type { NoticeActivities } from '../../activities/notices/notice-activities.ts';
import type { CallingQueue } from '../../workflows/contract/task-queues.ts';

/** The activities of one account, by the queue that they are asked for on. */
export interface AccountActivities {
  calls: ActingActivities & NoticeActivities;
  money: MoneyActivities;
  watch: WatchActivities;
}

/**
 * What takes a place of the same share. There are as many `read`s as open orders, and what changes something waits for none. A money step never waits behind a read of its queue, nor a message to the
 * merchant behind calls.
 */
export type WorkKind = 'call' | 'read' | 'notice' | 'step' | 'look' | 'watch';

type Kinds = { readonly [Queue in CallingQueue]: Readonly<Record<keyof AccountActivities[Queue], WorkKind>> };

/** Every activity of a group, and the share that it counts against. */
export const workKinds: Kinds = {
  calls: {
    updateAdPrice: 'call',
    confirmNoBan: 'call',
    takeAdOffline: 'call',
    putAdOnline: 'call',
    updateAdStock: 'call',
    updateAdMethods: 'call',
    readEndedGuard: 'call',
    keepGuardWords: 'call',
    setBusiness: 'call',
    takeAdsOff: 'call',
    wakeOrders: 'call',
    readOpening: 'call',
    readOrder: 'read',
    checkRelease: 'read',
    takeBack: 'call',
    liftHold: 'call',
    keepOrderEnd: 'call',
    verifyAdditionalKyc: 'call',
    checkPlacement: 'call',
    findPlacedOrder: 'call',
    unsettledPlacement: 'call',
    notePlaced: 'call',
    checkPublication: 'call',
    findPublishedAd: 'call',
    claimPublishedAd: 'call',
    unsettledPublication: 'call',
    readOwnAd: 'call',
    updateAdTerms: 'call',
    closeAd: 'call',
    readSettings: 'call',
    watchNeeds: 'notice',
    deliverNotice: 'notice',
  },
  money: {
    releaseCoin: 'step',
    markOrderAsPaid: 'step',
    cancelOrder: 'step',
    placeOrder: 'step',
    publishAd: 'step',
    readOrder: 'look',
    checkRelease: 'look',
    takeBack: 'look',
    liftHold: 'look',
    keepOrderEnd: 'look',
    verifyAdditionalKyc: 'look',
    checkPlacement: 'look',
    findPlacedOrder: 'look',
    unsettledPlacement: 'look',
    notePlaced: 'look',
    checkPublication: 'look',
    findPublishedAd: 'look',
    claimPublishedAd: 'look',
    unsettledPublication: 'look',
    readOwnAd: 'look',
  },
  watch: { watchMarket: 'watch', watchOrders: 'watch', watchBusiness: 'watch', adoptAds: 'watch' },
};
