import type { AdFacts } from '../../domain/ads/ad-facts.ts';
import { ErrorCategory } from '../../domain/failures/error-category.ts';
import { ExchangeError, toAdFacts, type ExchangeClient } from '../../exchange/index.ts';

/** The largest page of any list; if the service returns fewer rows a page, requests use that number. */
const largestPage = 100;
/** A page size that every service accepts (wire-facts EP-4). */
const suggestedPage = 20;
/** A longer listing is cut: no account has so many ads, and a broken `total` must not cause an endless loop. */
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

  /** Number of pages in the last complete read of the account's ads. */
  get count(): number {
    return this.#count;
  }

  /** Reads the whole listing, or the ads of one pair for a waiting write. Rejects with ExchangeError. */
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

  /** Reads one page. If the first page is cut, its length is the service's page size. */
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

/** A service without large pages refuses them as a wrong parameter. */
function isRefused(error: unknown): boolean {
  if (!(error instanceof ExchangeError) || error.code === null) return false;
  return error.category === ErrorCategory.UNKNOWN || error.category === ErrorCategory.NON_RETRIABLE_BUSINESS;
}
