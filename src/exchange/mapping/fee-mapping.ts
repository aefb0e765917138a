import type { TradeSide } from '../../domain/orders/order-facts.ts';
import type { WireCommissionOverview } from '../table/schemas/account-schema.ts';

/**
 * Returns the account's own fee as a maker of ads, as a share of 1; null when the answer names none for the market. An
 * item without area or channel counts for all of them (wire-facts 9).
 *
 * @example
 * const fee = toMakerFee(await client.commission.overview({ fiat: 'BOB' }), { asset: 'USDT', fiat: 'BOB', side: 'SELL' });
 * console.log(fee === null ? 'the service names no fee' : `${fee} of each sale`);
 */
export function toMakerFee(
  { assetRetList }: WireCommissionOverview,
  { asset, fiat, side }: { readonly asset: string; readonly fiat: string; readonly side: TradeSide },
): string | null {
  const ofAsset = (assetRetList ?? []).filter((entry) => entry.asset === asset).flatMap(({ items }) => items ?? []);
  const item = ofAsset.find(
    (one) => (one.fiat ?? fiat) === fiat && (one.area ?? adArea) === adArea && (one.channel ?? adChannel) === adChannel,
  );
  const rate = side === 'SELL' ? item?.makerSellCommissionRate : item?.makerBuyCommissionRate;
  return rate ?? null;
}

const adArea = 'p2pZone';
const adChannel = 'c2c';
