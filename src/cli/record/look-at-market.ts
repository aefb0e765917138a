import { recordedLookSchema, type RecordedLook } from '../../domain/backtest/recorded-look.ts';
import {
  adNumberOf,
  oddRowError,
  readList,
  toMarketOffer,
  toMarketSearch,
  type ExchangeClient,
} from '../../exchange/index.ts';

/** One side of one market. */
export interface RecordedMarket {
  asset: string;
  fiat: string;
  side: 'BUY' | 'SELL';
}

/** What a look needs besides the service. */
interface LookFacts {
  atMs: number;
  ownAdNumbers: readonly string[];
  signal: AbortSignal;
}

/** A page size that every service accepts (wire-facts EP-4). */
const pageRows = 20;
/** A service that repeats its pages must not be asked forever. */
const maxPages = 50;
/** The decimals of a market with no offer at all. */
const usualScale = 2;

/** Looks at one side of a market: its offers and its reference price. Rejects with ExchangeError. */
export async function lookAtMarket(
  exchange: ExchangeClient,
  market: RecordedMarket,
  { atMs, ownAdNumbers, signal }: LookFacts,
): Promise<RecordedLook> {
  const { asset, fiat, side } = market;
  const page = await exchange.ads.search(toMarketSearch(market), { priority: 'market', signal });
  const prices = await exchange.ads.getReferencePrice(
    { fiatCurrency: fiat, tradeType: side, assets: [asset] },
    { priority: 'market', signal },
  );
  const [first] = page.odd;
  // A market of which nothing can be read is not an empty one.
  if (page.items.length === 0 && first !== undefined) throw oddRowError('search', first);
  const offers = page.items.map(toMarketOffer);
  return recordedLookSchema.parse({
    v: 1,
    atMs,
    ...market,
    priceScale: scaleOf(offers.map(({ price }) => price)),
    referencePrice: prices.find((price) => price.asset === asset)?.referencePrice ?? null,
    ownAdNumbers,
    offers,
  });
}

/** The service shows the decimals of own ads only; the longest price of a book shows them, too. */
function scaleOf(prices: readonly string[]): number {
  const decimals = prices.map((price) => price.split('.')[1]?.length ?? 0);
  return decimals.length === 0 ? usualScale : Math.max(...decimals);
}

/**
 * Returns the numbers of the account's own ads: no competitors. Rejects with ExchangeError, also when the list may lack one,
 * which would be recorded as a competitor.
 */
export async function ownAdNumbers(exchange: ExchangeClient, signal: AbortSignal): Promise<string[]> {
  const { items, odd } = await readList({
    ask: (page, rows) => exchange.ads.listWithPagination({ page, rows }, { priority: 'market', signal }),
    rows: pageRows,
    maxPages,
    numberOf: adNumberOf,
  });
  const nameless = odd.find(({ subject }) => subject === null);
  if (nameless !== undefined) throw oddRowError('listWithPagination', nameless);
  // The number is enough.
  return [...items.map(adNumberOf), ...odd.flatMap(({ subject }) => subject ?? [])];
}
