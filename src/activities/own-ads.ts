import type { AdFacts } from '../domain/ads/ad-facts.ts';
import type { DeskSettings } from '../domain/settings.ts';
import { toAdFacts } from '../exchange/index.ts';
import type { ExchangeClient } from '../exchange/index.ts';
import { SharedRead } from './shared-read.ts';

const rows = 20;
/** A listing longer than this is cut: no account has so many ads, and a broken `total` must not loop. */
const mostPages = 50;

/**
 * The account's own ads: one listing a round for all of them. What this process wrote is known at once, before the
 * service's listing shows it, so that two own ads never land in each other's exclusion zone.
 */
export class OwnAds {
  readonly #exchange: ExchangeClient;
  readonly #settings: DeskSettings;
  readonly #listing: SharedRead<AdFacts[]>;
  readonly #written = new Map<string, { price: string; atMs: number }>();
  readonly #clock: { now(): number };
  #turn: Promise<unknown> = Promise.resolve();

  constructor(exchange: ExchangeClient, settings: DeskSettings, clock: { now(): number }) {
    this.#exchange = exchange;
    this.#settings = settings;
    this.#clock = clock;
    this.#listing = new SharedRead(() => this.#list(), clock);
  }

  /** Gives all own ads, at most one interval old, with this process's own writes applied. */
  async all(ttlMs: number = this.#settings.marketIntervalMs): Promise<AdFacts[]> {
    const ads = await this.#listing.get('all', ttlMs);
    return ads.map((ad) => this.#withWritten(ad));
  }

  /** Remembers a price that the service took. */
  noteWrite(adNumber: string, price: string): void {
    this.#written.set(adNumber, { price, atMs: this.#clock.now() });
  }

  /** Makes the next look read anew. */
  forget(): void {
    this.#listing.forget('all');
  }

  /** Runs price writes of the account one after the other: each sees what the one before it wrote. */
  inTurn<T>(write: () => Promise<T>): Promise<T> {
    const mine = this.#turn.then(write, write);
    this.#turn = mine.catch(() => undefined);
    return mine;
  }

  /** A write is newer than a listing for two rounds; after that the service's word counts again. */
  #withWritten(ad: AdFacts): AdFacts {
    const written = this.#written.get(ad.adNumber);
    if (written === undefined) return ad;
    if (this.#clock.now() - written.atMs > 2 * this.#settings.marketIntervalMs) return ad;
    return { ...ad, price: written.price };
  }

  async #list(): Promise<AdFacts[]> {
    const ads: AdFacts[] = [];
    for (let page = 1; page <= mostPages; page += 1) {
      const answer = await this.#exchange.ads.listWithPagination({ page, rows }, { priority: 'market' });
      ads.push(...answer.items.map(toAdFacts));
      if (answer.items.length < rows || page * rows >= (answer.total ?? Number.POSITIVE_INFINITY)) break;
    }
    return ads;
  }
}
