import type { AdFacts } from '../domain/ads/ad-facts.ts';
import type { AdPrice } from '../domain/ads/price-trail.ts';
import type { OwnPrice } from '../domain/pricing/own-spread.ts';
import type { DeskSettings } from '../domain/settings.ts';
import type { OddRow } from '../domain/odd-row.ts';
import type { Marketplace, OwnAdListing, ReadAds } from '../marketplace/marketplace.ts';
import { unlessOdd } from '../marketplace/read-ads.ts';
import { NamedBell } from './named-bell.ts';
import { SharedRead, type KnownAge } from './shared-read.ts';
import { UnseenWrites, type ListingStart } from './unseen-writes.ts';

/** Polls come after all writes: a listing this many rounds late is good enough for writing. */
const maxRounds = 9;

/** What this process wrote and what the workflow then remembers of it are so close in time. */
const sameWriteMs = 1_000;

/** The pair of an ad, as a key: both sides of a market. */
export function pairOf({ asset, fiat }: Pair): string {
  return `${asset}/${fiat}`;
}

/** The account's own ads as currently known; a newer listing has another version. */
export interface OwnListing {
  readonly version: number;
  readonly ads: AdFacts[];
  /** Ads that cannot be read. They are there all the same. */
  readonly odd: readonly OddRow[];
  /** Throws an MarketplaceFailure for an ad that cannot be read: it is neither known nor missing. */
  find(adNumber: string): AdFacts | undefined;
  ofPair(pair: string): AdFacts[];
  /** Other places where online ads of the pair may be, beside their price in `ads`. */
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

interface ReadListing extends ReadAds {
  readonly start: ListingStart;
}

interface KnownListing extends OwnListing {
  readonly from: ReadListing;
}

interface PriceWrite {
  adNumber: string;
  price: string;
  /** Of a floating ad: what was written, and what a listing shows of it. Its price moves by itself. */
  floatingRatio?: string;
}

/** The part of a write that a listing shows later. */
type WrittenPrice = Omit<PriceWrite, 'adNumber'>;

/** A price on its way: it counts as taken, beside the ad's current one. */
interface Reservation {
  /** The service confirmed the price. */
  written(): void;
  /** The write failed: the next look reads the listing again. */
  rolledBack(): void;
  /** The outcome is unknown: both prices count as taken until a listing shows one, or enough time has passed. */
  unclear(): void;
}

/** Returns why a price may not be written beside the other own online ads of the pair, or null. Synchronous. */
type WriteCheck = (ad: AdFacts, others: readonly OwnPrice[]) => string | null;

/**
 * The account's own ads: one listing per round for all of them. Writes of this process are known at once, before the
 * service's listing shows them, and pending writes are reserved, so that two own ads never land in each other's
 * exclusion zone.
 */
export class OwnAds {
  /** Rings for a pair when a price of it was written, or a reservation of it ended. */
  readonly bell = new NamedBell();
  readonly #pages: OwnAdListing;
  readonly #settings: DeskSettings;
  readonly #listing: SharedRead<ReadListing>;
  readonly #unseen: UnseenWrites;
  readonly #written = new Map<string, WrittenPrice & { atMs: number }>();
  readonly #reserved = new Map<string, PriceWrite>();
  readonly #clock: { now(): number };
  /** The last read of each pair alone, which shows the outcome of its writes. */
  readonly #pairReads = new Map<string, PairRead>();
  /** Results of the reads of single pairs. */
  readonly #seen = new Map<string, SeenAd>();
  /** How each ad was last read: one that cannot be read any more may still stand there. */
  readonly #lastRead = new Map<string, AdFacts>();
  #known: KnownListing | null = null;
  #version = 0;

  constructor(marketplace: Marketplace, settings: DeskSettings, clock: { now(): number }) {
    this.#pages = marketplace.ads.listing();
    this.#settings = settings;
    this.#clock = clock;
    this.#unseen = new UnseenWrites(settings.moneySettleMs, clock);
    this.#listing = new SharedRead(() => this.#list(), clock);
  }

  /**
   * Returns all own ads with this process's own writes applied. They are renewed in the background, a page per
   * interval.
   */
  async listing(): Promise<OwnListing> {
    return this.#withWrites(await this.#listing.getKnown('all', this.#age()));
  }

  #age(): KnownAge {
    const renewFromMs = this.#pages.count * this.#settings.marketIntervalMs;
    return { renewFromMs, limitMs: renewFromMs + maxRounds * this.#settings.marketIntervalMs };
  }

  /** The ads that could not be read when they were last listed. */
  get odd(): readonly OddRow[] {
    return this.#known?.odd ?? [];
  }

