import type { AdFacts } from '../domain/ads/ad-facts.ts';
import { ErrorCategory } from '../domain/failures/error-category.ts';
import { MarketplaceFailure } from '../domain/failures/marketplace-failure.ts';
import {
  adNumberOf,
  oddRowError,
  readEach,
  readList,
  toAdFacts,
  type ExchangeClient,
  type OddRow,
} from '../exchange/index.ts';

/** The largest page of any list; if the service returns fewer rows a page, requests use that number. */
const largestPage = 100;
/** A page size that every service accepts (wire-facts EP-4). */
const suggestedPage = 20;
/** A longer listing is cut: no account has so many ads, and a broken `total` must not cause an endless loop. */
const maxAds = 1_000;

type Pair = Pick<AdFacts, 'asset' | 'fiat'>;

/** Own ads, and those that cannot be read. */
export interface ReadAds {
  readonly ads: readonly AdFacts[];
  readonly odd: readonly OddRow[];
  /** What is not among them is not there. */
  readonly isWhole: boolean;
}

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

  /** Reads the whole listing, or the ads of one pair for a waiting write. Rejects with MarketplaceFailure. */
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

/**
 * Returns a judge of whether an ad may be online: also one that cannot be read, or that may be the one without a number or
 * among those that were not shown.
 */
export function mayBeOnline({ ads, odd, isWhole }: ReadAds): (adNumber: string) => boolean {
  const listed = new Map(ads.map(({ adNumber, status }) => [adNumber, status]));
  return (adNumber) => {
    const status = listed.get(adNumber);
    if (status !== undefined) return status === 'online';
    return !isWhole || odd.some(({ subject }) => subject === null || subject === adNumber);
  };
}

/** Returns the numbers of all listed ads: of one that cannot be read the number is enough. */
export function numbersOf({ ads, odd }: Pick<ReadAds, 'ads' | 'odd'>): string[] {
  return [...ads.map(({ adNumber }) => adNumber), ...odd.flatMap(({ subject }) => subject ?? [])];
}

/** Throws the failure of reading an ad that is listed and cannot be read: it is not missing. */
export function unlessOdd(odd: readonly OddRow[], adNumber: string): undefined {
  const row = odd.find(({ subject }) => subject === adNumber);
  if (row !== undefined) throw oddRowError('listWithPagination', row);
}

/** A service without large pages refuses them as a wrong parameter. */
function isRefused(error: unknown): boolean {
  if (!(error instanceof MarketplaceFailure) || error.code === null) return false;
  return error.category === ErrorCategory.UNKNOWN || error.category === ErrorCategory.NON_RETRIABLE_BUSINESS;
}
