import type { MarketOffer } from '../../domain/ads/ad-facts.ts';
import { rowsAPage } from '../../domain/pricing/market-depth.ts';
import type { DeskSettings } from '../../domain/settings.ts';
import { toMakerFee, toMarketOffer, toMarketSearch, type ExchangeClient } from '../../exchange/index.ts';
import { MarketBell } from './market-bell.ts';
import { pairOf } from './own-ads.ts';
import { SharedRead, type KnownAge } from './shared-read.ts';

/** A market as the makers of one side see it. */
interface Market {
  asset: string;
  fiat: string;
  /** The makers' side: SELL shows the sellers' ads. */
  side: 'BUY' | 'SELL';
}

interface ReadOffers {
  /** Best first. */
  offers: MarketOffer[];
  /** When the read of them began. */
  readAtMs: number;
}

interface ReadReference {
  /** The service's reference price; null when it has none. */
  referencePrice: string | null;
  /** When the read of it began. */
  referenceAtMs: number;
}

export type MarketSnapshot = ReadOffers & ReadReference;

/**
 * Renewals of a market run behind the looks of its ads; after this many missed rounds the looks wait for one. Polls
 * come after all writes, and a hundred of those take twenty seconds.
 */
const mostRounds = 9;

/** The market as all ads of an account see it: one search per market and round, however many ads there are. */
export class MarketBook {
  /** Rings for a pair when a side of its market was read again. */
  readonly bell = new MarketBell();
  readonly #exchange: ExchangeClient;
  readonly #settings: DeskSettings;
  readonly #clock: { now(): number };
  readonly #offers: SharedRead<ReadOffers>;
  readonly #references: SharedRead<ReadReference>;
  readonly #fees: SharedRead<string | null>;
  /** How many pages of each market the next read takes. */
  readonly #pages = new Map<string, number>();

  constructor(exchange: ExchangeClient, settings: DeskSettings, clock: { now(): number }) {
    this.#exchange = exchange;
    this.#settings = settings;
    this.#clock = clock;
    const onRenewed = (key: string): void => this.bell.ring(pairOf(parseKey(key)));
    this.#offers = new SharedRead((key) => this.#search(parseKey(key)), clock, onRenewed);
    this.#references = new SharedRead((key) => this.#readReference(parseKey(key)), clock);
    this.#fees = new SharedRead((key) => this.#readFee(parseKey(key)), clock);
  }

  /**
   * Returns the known competitors' offers and reference price. After one interval they are read again in the
   * background, and the bell rings: an ad whose turn to write has come does not wait for a poll that comes after all
   * writes. Rejects with ExchangeError.
   */
  async snapshot(market: Market): Promise<MarketSnapshot> {
    const key = keyOf(market);
    const { marketIntervalMs } = this.#settings;
    const [offers, reference] = await Promise.all([
      this.#offers.getKnown(key, { renewFromMs: marketIntervalMs, limitMs: mostRounds * marketIntervalMs }),
      this.#references.getKnown(key, this.#referenceAge(key)),
    ]);
    return { ...offers, ...reference };
  }

  /** Sets how many pages of a market the next rounds read, within `marketPages`; one without it. */
  want(market: Market, pages: number): void {
    this.#pages.set(keyOf(market), Math.min(pages, this.#settings.marketPages));
  }

  /** Returns the maker's fee on the market as a share of the amount; null when the service names none. */
  makerFee(market: Market): Promise<string | null> {
    const { commissionTtlMs } = this.#settings;
    return this.#fees.getKnown(keyOf(market), { renewFromMs: commissionTtlMs / 2, limitMs: commissionTtlMs });
  }

  /** Renewed behind the looks before it expires, and not for all markets at the same time. */
  #referenceAge(key: string): KnownAge {
    const { priceRangeTtlMs } = this.#settings;
    const share = 0.5 + 0.5 * shareOf(key);
    return { renewFromMs: priceRangeTtlMs * share, limitMs: priceRangeTtlMs };
  }

  async #search(market: Market): Promise<ReadOffers> {
    const readAtMs = this.#clock.now();
    const offers: MarketOffer[] = [];
    const pages = this.#pages.get(keyOf(market)) ?? 1;
    for (let page = 1; page <= pages; page += 1) {
      const search = toMarketSearch({ ...market, page, rows: rowsAPage });
      const answer = await this.#exchange.ads.search(search, { priority: 'market' });
      offers.push(...answer.items.map(toMarketOffer));
      if (answer.items.length < rowsAPage) break;
    }
    return { offers, readAtMs };
  }

  async #readReference({ asset, fiat, side }: Market): Promise<ReadReference> {
    const referenceAtMs = this.#clock.now();
    const prices = await this.#exchange.ads.getReferencePrice(
      { fiatCurrency: fiat, tradeType: side, assets: [asset] },
      { priority: 'market' },
    );
    return { referencePrice: prices.find((price) => price.asset === asset)?.referencePrice ?? null, referenceAtMs };
  }

  async #readFee({ asset, fiat, side }: Market): Promise<string | null> {
    const overview = await this.#exchange.commission.overview({ fiat }, { priority: 'market' });
    return toMakerFee(overview, { asset, fiat, side });
  }
}

/** From 0 to 1, another one for nearly each key. */
function shareOf(key: string): number {
  let sum = 0;
  for (let at = 0; at < key.length; at += 1) sum = (31 * sum + key.charCodeAt(at)) % 997;
  return sum / 997;
}

function keyOf({ asset, fiat, side }: Market): string {
  return JSON.stringify([asset, fiat, side]);
}

function parseKey(key: string): Market {
  const [asset, fiat, side]: [string, string, 'BUY' | 'SELL'] = JSON.parse(key) as [string, string, 'BUY' | 'SELL'];
  return { asset, fiat, side };
}
