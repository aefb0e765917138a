import type { AdFacts } from '../../domain/ads/ad-facts.ts';
import type { OwnPrice } from '../../domain/pricing/own-spread.ts';
import type { DeskSettings } from '../../domain/settings.ts';
import type { ExchangeClient } from '../../exchange/index.ts';
import { MarketBell } from './market-bell.ts';
import { OwnAdPages } from './own-ad-pages.ts';
import { SharedRead, type KnownAge } from './shared-read.ts';
import { UnseenWrites, type ListingStart } from './unseen-writes.ts';

/** Polls come after all writes: so many rounds more than it takes is a listing good enough to write by. */
const mostRounds = 9;

/** The pair of an ad, as a key: both sides of a market. */
export function pairOf({ asset, fiat }: Pair): string {
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

type Pair = Pick<AdFacts, 'asset' | 'fiat'>;

interface SeenAd {
  readonly start: ListingStart;
  readonly ad: AdFacts;
}

interface PairRead {
  readonly start: ListingStart;
  readonly read: Promise<void>;
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
  /** The last read of each pair alone, which tells what became of its writes. */
  readonly #pairReads = new Map<string, PairRead>();
  /** What the reads of single pairs showed. */
  readonly #seen = new Map<string, SeenAd>();
  #known: KnownListing | null = null;
  #version = 0;

  constructor(exchange: ExchangeClient, settings: DeskSettings, clock: { now(): number }) {
    this.#pages = new OwnAdPages(exchange);
    this.#settings = settings;
    this.#clock = clock;
    this.#unseen = new UnseenWrites(settings.moneySettleMs, clock);
    this.#listing = new SharedRead(() => this.#list(), clock);
  }

  /** Returns all own ads with this process's own writes applied. Behind that they are read anew, a page an interval. */
  async listing(): Promise<OwnListing> {
    return this.#withWrites(await this.#listing.getKnown('all', this.#age()));
  }

  #age(): KnownAge {
    const renewFromMs = this.#pages.count * this.#settings.marketIntervalMs;
    return { renewFromMs, limitMs: renewFromMs + mostRounds * this.#settings.marketIntervalMs };
  }

  /** Whether a price of the pair is on its way. */
  isWriting(pair: string): boolean {
    const ads = this.#known?.ofPair(pair) ?? [];
    return ads.some(({ adNumber }) => this.#reserved.has(adNumber));
  }

  /**
   * Returns the listing after a look at where the ads of a pair stand: at once when writes of it have ended since the
   * last one, else once an interval. One call, before the polls, however many ads the account has elsewhere.
   */
  async listingAfterWrites(pair: Pair): Promise<OwnListing> {
    const key = pairOf(pair);
    const last = this.#pairReads.get(key);
    const isOld = last === undefined || this.#clock.now() - last.start.atMs >= this.#settings.marketIntervalMs;
    if (isOld || this.#hasWritesSince(key, last.start)) await this.#readPair(pair);
    else await last.read;
    return this.listing();
  }

  #hasWritesSince(pair: string, start: ListingStart): boolean {
    const ofPair = new Set(this.#known?.ofPair(pair).map(({ adNumber }) => adNumber));
    return this.#unseen.hasSince(start, ofPair);
  }

  #readPair(pair: Pair): Promise<void> {
    const start = this.#unseen.begin();
    const read = this.#pages.read(pair).then((ads) => {
      this.#noteShown(start, ads);
      for (const ad of ads) this.#seen.set(ad.adNumber, { start, ad });
      this.#known = this.#known === null ? null : this.#index(this.#known.from);
    });
    this.#pairReads.set(pairOf(pair), { start, read });
    return read;
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
    const listing = await this.listing();
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
    else {
      // What it may have replaced is no word to go by any more.
      if (end === 'unclear') this.#written.delete(adNumber);
      this.forget();
    }
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
    const ads = from.ads.map((ad) => this.#latest({ start: from.start, ad }));
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

  /** A write is newer than a listing that began less than two rounds after it; after that the service's word counts. */
  #latest(listed: SeenAd): AdFacts {
    const { adNumber } = listed.ad;
    const seen = this.#seen.get(adNumber);
    const { start, ad } = seen !== undefined && seen.start.turn > listed.start.turn ? seen : listed;
    const written = this.#written.get(adNumber);
    const isNewer = written !== undefined && start.atMs - written.atMs <= 2 * this.#settings.marketIntervalMs;
    return isNewer ? { ...ad, price: written.price } : ad;
  }

  async #list(): Promise<ReadListing> {
    const start = this.#unseen.begin();
    const ads = await this.#pages.read();
    this.#noteShown(start, ads);
    return { start, ads };
  }

  #noteShown(start: ListingStart, ads: readonly AdFacts[]): void {
    for (const { adNumber, ...write } of this.#unseen.noteListing(start, ads)) this.#written.set(adNumber, write);
  }
}
