import { z } from 'zod';
import { textField, textListField } from '../../http/request-field.ts';
import { withEightDecimals } from '../../world/amounts.ts';
import { assetToWire, fiatToWire } from './currency.ts';
import type { MarketPair } from '../../world/market-feed.ts';
import { tradeMethods } from '../../trade/payment-method.ts';
import { requiredText, textList, textParameter, type SimAnswer, type SimCall } from '../../world/sim-call.ts';
import { SimRefusal } from '../../world/sim-refusal.ts';

/** The maker's fee as a share of the amount; takers pay none. */
const makerRate = '0.001';
const takerRate = '0';

function firstOfEach(call: SimCall, key: 'asset' | 'fiat'): MarketPair[] {
  const { pairs } = call.marketplace.feed;
  return pairs.filter((pair, place) => pairs.findIndex((other) => other[key] === pair[key]) === place);
}

/** POST digitalCurrency/list: the assets that some market trades. */
export const listAssets = (call: SimCall): SimAnswer => ({ data: firstOfEach(call, 'asset').map(assetToWire) });

/** POST fiatCurrency/list: the fiat currencies that some market trades. */
export const listFiats = (call: SimCall): SimAnswer => ({ data: firstOfEach(call, 'fiat').map(fiatToWire) });

const ratesToWire = () => ({
  makerBuyBaseCommissionRate: withEightDecimals(makerRate),
  makerBuyCommissionRate: withEightDecimals(makerRate),
  makerSellBaseCommissionRate: withEightDecimals(makerRate),
  makerSellCommissionRate: withEightDecimals(makerRate),
  takerBuyBaseCommissionRate: withEightDecimals(takerRate),
  takerBuyCommissionRate: withEightDecimals(takerRate),
  takerSellBaseCommissionRate: withEightDecimals(takerRate),
  takerSellCommissionRate: withEightDecimals(takerRate),
});

/** POST commission-rate/overview. */
export const commissionOverviewRequest = z.looseObject({ fiat: textField.optional() });

/** POST commission-rate/overview: the assets traded against a fiat currency, or all of them. */
export function commissionOverview(call: SimCall): SimAnswer {
  const wanted = textParameter(call, 'fiat');
  const pairs = call.marketplace.feed.pairs.filter(({ fiat }) => wanted === null || fiat === wanted);
  const assets = [...new Set(pairs.map(({ asset }) => asset))];
  const itemsOf = (asset: string) =>
    pairs
      .filter((pair) => pair.asset === asset)
      .map(({ fiat }) => ({ area: 'p2pZone', channel: 'c2c', fiat, ...ratesToWire() }));
  const assetRetList = assets.map((asset) => ({
    asset,
    assetName: asset,
    assetLogoUrl: '',
    items: itemsOf(asset),
  }));
  return { data: { userLevel: 0, userDiscountOffRateMaker: 0, userDiscountOffRateTaker: 0, assetRetList } };
}

/** POST commission-rate/taker; the side is written in lower case. */
export const takerCommissionRequest = z.looseObject({
  area: z.enum(['express', 'p2pZone']).optional(),
  asset: textField.optional(),
  classify: z.enum(['block', 'mass', 'profession']).optional(),
  fiat: textField.optional(),
  tradeMethodIdentifier: textListField.optional(),
  tradeType: z.enum(['buy', 'sell', 'BUY', 'SELL']).optional(),
});

/** POST commission-rate/taker: for the requested methods, or all; for one side, or both. */
export function takerCommission(call: SimCall): SimAnswer {
  const wanted = textList(call, 'tradeMethodIdentifier');
  const side = textParameter(call, 'tradeType')?.toUpperCase() ?? null;
  const sides = ['BUY', 'SELL'].filter((candidate) => side === null || candidate === side);
  const methods = tradeMethods.filter(({ identifier }) => wanted.length === 0 || wanted.includes(identifier));
  const data = methods.flatMap(({ identifier }) =>
    sides.map((tradeType) => ({
      tradeMethodIdentifier: identifier,
      tradeType,
      baseCommissionRate: withEightDecimals(takerRate),
      commissionRate: withEightDecimals(takerRate),
    })),
  );
  return { data };
}

/** GET /api/v3/ticker/price. */
export const spotPriceRequest = z.looseObject({ symbol: textField });

/** GET /api/v3/ticker/price: every pair of the marketplace has a spot market, at its reference price. */
export function spotPrice(call: SimCall): SimAnswer {
  const symbol = requiredText(call, 'symbol');
  const book = call.marketplace.books().find(({ pair }) => pair.asset + pair.fiat === symbol);
  if (book === undefined) throw new SimRefusal(-1121, 'Invalid symbol.');
  return { data: { symbol, price: withEightDecimals(book.reference) } };
}
