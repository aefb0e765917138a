import type { AdFacts } from '../domain/ads/ad-facts.ts';
import { ErrorCategory } from '../domain/failures/error-category.ts';
import type { OwnPrice } from '../domain/pricing/own-spread.ts';
import type { DeskSettings } from '../domain/settings.ts';
import { ExchangeError, toAdFacts } from '../exchange/index.ts';
import type { ExchangeClient } from '../exchange/index.ts';
import { MarketBell } from './market-bell.ts';
import { SharedRead } from './shared-read.ts';

/** The largest page of any list; a service that gives fewer rows a page is asked for as many as it gives. */
const largestPage = 100;
/** What every service takes (api-facts EP-4). */
const suggestedPage = 20;
/** A listing longer than this is cut: no account has so many ads, and a broken `total` must not loop. */
const maxAds = 1_000;

/** The pair of an ad, as a key: both sides of a market. */
export function pairOf({ asset, fiat }: Pick<AdFacts, 'asset' | 'fiat'>): string {
  return `${asset}/${fiat}`;
}

/** The account's own ads as they are known now; a later one has another version. */
export interface OwnListing {
  readonly version: number;
  readonly ads: AdFacts[];
  find(adNumber: string): AdFacts | undefined;
  ofPair(pair: string): AdFacts[];
}

export interface PriceWrite {
  adNumber: string;
  price: string;
}

/** A price that is on its way: it counts as taken, beside the one that the ad still has. */
export interface Reservation {
  /** The service took it. */
  written(): void;
  /** It did not, or nobody knows: the next look reads the listing anew. */
  rolledBack(): void;
}

/** Says why a price may not be written beside the own other online ads of the pair, or null. Synchronous. */
export type WriteCheck = (ad: AdFacts, others: readonly OwnPrice[]) => string | null;

/**
 * The account's own ads: one listing a round for all of them. What this process wrote is known at once, before the
 * service's listing shows it, and what it is about to write is reserved, so that two own ads never land in each
 * other's exclusion zone.
 */
export class OwnAds {
  /** Rings for a pair when a price of it was written, or a reservation of it ended. */
  readonly bell = new MarketBell();
  readonly #exchange: ExchangeClient;
  readonly #settings: DeskSettings;
  readonly #listing: SharedRead<AdFacts[]>;
  readonly #written = new Map<string, { price: string; atMs: number }>();
  readonly #reserved = new Map<string, PriceWrite>();
  readonly #clock: { now(): number };
  #rows = largestPage;
  #known: (OwnListing & { from: AdFacts[] }) | null = null;
  #version = 0;

  constructor(exchange: ExchangeClient, settings: DeskSettings, clock: { now(): number }) {
    this.#exchange = exchange;
    this.#settings = settings;
    this.#clock = clock;
    this.#listing = new SharedRead(() => this.#list(), clock);
  }

  /** Gives all own ads, at most `ttlMs` (one interval) old, with this process's own writes applied. */
  async listing(ttlMs: number = this.#settings.marketIntervalMs): Promise<OwnListing> {
    return this.#withWrites(await this.#listing.get('all', ttlMs));
  }

  /** Makes the next look read anew. */
  forget(): void {
    this.#listing.forget('all');
  }

  /**
   * Reserves a price that `check` allows, or gives the reason why not. From the check to the reservation nothing else
   * runs, so of two writes that collide the second one is refused, however long the first one's call takes.
   */
  async reserve(write: PriceWrite, check: WriteCheck): Promise<Reservation | string> {
    const listing = this.#withWrites(await this.#listing.get('all', this.#settings.marketIntervalMs));
    const ad = listing.find(write.adNumber);
    if (ad === undefined) return 'the ad left the listing';
    const others = listing.ofPair(pairOf(ad)).filter((own) => own.adNumber !== ad.adNumber && own.status === 'online');
    const reason = check(
      ad,
      others.flatMap((own) => this.#pricesOf(own)),
    );
    if (reason !== null) return reason;
    this.#reserved.set(write.adNumber, write);
    return { written: () => this.#end(write, ad, true), rolledBack: () => this.#end(write, ad, false) };
  }

  #pricesOf(own: AdFacts): OwnPrice[] {
    const { adNumber, side, price } = own;
    const reserved = this.#reserved.get(adNumber);
    const now = { adNumber, side, price };
    return reserved === undefined ? [now] : [now, { ...now, price: reserved.price }];
  }

  #end(write: PriceWrite, ad: AdFacts, isWritten: boolean): void {
    const { adNumber, price } = write;
    if (this.#reserved.get(adNumber) === write) this.#reserved.delete(adNumber);
    if (isWritten) {
      this.#written.set(adNumber, { price, atMs: this.#clock.now() });
      this.#known = this.#known === null ? null : this.#index(this.#known.from);
    } else this.forget();
    this.bell.ring(pairOf(ad));
  }

  #withWrites(from: AdFacts[]): OwnListing {
    if (this.#known?.from !== from) this.#known = this.#index(from);
    return this.#known;
  }

  #index(from: AdFacts[]): OwnListing & { from: AdFacts[] } {
    const ads = from.map((ad) => ({ ...ad, price: this.#written.get(ad.adNumber)?.price ?? ad.price }));
    const byNumber = new Map(ads.map((ad) => [ad.adNumber, ad]));
    const byPair = Map.groupBy(ads, pairOf);
    this.#version += 1;
    return {
      version: this.#version,
      from,
      ads,
      find: (adNumber) => byNumber.get(adNumber),
      ofPair: (pair) => byPair.get(pair) ?? [],
    };
  }

  /** A write is newer than a listing for two rounds; after that the service's word counts again. */
  #dropOldWrites(): void {
    const nowMs = this.#clock.now();
    for (const [adNumber, { atMs }] of this.#written) {
      if (nowMs - atMs > 2 * this.#settings.marketIntervalMs) this.#written.delete(adNumber);
    }
  }

  async #list(): Promise<AdFacts[]> {
    this.#dropOldWrites();
    const ads: AdFacts[] = [];
    for (let page = 1; ads.length < maxAds; page += 1) {
      const { items, total, rows } = await this.#page(page);
      ads.push(...items.map(toAdFacts));
      if (items.length < rows || ads.length >= total) break;
    }
    return ads;
  }

  /** One page. A first page that is cut tells how many rows the service gives. */
  async #page(page: number) {
    const { items, total } = await this.#ask(page);
    const all = total ?? Number.POSITIVE_INFINITY;
    const isCut = page === 1 && items.length >= suggestedPage && items.length < Math.min(this.#rows, all);
    if (isCut) this.#rows = items.length;
    return { items, total: all, rows: this.#rows };
  }

  async #ask(page: number) {
    const ask = () => this.#exchange.ads.listWithPagination({ page, rows: this.#rows }, { priority: 'market' });
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
