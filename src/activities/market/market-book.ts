import type { MarketOffer } from '../../domain/ads/ad-facts.ts';
import type { DeskSettings } from '../../domain/settings.ts';
import { toMarketOffer, toMarketSearch } from '../../exchange/index.ts';
import type { ExchangeClient } from '../../exchange/index.ts';
import { SharedRead } from './shared-read.ts';

/** A market as the makers of one side see it. */
interface Market {
  asset: string;
  fiat: string;
  /** The makers' side: SELL shows the sellers' ads. */
  side: 'BUY' | 'SELL';
}

export interface MarketSnapshot {
  /** Best first. */
  offers: MarketOffer[];
  /** The service's reference price; null when it tells none. */
  referencePrice: string | null;
}

/** The market as all ads of an account see it: one search a market and round, however many ads there are. */
export class MarketBook {
  readonly #exchange: ExchangeClient;
  readonly #settings: DeskSettings;
  readonly #offers: SharedRead<MarketOffer[]>;
  readonly #references: SharedRead<string | null>;

  constructor(exchange: ExchangeClient, settings: DeskSettings, clock: { now(): number }) {
    this.#exchange = exchange;
    this.#settings = settings;
    this.#offers = new SharedRead((key) => this.#search(parseKey(key)), clock);
    this.#references = new SharedRead((key) => this.#readReference(parseKey(key)), clock);
  }

  /** Gives the competitors' offers and the reference price, at most one interval old. Rejects with ExchangeError. */
  async snapshot(market: Market): Promise<MarketSnapshot> {
    const key = keyOf(market);
    const [offers, referencePrice] = await Promise.all([
      this.#offers.get(key, this.#settings.marketIntervalMs),
      this.#references.get(key, this.#settings.priceRangeTtlMs),
    ]);
    return { offers, referencePrice };
  }

  async #search(market: Market): Promise<MarketOffer[]> {
    const page = await this.#exchange.ads.search(toMarketSearch(market), { priority: 'market' });
    return page.items.map(toMarketOffer);
  }

  async #readReference({ asset, fiat, side }: Market): Promise<string | null> {
    const prices = await this.#exchange.ads.getReferencePrice(
      { fiatCurrency: fiat, tradeType: side, assets: [asset] },
      { priority: 'market' },
    );
    return prices.find((price) => price.asset === asset)?.referencePrice ?? null;
  }
}

function keyOf({ asset, fiat, side }: Market): string {
  return JSON.stringify([asset, fiat, side]);
}

function parseKey(key: string): Market {
  const [asset, fiat, side]: [string, string, 'BUY' | 'SELL'] = JSON.parse(key) as [string, string, 'BUY' | 'SELL'];
  return { asset, fiat, side };
}
