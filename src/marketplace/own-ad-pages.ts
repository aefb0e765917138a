import { ErrorCategory } from '../domain/failures/error-category.ts';
import { MarketplaceFailure } from '../domain/failures/marketplace-failure.ts';
import { adNumberOf, readEach, readList, toAdFacts, type ExchangeClient } from '../exchange/index.ts';
import type { OwnAdListing, Pair, ReadAds } from './marketplace.ts';

/** The largest page of any list; if the service returns fewer rows a page, requests use that number. */
const largestPage = 100;
/** A page size that every service accepts (wire-facts EP-4). */
const suggestedPage = 20;
/** A longer listing is cut: no account has so many ads, and a broken `total` must not cause an endless loop. */
const maxAds = 1_000;

/** The listing of an account's own ads (EP-4), page after page. */
export class OwnAdPages implements OwnAdListing {
  readonly #exchange: ExchangeClient;
  #rows = largestPage;
  #count = 1;

  constructor(exchange: ExchangeClient) {
    this.#exchange = exchange;
  }

  get count(): number {
    return this.#count;
  }

  async read(pair: Pair | null = null): Promise<ReadAds> {
    const { items, odd, pages, rows, isWhole } = await readList({
      ask: (page, size) => this.#ask(page, size, pair),
      rows: this.#rows,
      maxPages: maxAds / suggestedPage,
      numberOf: adNumberOf,
    });
    // A listing of one page shows its length, and not what the service cuts pages to.
    if (pages > 1) this.#rows = Math.min(this.#rows, rows);
    if (pair === null) this.#count = Math.max(1, pages);
    const read = readEach(items, toAdFacts, adNumberOf);
    return { ads: read.items, odd: [...odd, ...read.odd], isWhole };
  }

  async #ask(page: number, size: number, pair: Pair | null) {
    const filter = pair === null ? {} : { asset: pair.asset, fiatUnit: pair.fiat };
    const priority = pair === null ? 'market' : 'price';
    const ask = (rows: number) => this.#exchange.ads.listWithPagination({ page, rows, ...filter }, { priority });
    try {
      return await ask(Math.min(size, this.#rows));
    } catch (error) {
      if (page > 1 || this.#rows === suggestedPage || !isRefused(error)) throw error;
      this.#rows = suggestedPage;
      return ask(suggestedPage);
    }
  }
}

/** A service without large pages refuses them as a wrong parameter. */
function isRefused(error: unknown): boolean {
  if (!(error instanceof MarketplaceFailure) || error.code === null) return false;
  return error.category === ErrorCategory.UNKNOWN || error.category === ErrorCategory.NON_RETRIABLE_BUSINESS;
}
