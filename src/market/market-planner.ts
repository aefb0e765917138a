import type { AdFacts } from '../domain/ads/ad-facts.ts';
import {
  planMarket,
  type AdWish,
  type PlanAd,
  type PlannedPrice,
  type WatchedAd,
} from '../domain/pricing/market-plan.ts';
import { pagesNeeded } from '../domain/pricing/market-depth.ts';
import type { PricingDecision } from '../domain/pricing/pricing-decision.ts';
import { partsOf } from '../domain/pricing/price-strategy.ts';
import type { MarketView } from '../domain/pricing/pricing-input.ts';
import type { PricingRules } from '../domain/pricing/pricing-rules.ts';
import type { AnchorAd, SpotPrice } from '../domain/pricing/strategy-target.ts';
import type { MarketSnapshot } from './market-facts.ts';
import type { HeldWish, PlannedLook } from './planned-look.ts';
import { numbersOf } from '../marketplace/read-ads.ts';
import type { DeskSettings } from '../domain/settings.ts';
import type { MarketBook } from './market-book.ts';
import { pairOf, type OwnAds, type OwnListing } from './own-ads.ts';
import { spotPrices } from './spot-prices.ts';
import { floatingAd } from './floating-plan.ts';
import { knownServiceRange, marketAges } from './market-bounds.ts';

/**
 * For how many rounds an ad's wish counts after its watch returned with a price to set: the next watch brings a new
 * one.
 */
const lingerRounds = 3;

/** What a planner reads of an account. */
interface PlannerSources {
  readonly market: MarketBook;
  readonly ownAds: OwnAds;
  readonly settings: DeskSettings;
  readonly clock: { now(): number };
}

interface Wish {
  input: WatchedAd;
  /** null: until its ad is looked at first. */
  pair: string | null;
  /** null: its watch runs. */
  lapsesAtMs: number | null;
}

interface Plan {
  snapshot: MarketSnapshot;
  spots: readonly SpotPrice[];
  listingVersion: number;
  wishVersion: number;
  atMs: number;
  decisions: ReadonlyMap<string, PricingDecision>;
  /** A price is to be set. */
  moves: boolean;
  /** The ad waits until a listing shows the place of another one. */
  awaitsListing: boolean;
}

interface MarketFacts {
  snapshot: MarketSnapshot;
  listing: OwnListing;
  /** Null: not known, or no ad of the market needs it. */
  makerFee: string | null;
  spots: readonly SpotPrice[];
}

/**
 * Prices the own ads of a market together: the watches of an account run in one process and report here how to price
 * their ads; one plan per market and round serves all of them (design 6). An ad without a watch (kept by hand, or by
 * another process) stays where it is.
 */
export class MarketPlanner {
  readonly #sources: PlannerSources;
  readonly #wishes = new Map<string, Wish>();
  readonly #plans = new Map<string, Plan>();
  /** When a pair's first ad was looked at by this process. */
  readonly #beganAtMs = new Map<string, number>();
  /** Counts the changes of wishes by pair. */
  readonly #wishVersions = new Map<string, number>();

  constructor(sources: PlannerSources) {
    this.#sources = sources;
  }

  /** Records how to price an ad, replacing its previous wish. */
  hold(input: WatchedAd): HeldWish {
    const pair = this.#wishes.get(input.adNumber)?.pair ?? null;
    const wish: Wish = { input, pair, lapsesAtMs: null };
    this.#wishes.set(input.adNumber, wish);
    this.#noteChange(pair);
    return { decide: (ad) => this.#decide(ad, wish), end: (comesBack) => this.#end(wish, comesBack) };
  }

  #end(wish: Wish, comesBack: boolean): void {
    const { adNumber } = wish.input;
    if (this.#wishes.get(adNumber) !== wish) return;
    if (comesBack) {
      wish.lapsesAtMs = this.#sources.clock.now() + lingerRounds * this.#sources.settings.marketIntervalMs;
      return;
    }
    this.#wishes.delete(adNumber);
    this.#noteChange(wish.pair);
  }

  #noteChange(pair: string | null): void {
    if (pair !== null) this.#wishVersions.set(pair, this.#versionOf(pair) + 1);
  }

