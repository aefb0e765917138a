import { Amount, atScale } from '../world/amounts.ts';
import type { Offer } from '../world/market-feed.ts';
import type { Marketplace } from '../world/marketplace.ts';
import type { OrderRecord } from '../world/simulator-state.ts';
import { moveFree } from './wallet.ts';

/** The fee of the maker: its share of the amount, cut to the decimals of the asset (wire-facts 2.4). */
export const commissionOf = ({ amount, commissionRate, assetScale }: OrderRecord): string =>
  atScale(new Amount(amount).mul(commissionRate), assetScale);

/** What an order reserves from the remainder of its ad: the amount, plus the fee of a selling maker (wire-facts 15). */
export function reservedBy(order: OrderRecord): Amount {
  const amount = new Amount(order.amount);
  return order.makerSide === 'SELL' ? amount.plus(commissionOf(order)) : amount;
}

/** Reserves the order's amount from the remainder of its ad, or of the competitor's offer. */
export function reserve(marketplace: Marketplace, order: OrderRecord): void {
  changeRemainder(marketplace, order.advNo, reservedBy(order).neg());
  moveFree(marketplace, sellersWallet(order), reservedBy(order).neg());
}

/** Returns the amount of a failed order. */
export function giveBack(marketplace: Marketplace, order: OrderRecord): void {
  changeRemainder(marketplace, order.advNo, reservedBy(order));
  moveFree(marketplace, sellersWallet(order), reservedBy(order));
}

/** Credits the amount of a completed order to its buyer; the seller's was locked with the order. */
export const handOver = (marketplace: Marketplace, { maker, taker, makerSide, asset, amount }: OrderRecord): void =>
  moveFree(marketplace, { account: (makerSide === 'BUY' ? maker : taker).account, asset }, new Amount(amount));

const sellersWallet = ({ maker, taker, makerSide, asset }: OrderRecord) => ({
  account: (makerSide === 'SELL' ? maker : taker).account,
  asset,
});

function changeRemainder({ ads, state }: Marketplace, advNo: string, change: Amount): void {
  const ad = ads.get(advNo);
  if (ad !== undefined) {
    ad.surplusAmount = new Amount(ad.surplusAmount).plus(change).toString();
    return;
  }
  const taken = (state.taken ??= {});
  taken[advNo] = new Amount(taken[advNo] ?? 0).minus(change).toString();
}

/** The remainder of a competitor's offer; its ad does not show what was taken, so the simulator remembers it. */
export function remainderOf({ state }: Marketplace, offer: Offer): string {
  const taken = state.taken?.[offer.advNo];
  return taken === undefined
    ? offer.surplusAmount
    : Amount.max(0, new Amount(offer.surplusAmount).minus(taken)).toString();
}
