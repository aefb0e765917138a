import { isPositiveDecimalText } from '../domain/decimal.ts';
import { rowsAPage } from '../domain/pricing/market-depth.ts';
import type { Turn } from '../domain/sending.ts';
import {
  ExchangeError,
  oddName,
  oddRowError,
  offerNumberOf,
  readList,
  toCatalogueMethod,
  toMakerFee,
  toMarketOffer,
  toMarketSearch,
  toOwnMethod,
  type ExchangeClient,
} from '../exchange/index.ts';
import type { FoundOffers, Market, MarketplaceMarket, PairScales } from './marketplace.ts';

/** The service has no spot market of this name. */
const unknownSymbol = '-1121';

/** Offers, prices, fees and methods: EP-1, EP-3, EP-6, EP-37, EP-38, and the currencies. */
export function marketOf(exchange: ExchangeClient): MarketplaceMarket {
  const { paymentMethods } = exchange;
  return {
    search: (market, { pages, ...turn }) => search(exchange, { market, pages }, turn),
    referencePrice: async (market, turn) => {
      const shown = (await referenceOf(exchange, market, turn))?.referencePrice ?? null;
      // A range around zero would hold no price.
      return shown !== null && isPositiveDecimalText(shown) ? shown : null;
    },
    spotPrice: (symbol, turn) => spotPrice(exchange, symbol, turn),
    makerFee: async (market, turn) =>
      toMakerFee(await exchange.commission.overview({ fiat: market.fiat }, turn), market),
    scales: (market, turn) => scalesOf(exchange, market, turn),
    categories: async (turn) => (await exchange.ads.getAvailableAdsCategory(turn)).advClassifies ?? null,
    ownMethods: async (turn) => {
      const { items, odd } = await paymentMethods.getPayMethodByUserId(turn);
      return { items: items.map(toOwnMethod), odd };
    },
    methods: async (turn) => {
      const { items, odd } = await paymentMethods.listAll(turn);
      return { items: items.map(toCatalogueMethod), odd };
    },
  };
}

async function search(
  { ads }: ExchangeClient,
  { market, pages }: { readonly market: Market; readonly pages: number },
  turn: Turn,
): Promise<FoundOffers> {
  const { items, odd } = await readList({
    ask: (page) => ads.search(toMarketSearch({ ...market, page, rows: rowsAPage }), turn),
    rows: rowsAPage,
    maxPages: pages,
    isPart: true,
    numberOf: offerNumberOf,
  });
  const [first] = odd;
  // A market of which nothing can be read is not an empty one.
  if (items.length === 0 && first !== undefined) throw oddRowError('search', first);
  return {
    offers: items.map(toMarketOffer),
    unread: odd.map((row) => ({ adNumber: oddName(row), why: row.why })),
  };
}

async function referenceOf({ ads }: ExchangeClient, { asset, fiat, side }: Market, turn: Turn) {
  const prices = await ads.getReferencePrice({ fiatCurrency: fiat, tradeType: side, assets: [asset] }, turn);
  return prices.find((price) => price.asset === asset);
}

async function spotPrice(exchange: ExchangeClient, symbol: string, turn: Turn): Promise<string | null> {
  try {
    return (await exchange.public.spotPrice({ symbol }, turn)).price;
  } catch (error) {
    if (error instanceof ExchangeError && error.code === unknownSymbol) return null;
    throw error;
  }
}

async function scalesOf(exchange: ExchangeClient, market: Market, turn: Turn): Promise<PairScales | null> {
  const [assets, fiats, reference] = await Promise.all([
    exchange.currencies.digitalCurrencyList(turn),
    exchange.currencies.fiatCurrencyList(turn),
    referenceOf(exchange, market, turn),
  ]);
  const ofAsset = assets.find((one) => one.asset === market.asset);
  const ofFiat = fiats.find((one) => one.currencyCode === market.fiat);
  if (reference === undefined && (ofAsset === undefined || ofFiat === undefined)) return null;
  const { priceScale, assetScale, currencyScale } = reference ?? {};
  return {
    priceScale: firstKnown([priceScale, ofFiat?.priceScale]),
    assetScale: firstKnown([assetScale, ofAsset?.decimalScale]),
    fiatScale: firstKnown([currencyScale, ofFiat?.currencyScale]),
  };
}

const firstKnown = (scales: readonly (number | null | undefined)[]): number | null =>
  scales.find((scale) => typeof scale === 'number') ?? null;
