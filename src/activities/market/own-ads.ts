import type { AdFacts } from '../../domain/ads/ad-facts.ts';
import type { OwnPrice } from '../../domain/pricing/own-spread.ts';
import type { DeskSettings } from '../../domain/settings.ts';
import type { ExchangeClient } from '../../exchange/index.ts';
import { MarketBell } from './market-bell.ts';
import { OwnAdPages } from './own-ad-pages.ts';
import { SharedRead } from './shared-read.ts';
import { UnseenWrites } from './unseen-writes.ts';
import type { ListingStart } from './unseen-writes.ts';

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
  /** Where online ads of the pair may stand beside the price that `ads` gives them. */
  doubtfulOfPair(pair: string): OwnPrice[];
}

interface ReadListing {
  readonly start: ListingStart;
  readonly ads: readonly AdFacts[];
}

interface KnownListing extends OwnListing {
  readonly from: ReadListing;
}

interface PriceWrite {
  adNumber: string;
  price: string;
}

/** A price that is on its way: it counts as taken, beside the one that the ad still has. */
interface Reservation {
  /** The service says that it took it. */
  written(): void;
  /** It did not: the next look reads the listing anew. */
  rolledBack(): void;
  /** It may have: both prices count as taken until a listing tells, or it has had the time to. */
  unclear(): void;
}

/** Says why a price may not be written beside the own other online ads of the pair, or null. Synchronous. */
type WriteCheck = (ad: AdFacts, others: readonly OwnPrice[]) => string | null;

/**
 * The account's own ads: one listing a round for all of them. What this process wrote is known at once, before the
 * service's listing shows it, and what it is about to write is reserved, so that two own ads never land in each
 * other's exclusion zone.
 */
export class OwnAds {
  /** Rings for a pair when a price of it was written, or a reservation of it ended. */
  readonly bell = new MarketBell();
  readonly #pages: OwnAdPages;
  readonly #settings: DeskSettings;
  readonly #listing: SharedRead<ReadListing>;
  readonly #unseen: UnseenWrites;
  readonly #written = new Map<string, { price: string; atMs: number }>();
  readonly #reserved = new Map<string, PriceWrite>();
  readonly #clock: { now(): number };
  #known: KnownListing | null = null;
  #latestStart: ListingStart | null = null;
  #version = 0;

  constructor(exchange: ExchangeClient, settings: DeskSettings, clock: { now(): number }) {
    this.#pages = new OwnAdPages(exchange);
    this.#settings = settings;
    this.#clock = clock;
    this.#unseen = new UnseenWrites(settings.moneySettleMs, clock);
    this.#listing = new SharedRead(() => this.#list(), clock);
  }

  /** Gives all own ads, at most `ttlMs` (one interval) old, with this process's own writes applied. */
  async listing(ttlMs: number = this.#settings.marketIntervalMs): Promise<OwnListing> {
    return this.#withWrites(await this.#listing.get('all', ttlMs));
  }

  /** Gives a listing that began after the writes that the given one does not tell of; the given one when it tells of all. */
  async listingAfterWrites(known: OwnListing): Promise<OwnListing> {
    const { from } = this.#known ?? {};
    if (this.#known !== known || from === undefined || !this.#unseen.hasSince(from.start)) return this.listing();
    // One that is on its way serves when it began late enough.
    if (this.#latestStart === null || this.#unseen.hasSince(this.#latestStart)) this.forget();
    return this.listing();
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
    return {
      written: () => this.#end(write, ad, 'written'),
      rolledBack: () => this.#end(write, ad, 'refused'),
      unclear: () => this.#end(write, ad, 'unclear'),
    };
  }

  #pricesOf(own: AdFacts): OwnPrice[] {
    const { adNumber, side } = own;
    const reserved = this.#reserved.get(adNumber)?.price;
    const prices = [own.price, ...(reserved === undefined ? [] : [reserved]), ...this.#unseen.pricesOf(adNumber)];
    return prices.map((price) => ({ adNumber, side, price }));
  }

  #end(write: PriceWrite, ad: AdFacts, end: 'written' | 'refused' | 'unclear'): void {
    const { adNumber, price } = write;
    if (this.#reserved.get(adNumber) === write) this.#reserved.delete(adNumber);
    if (end !== 'refused') this.#unseen.note(adNumber, { wanted: price, before: ad.price });
    if (end === 'written') this.#written.set(adNumber, { price, atMs: this.#clock.now() });
    else this.forget();
    this.#known = this.#known === null ? null : this.#index(this.#known.from);
    this.bell.ring(pairOf(ad));
  }

  #withWrites(from: ReadListing): OwnListing {
    if (this.#known?.from !== from) this.#known = this.#index(from);
    return this.#known;
  }

  #doubtful(ads: readonly AdFacts[]): OwnPrice[] {
    return ads
      .filter(({ status }) => status === 'online')
      .flatMap(({ adNumber, side, price: believed }) =>
        this.#unseen
          .pricesOf(adNumber)
          .filter((price) => price !== believed)
          .map((price) => ({ adNumber, side, price })),
      );
  }

  #index(from: ReadListing): KnownListing {
    const ads = from.ads.map((ad) => ({ ...ad, price: this.#written.get(ad.adNumber)?.price ?? ad.price }));
    const byNumber = new Map(ads.map((ad) => [ad.adNumber, ad]));
    const byPair = Map.groupBy(ads, pairOf);
    this.#version += 1;
    return {
      version: this.#version,
      from,
      ads,
      find: (adNumber) => byNumber.get(adNumber),
      ofPair: (pair) => byPair.get(pair) ?? [],
      doubtfulOfPair: (pair) => this.#doubtful(byPair.get(pair) ?? []),
    };
  }

  /** A write is newer than a listing for two rounds; after that the service's word counts again. */
  #dropOldWrites(): void {
    const nowMs = this.#clock.now();
    for (const [adNumber, { atMs }] of this.#written) {
      if (nowMs - atMs > 2 * this.#settings.marketIntervalMs) this.#written.delete(adNumber);
    }
  }

  async #list(): Promise<ReadListing> {
    this.#dropOldWrites();
    const start = this.#unseen.begin();
    this.#latestStart = start;
    const ads = await this.#pages.read();
    this.#unseen.noteListing(start, ads);
    return { start, ads };
  }
}
