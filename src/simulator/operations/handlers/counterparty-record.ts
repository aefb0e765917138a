import type { Marketplace } from '../../world/marketplace.ts';
import { SimOrderStatus, type OrderParty, type OrderRecord } from '../../world/simulator-state.ts';

const recentMs = 30 * 86_400_000;

/** Returns how many orders the two parties completed with each other in the last thirty days (EP-19). */
export function tradesTogether({ orders, clock }: Marketplace, { maker, taker }: OrderRecord): number {
  const pair = [maker.userNo, taker.userNo];
  const sinceMs = clock.now() - recentMs;
  return [...orders.values()].filter(
    (other) =>
      other.status === SimOrderStatus.COMPLETED &&
      (other.releasedAtMs ?? 0) >= sinceMs &&
      pair.includes(other.maker.userNo) &&
      pair.includes(other.taker.userNo),
  ).length;
}

/**
 * A statistic in JSON numbers: the only answer of the service that does not write decimals as text. `together` counts
 * the trades that the two completed here in the last thirty days, in addition to those in the record.
 */
export const statisticToWire = ({ statistic }: OrderParty, together: number): Record<string, number> => ({
  completedOrderNum: statistic.completedOrders,
  completedOrderNumOfLatest30day: statistic.completedOrders30Days,
  finishRate: statistic.finishRate,
  finishRateLatest30Day: statistic.finishRate30Days,
  numberOfTradesWithCounterpartyCompleted30day: statistic.tradesTogether30Days + together,
  registerDays: statistic.registerDays,
  avgPayTime: 180.25,
  avgPayTimeOfLatest30day: 175.5,
  avgReleaseTime: 240.75,
  avgReleaseTimeOfLatest30day: 233.1,
});
