import type { AdFacts } from '../../domain/ads/ad-facts.ts';
import { ErrorCategory } from '../../domain/failures/error-category.ts';
import { ExchangeError, toAdFacts, type ExchangeClient } from '../../exchange/index.ts';

/** The largest page of any list; a service that gives fewer rows a page is asked for as many as it gives. */
const largestPage = 100;
/** What every service takes (wire-facts EP-4). */
const suggestedPage = 20;
/** A listing longer than this is cut: no account has so many ads, and a broken `total` must not loop. */
const maxAds = 1_000;

type Pair = Pick<AdFacts, 'asset' | 'fiat'>;

/** The listing of an account's own ads (EP-4), page after page. */
export class OwnAdPages {
  readonly #exchange: ExchangeClient;
  #rows = largestPage;
  #count = 1;

  constructor(exchange: ExchangeClient) {
    this.#exchange = exchange;
  }

  /** How many pages the account's ads took when all of them were read last. */
  get count(): number {
    return this.#count;
  }

  /** Reads all of it, or the ads of one pair, which a write waits for. Rejects with ExchangeError. */
  async read(pair: Pair | null = null): Promise<AdFacts[]> {
    const ads: AdFacts[] = [];
    for (let page = 1; ads.length < maxAds; page += 1) {
      const { items, total, rows } = await this.#page(page, pair);
      ads.push(...items.map(toAdFacts));
      if (pair === null) this.#count = page;
      if (items.length < rows || ads.length >= total) break;
    }
    return ads;
  }

  /** One page. A first page that is cut tells how many rows the service gives. */
  async #page(page: number, pair: Pair | null) {
    const { items, total } = await this.#ask(page, pair);
    const all = total ?? Number.POSITIVE_INFINITY;
    const isCut = page === 1 && items.length >= suggestedPage && items.length < Math.min(this.#rows, all);
    if (isCut) this.#rows = items.length;
    return { items, total: all, rows: this.#rows };
  }

  async #ask(page: number, pair: Pair | null) {
    const filter = pair === null ? {} : { asset: pair.asset, fiatUnit: pair.fiat };
    const priority = pair === null ? 'market' : 'price';
    const ask = () => this.#exchange.ads.listWithPagination({ page, rows: this.#rows, ...filter }, { priority });
    try {
      return await ask();
    } catch (error) {
      if (this.#rows === suggestedPage || !isRefused(error)) throw error;
      this.#rows = suggestedPage;
      return ask();
    }
  }
}

/** A service that takes no large page refuses it as a wrong parameter. */
function isRefused(error: unknown): boolean {
  if (!(error instanceof ExchangeError) || error.code === null) return false;
  return error.category === ErrorCategory.UNKNOWN || error.category === ErrorCategory.NON_RETRIABLE_BUSINESS;
}