  /** Whether a price of the pair is on its way. */
  isWriting(pair: string): boolean {
    const ads = this.#known?.ofPair(pair) ?? [];
    return ads.some(({ adNumber }) => this.#reserved.has(adNumber));
  }

  /**
   * Returns the listing after a read of a pair's ads: at once when writes of it have ended since the last one, else
   * once an interval. One call, before the polls, however many ads the account has elsewhere.
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
    const read = this.#pages.read(pair).then(({ ads }) => {
      this.#noteShown(start, ads);
      for (const ad of ads) this.#seen.set(ad.adNumber, { start, ad });
      this.#known = this.#known === null ? null : this.#index(this.#known.from);
    });
    this.#pairReads.set(pairOf(pair), { start, read });
    return read;
  }

  /** Makes the next look read again. */
  forget(): void {
    this.#listing.forget('all');
  }

  /**
   * Reserves a price that `check` allows, or returns why not. Nothing else runs between check and reservation, so of
   * two colliding writes the second is refused, however long the first one's call takes.
   */
  async reserve(write: PriceWrite, check: WriteCheck): Promise<Reservation | string> {
    const listing = await this.listing();
    const ad = listing.find(write.adNumber);
    if (ad === undefined) return 'the ad left the listing';
    const pair = [...listing.ofPair(pairOf(ad)), ...this.#hiddenOf(listing, pairOf(ad))];
    const others = pair.filter((own) => own.adNumber !== ad.adNumber && own.status === 'online');
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

  /**
   * Takes over what another process of the account set at `atMs`, or may have set (null): a listing may show it later.
   * Until one does, or it has had the time to, the ad may stand at that price as well as where the listing has it.
   */
  takeOver({ adNumber, ...write }: PriceWrite, atMs: number | null): void {
    const nowMs = this.#clock.now();
    if (atMs !== null) {
      const known = this.#written.get(adNumber);
      const isKnown = known?.price === write.price && Math.abs(atMs - known.atMs) <= sameWriteMs;
      if (isKnown || nowMs - atMs >= this.#settings.moneySettleMs) return;
      this.#written.set(adNumber, { ...writtenOf(write), atMs });
    }
    this.#unseen.note(adNumber, { wanted: writtenOf(write), before: this.#lastRead.get(adNumber) ?? null });
    this.#known = this.#known === null ? null : this.#index(this.#known.from);
  }

  /** The ads of the pair that cannot be read any more, as they were last read. */
  #hiddenOf({ odd }: Pick<OwnListing, 'odd'>, pair: string): AdFacts[] {
    const hidden = odd.flatMap(({ subject }) => this.#lastRead.get(subject ?? '') ?? []);
    return hidden.filter((ad) => pairOf(ad) === pair);
  }

  #pricesOf(own: AdFacts): OwnPrice[] {
    const { adNumber, side } = own;
    const reserved = this.#reserved.get(adNumber)?.price;
    const prices = [own.price, ...(reserved === undefined ? [] : [reserved]), ...this.#unseen.pricesOf(adNumber)];
    return prices.map((price) => ({ adNumber, side, price }));
  }

  #end(write: PriceWrite, ad: AdFacts, end: 'written' | 'refused' | 'unclear'): void {
    const { adNumber } = write;
    if (this.#reserved.get(adNumber) === write) this.#reserved.delete(adNumber);
    if (end !== 'refused') this.#unseen.note(adNumber, { wanted: writtenOf(write), before: ad });
    if (end === 'written') this.#written.set(adNumber, { ...writtenOf(write), atMs: this.#clock.now() });
    else {
      // The price that it may have replaced is no longer reliable.
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

  #doubtful(ads: readonly AdFacts[], hidden: readonly AdFacts[]): OwnPrice[] {
    const unread = hidden.filter(({ status }) => status === 'online').flatMap((ad) => this.#pricesOf(ad));
    const unseen = ads
      .filter(({ status }) => status === 'online')
      .flatMap(({ adNumber, side, price: believed }) =>
        this.#unseen
          .pricesOf(adNumber)
          .filter((price) => price !== believed)
          .map((price) => ({ adNumber, side, price })),
      );
    return [...unread, ...unseen];
  }

  #index(from: ReadListing): KnownListing {
    const ads = from.ads.map((ad) => this.#latest({ start: from.start, ad }));
    const byNumber = new Map(ads.map((ad) => [ad.adNumber, ad]));
    const byPair = Map.groupBy(ads, pairOf);
    for (const ad of ads) this.#lastRead.set(ad.adNumber, ad);
    const { odd } = from;
    this.#version += 1;
    return {
      version: this.#version,
      from,
      ads,
      odd,
      find: (adNumber) => byNumber.get(adNumber) ?? unlessOdd(odd, adNumber),
      ofPair: (pair) => byPair.get(pair) ?? [],
      doubtfulOfPair: (pair) => this.#doubtful(byPair.get(pair) ?? [], this.#hiddenOf({ odd }, pair)),
    };
  }

  /**
   * A write is newer than a listing that began less than two rounds after it; after that the service's listing counts.
   */
  #latest(listed: SeenAd): AdFacts {
    const { adNumber } = listed.ad;
    const seen = this.#seen.get(adNumber);
    const { start, ad } = seen !== undefined && seen.start.turn > listed.start.turn ? seen : listed;
    const written = this.#written.get(adNumber);
    const isNewer = written !== undefined && start.atMs - written.atMs <= 2 * this.#settings.marketIntervalMs;
    return isNewer ? { ...ad, ...writtenOf(written) } : ad;
  }

  async #list(): Promise<ReadListing> {
    const start = this.#unseen.begin();
    const read = await this.#pages.read();
    this.#noteShown(start, read.ads);
    return { start, ...read };
  }

  #noteShown(start: ListingStart, ads: readonly AdFacts[]): void {
    for (const { adNumber, atMs, ...write } of this.#unseen.noteListing(start, ads))
      this.#written.set(adNumber, { ...writtenOf(write), atMs });
  }
}

/** A write has more than what a listing shows. */
function writtenOf({ price, floatingRatio = null }: AdPrice): WrittenPrice {
  return floatingRatio === null ? { price } : { price, floatingRatio };
}