  #versionOf(pair: string): number {
    return this.#wishVersions.get(pair) ?? 0;
  }

  /**
   * A new wish counts from the first look at its ad, which reveals its market. The wish of a watch that runs replaces one
   * whose watch has ended: after a reset a watch that was given up may begin last, and end first.
   */
  #place(ad: AdFacts, wish: Wish): void {
    const held = this.#wishes.get(ad.adNumber);
    const isOver = held === undefined || held.lapsesAtMs !== null;
    if (isOver) this.#wishes.set(ad.adNumber, wish);
    const placed = isOver ? wish : held;
    if (!isOver && placed.pair === pairOf(ad)) return;
    placed.pair = pairOf(ad);
    this.#noteChange(placed.pair);
  }

  async #decide(ad: AdFacts, wish: Wish): Promise<PlannedLook> {
    const { asset, fiat, side } = ad;
    const { market, ownAds, clock, settings } = this.#sources;
    const snapshot = await market.snapshot({ asset, fiat, side });
    let listing = await ownAds.listing();
    const { referencePrice, readAtMs: marketAtMs } = snapshot;
    this.#place(ad, wish);
    const rules = this.#rulesOf(pairOf(ad));
    // No other ad pays for the read of the fee.
    const wantsFee = rules.some(({ minimumMargin }) => minimumMargin !== null);
    const makerFee = wantsFee ? await market.makerFee({ asset, fiat, side }) : null;
    const { maxOffersAgeMs: maxAgeMs } = marketAges(settings);
    const spots = await spotPrices(market, rules, { nowMs: () => clock.now(), maxAgeMs });
    const atMs = clock.now();
    if (this.#awaitsOthers(ad, listing, atMs)) return { decision: null, ad, referencePrice, atMs, marketAtMs };
    // An ad with intents only plans with the other ads' intents; one that writes sees the real prices.
    const isIntent = wish.input.assumedPrice !== null;
    let plan = this.#planFor(ad, isIntent, { snapshot, listing, makerFee, spots });
    // Ads that may move go first: one look then shows the outcome of all their writes.
    if (plan.awaitsListing && !plan.moves && !ownAds.isWriting(pairOf(ad))) {
      listing = await ownAds.listingAfterWrites(ad);
      plan = this.#planFor(ad, isIntent, { snapshot, listing, makerFee, spots });
    }
    const decision = plan.decisions.get(ad.adNumber) ?? null;
    return { decision, ad: listing.find(ad.adNumber) ?? ad, referencePrice, atMs: plan.atMs, marketAtMs };
  }

  #rulesOf(pair: string): PricingRules[] {
    return [...this.#wishes.values()].filter((wish) => wish.pair === pair).map(({ input }) => input.rules);
  }

  /** In the first round of this process ads arrive one after the other: the first must not price alone. */
  #awaitsOthers(ad: AdFacts, listing: OwnListing, nowMs: number): boolean {
    const pair = pairOf(ad);
    const beganAtMs = this.#beganAtMs.get(pair) ?? nowMs;
    this.#beganAtMs.set(pair, beganAtMs);
    if (nowMs - beganAtMs >= this.#sources.settings.marketIntervalMs) return false;
    const neighbours = listing.ofPair(pair).filter((own) => own.side === ad.side && own.status === 'online');
    return neighbours.some((own) => own.priceType === 'fixed' && !this.#wishes.has(own.adNumber));
  }

  #planFor(ad: AdFacts, isIntent: boolean, facts: MarketFacts): Plan {
    const key = JSON.stringify([pairOf(ad), ad.side, isIntent]);
    const known = this.#plans.get(key);
    if (known !== undefined && this.#isFresh(known, facts, pairOf(ad))) return known;
    const plan = this.#compute(ad, isIntent, facts);
    this.#plans.set(key, plan);
    // The other watches sleep until their next look: a market that has moved concerns them now.
    if (plan.moves) this.#sources.ownAds.bell.ring(pairOf(ad));
    return plan;
  }

  #isFresh(plan: Plan, { snapshot, listing, spots }: MarketFacts, pair: string): boolean {
    const { clock, settings } = this.#sources;
    return (
      plan.snapshot.offers === snapshot.offers &&
      plan.snapshot.referencePrice === snapshot.referencePrice &&
      plan.spots.every(({ price }, at) => price === spots[at]?.price) &&
      plan.listingVersion === listing.version &&
      plan.wishVersion === this.#versionOf(pair) &&
      clock.now() - plan.atMs < settings.marketIntervalMs
    );
  }

  #compute(ad: AdFacts, isIntent: boolean, facts: MarketFacts): Plan {
    const atMs = this.#sources.clock.now();
    const { snapshot, listing, spots } = facts;
    const online = listing.ofPair(pairOf(ad)).filter((own) => own.status === 'online');
    const planned = planMarket({
      ...this.#view(ad, { ...facts, isIntent, atMs }),
      ads: online
        .filter((own) => own.side === ad.side)
        .map((own) => this.#planAd(own, { isIntent, atMs, referencePrice: snapshot.referencePrice })),
      opposite: online
        .filter((own) => own.side !== ad.side)
        .map(({ adNumber, side, ...own }) => ({
          adNumber,
          side,
          price: this.#priceOf({ adNumber, ...own }, isIntent),
        })),
      doubtful: isIntent ? [] : listing.doubtfulOfPair(pairOf(ad)),
    });
    this.#wantDepth(ad, snapshot, planned);
    const decisions = new Map(planned.map(({ adNumber, decision }) => [adNumber, decision]));
    const awaitsListing = planned.some((one) => one.awaitsListing);
    const wishVersion = this.#versionOf(pairOf(ad));
    const moves = planned.some(({ decision }) => decision.action === 'set');
    return { snapshot, spots, listingVersion: listing.version, wishVersion, atMs, decisions, moves, awaitsListing };
  }

  /** The next rounds read as many pages as the strategies of the market go by. */
  #wantDepth({ asset, fiat, side }: AdFacts, { offers }: MarketSnapshot, planned: readonly PlannedPrice[]): void {
    const pages = planned.map(({ adNumber, decision }) => {
      const strategy = this.#wishes.get(adNumber)?.input.rules.strategy;
      return strategy === undefined ? 1 : pagesNeeded({ strategy, offers, decision });
    });
    this.#sources.market.want({ asset, fiat, side }, Math.max(1, ...pages));
  }

  /** What all ads of the market see. */
  #view({ side }: AdFacts, look: MarketFacts & { isIntent: boolean; atMs: number }): MarketView {
    const { snapshot, listing, makerFee, spots, isIntent, atMs: nowMs } = look;
    const { offers, unread = [], readAtMs: offersAtMs, referencePrice, referenceAtMs } = snapshot;
    const { settings } = this.#sources;
    return {
      side,
      offers,
      unread,
      ownAdNumbers: numbersOf(listing),
      referencePrice,
      makerFee,
      anchors: this.#anchors(listing, isIntent),
      spots,
      readAt: { offersAtMs, referenceAtMs, ...marketAges(settings) },
      nowMs,
      zoneTicks: settings.exclusionZoneTicks,
    };
  }

  #anchors(listing: OwnListing, isIntent: boolean): AnchorAd[] {
    const online = listing.ads.filter(({ status }) => status === 'online');
    return online.map((own) => {
      const { adNumber } = own;
      const rules = this.#wishes.get(adNumber)?.input.rules;
      const isDerived = rules !== undefined && partsOf(rules.strategy).some(({ kind }) => kind === 'own-ad');
      return { adNumber, price: this.#priceOf(own, isIntent), isDerived };
    });
  }

  #planAd(own: AdFacts, look: { isIntent: boolean; atMs: number; referencePrice: string | null }): PlanAd {
    const { adNumber, priceScale } = own;
    const input = this.#inputOf(adNumber, look.atMs);
    // For ads that write, an ad with intents only is at its real price.
    const isKept = input !== null && (look.isIntent || input.assumedPrice === null);
    const wish = isKept ? this.#wishOf(input, look) : null;
    const ad = { adNumber, priceScale, terms: own, wish };
    const currentPrice = this.#priceOf(own, look.isIntent);
    const floating = floatingAd(own, look.isIntent ? input : null, look);
    return { ...ad, currentPrice, ...floating };
  }

  #inputOf(adNumber: string, nowMs: number): WatchedAd | null {
    const wish = this.#wishes.get(adNumber);
    if (wish === undefined) return null;
    return wish.lapsesAtMs === null || nowMs < wish.lapsesAtMs ? wish.input : null;
  }

  #priceOf({ adNumber, price }: Pick<AdFacts, 'adNumber' | 'price'>, isIntent: boolean): string {
    return (isIntent ? this.#wishes.get(adNumber)?.input.assumedPrice : null) ?? price;
  }

  #wishOf(input: WatchedAd, look: { atMs: number; referencePrice: string | null }): AdWish {
    const { rules, override, lastChangeAtMs, answers = 0 } = input;
    const serviceRange = knownServiceRange(this.#sources.settings, input, look);
    return { rules, override, lastChangeAtMs, answers, serviceRange };
  }
}
