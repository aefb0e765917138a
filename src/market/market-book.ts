import type { DeskSettings } from '../domain/settings.ts';
import type { Marketplace } from '../marketplace/marketplace.ts';
import type { GroupReader } from './group-flight.ts';
import type { GroupMarkets } from './group-markets.ts';
import type { NamedBell } from './named-bell.ts';
import {
  keyOf,
  parseKey,
  type Market,
  type MarketSnapshot,
  type ReadOffers,
  type ReadReference,
  type ReadSpot,
} from './market-facts.ts';
import { SharedRead, type KnownAge } from './shared-read.ts';

/**
 * Renewals of a market run behind the looks of its ads; after this many missed rounds the looks wait for one. Polls
 * come after all writes, and a hundred of those take twenty seconds.
 */
const maxRounds = 9;

interface BookOwner {
  account: string;
  /** Shared with the other accounts that look at the same markets. */
  markets: GroupMarkets;
}

/** The market as an account sees it: one search per market and round, however many ads and accounts look. */
export class MarketBook {
  readonly #marketplace: Marketplace;
  readonly #settings: DeskSettings;
  readonly #owner: BookOwner;
  readonly #fees: SharedRead<string | null>;
  /** How many pages of each market the next read takes for this account. */
  readonly #pages = new Map<string, number>();

  constructor(marketplace: Marketplace, settings: DeskSettings, owner: BookOwner) {
    this.#marketplace = marketplace;
    this.#settings = settings;
    this.#owner = owner;
    // A rate of the account's own.
    this.#fees = new SharedRead((key) => this.#readFee(parseKey(key)), owner.markets.clock);
  }

  /** Rings for a pair when a side of its market was read again, by any account. */
  get bell(): NamedBell {
    return this.#owner.markets.bell;
  }

  /**
   * Returns the known competitors' offers and reference price. After one interval they are read again in the
   * background, and the bell rings: an ad whose turn to write has come does not wait for a poll that comes after all
   * writes. Rejects with MarketplaceFailure.
   */
  async snapshot(market: Market): Promise<MarketSnapshot> {
    const key = keyOf(market);
    const { markets } = this.#owner;
    const search = this.#reader(this.#pages.get(key) ?? 1, (pages, signal) => this.#search(market, pages, signal));
    const ask = this.#reader(1, (_, signal) => this.#readReference(market, signal));
    const [offers, reference] = await Promise.all([
      markets.offers.getKnown(key, search, this.#roundAge()),
      markets.references.getKnown(key, ask, this.#referenceAge(key)),
    ]);
    return { ...offers, ...reference };
  }

  /** Returns the last price of a spot market of the service, read once a round. Rejects with MarketplaceFailure. */
  spot(symbol: string): Promise<ReadSpot> {
    const ask = this.#reader(1, (_, signal) => this.#readSpot(symbol, signal));
    return this.#owner.markets.spots.getKnown(symbol, ask, this.#roundAge());
  }

  #roundAge(): KnownAge {
    const { marketIntervalMs } = this.#settings;
    return { renewFromMs: marketIntervalMs, limitMs: maxRounds * marketIntervalMs };
  }

  /** Sets how many pages of a market the next rounds read, within `marketPages`; one without it. */
  want(market: Market, pages: number): void {
    this.#pages.set(keyOf(market), Math.min(pages, this.#settings.marketPages));
  }

  /** Returns the maker's fee on the market as a share of the amount; null when the service names none. */
  makerFee(market: Market): Promise<string | null> {
    const { commissionTtlMs } = this.#settings;
    return this.#fees.getKnown(keyOf(market), { renewFromMs: commissionTtlMs / 2, limitMs: commissionTtlMs });
  }

  #reader<T>(depth: number, load: GroupReader<T>['load']): GroupReader<T> {
    const { account } = this.#owner;
    return { account, depth, waiting: () => this.#marketplace.account.waiting(), load };
  }

  /** Renewed behind the looks before it expires, and not for all markets at the same time. */
  #referenceAge(key: string): KnownAge {
    const { priceRangeTtlMs } = this.#settings;
    const share = 0.5 + 0.5 * shareOf(key);
    return { renewFromMs: priceRangeTtlMs * share, limitMs: priceRangeTtlMs };
  }

  async #search(market: Market, pages: number, signal: AbortSignal): Promise<ReadOffers> {
    const readAtMs = this.#owner.markets.clock.now();
    const { offers, unread } = await this.#marketplace.market.search(market, { pages, priority: 'market', signal });
    return { offers, readAtMs, ...(unread.length === 0 ? {} : { unread }) };
  }

  async #readReference(market: Market, signal: AbortSignal): Promise<ReadReference> {
    const referenceAtMs = this.#owner.markets.clock.now();
    const referencePrice = await this.#marketplace.market.referencePrice(market, { priority: 'market', signal });
    return { referencePrice, referenceAtMs };
  }

  async #readSpot(symbol: string, signal: AbortSignal): Promise<ReadSpot> {
    const spotAtMs = this.#owner.markets.clock.now();
    return { spotPrice: await this.#marketplace.market.spotPrice(symbol, { priority: 'market', signal }), spotAtMs };
  }

  #readFee(market: Market): Promise<string | null> {
    return this.#marketplace.market.makerFee(market, { priority: 'market' });
  }
}

/** Returns a number from 0 to 1 that differs for nearly each key. */
function shareOf(key: string): number {
  let sum = 0;
  for (let at = 0; at < key.length; at += 1) sum = (31 * sum + key.charCodeAt(at)) % 997;
  return sum / 997;
}
