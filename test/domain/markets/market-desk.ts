/** A desk of many ads on one market, run by a clock of its own: the rules of the desk, and nothing of Temporal. */
import type { MarketOffer } from '../../../src/domain/ads/ad-facts.ts';
import { answersAfter } from '../../../src/domain/pricing/price-change.ts';
import { openingAt } from '../../../src/domain/hours/opening.ts';
import { firstPrice } from '../../../src/domain/pricing/first-price.ts';
import { planMarket, type PlanAd, type PlannedPrice } from '../../../src/domain/pricing/market-plan.ts';
import type { MarketView } from '../../../src/domain/pricing/pricing-input.ts';
import { rangeAround } from '../../../src/domain/pricing/price-range.ts';
import { isOffNow } from '../../../src/domain/pricing/rules-by-hours.ts';
import { defaultSettings } from '../../../src/domain/settings.ts';
import type { MixedAd } from './ad-mix.ts';
import type { Marketplace, PlacedAd } from './marketplace.ts';
import type { Side } from './rival-market.ts';
import { exactTicks, priceOfTicks } from './whole-ticks.ts';

/** What a desk has read at the start of a round. */
export interface Look {
  readonly atMs: number;
  readonly reference: number;
  readonly offers: Readonly<Record<Side, readonly MarketOffer[]>>;
}

interface DeskOptions {
  readonly name: string;
  readonly scale: number;
  readonly ads: readonly MixedAd[];
  readonly marketplace: Marketplace;
}

interface AdMemory {
  readonly lastChangeAtMs: number | null;
  readonly answers: number;
}

export const makerFee = '0.001';
/** What the budget of an account leaves for prices: five calls a second, less the reads of a round. */
const writesARound = 20;
const terms = { minFiat: '100', maxFiat: '6000', payMethods: ['BANK'] };

export class MarketDesk {
  readonly options: DeskOptions;
  /** How often an ad came back to the market. */
  mornings = 0;
  readonly #memory = new Map<string, AdMemory>();
  readonly #placed = new Map<string, PlacedAd>();

  constructor(options: DeskOptions) {
    this.options = options;
    const { name, scale, ads, marketplace } = options;
    for (const { adNumber, side, startTicks, rules } of ads) {
      const [floor, ceiling] = [exactTicks(rules.limits.floor, scale), exactTicks(rules.limits.ceiling, scale)];
      const placed = { adNumber, desk: name, side, floor, ceiling, ticks: startTicks };
      this.#placed.set(adNumber, placed);
      marketplace.add(placed);
    }
  }

  /** Those on the market. */
  get ads(): readonly MixedAd[] {
    return this.options.ads.filter(({ adNumber }) => this.options.marketplace.ads.has(adNumber));
  }

  /** Takes the ads off the market whose hours are over, and brings those back, priced first, whose hours have begun. */
  keepHours(look: Look): void {
    const { ads, marketplace } = this.options;
    for (const ad of ads) {
      const { adNumber, rules } = ad;
      const placed = this.#placed.get(adNumber);
      const opening = rules.hours === null ? null : openingAt(rules.hours, look.atMs);
      if (opening === null || placed === undefined) continue;
      const isOn = marketplace.ads.has(adNumber);
      if (isOn && isOffNow(rules, opening)) marketplace.leave(adNumber);
      if (isOn || !opening.isOpen) continue;
      const ticks = this.#firstTicks(ad, look);
      // Where its guards leave none it is tried again in the next round.
      if (ticks === null) continue;
      marketplace.arrive({ ...placed, ticks }, look);
      this.mornings += 1;
    }
  }

  /** Where an ad comes to the market, as the desk prices it then: last of all, without the waits of before. */
  #firstTicks({ adNumber, side, rules }: MixedAd, look: Look): number | null {
    const { scale: priceScale } = this.options;
    const reference = priceOfTicks(look.reference, priceScale);
    const { price } = firstPrice({
      ...this.#market(side, look),
      adNumber,
      rules,
      terms,
      priceScale,
      override: null,
      lastChangeAtMs: null,
      answers: 0,
      serviceRange: rangeAround(reference, defaultSettings.priceRangeMarginRatio),
      ownPrices: this.ads.map((own) => ({ ...own, price: this.#priceOf(own.adNumber) })),
    });
    return price === null ? null : exactTicks(price, priceScale);
  }

  /**
   * One round: each price that may be set now is written, one after the other, and decided again after each write, as
   * the ads of a real desk wake each other. Returns whether the budget of the round sufficed.
   */
  round(look: Look): boolean {
    const { marketplace, scale } = this.options;
    for (let writes = 0; writes < writesARound; writes += 1) {
      const next = this.#next('SELL', look) ?? this.#next('BUY', look);
      if (next === null) return true;
      const { adNumber, decision } = next;
      const { atMs, reference } = look;
      const before = this.#memoryOf(adNumber);
      const answers = answersAfter(decision, { ...before, nowMs: atMs });
      this.#memory.set(adNumber, { lastChangeAtMs: atMs, answers });
      if (!marketplace.write(adNumber, exactTicks(decision.price, scale), { atMs, reference })) return false;
    }
    return false;
  }

  #memoryOf(adNumber: string): AdMemory {
    return this.#memory.get(adNumber) ?? { lastChangeAtMs: null, answers: 0 };
  }

  /** The first ad of the side whose price is to be set. */
  #next(side: Side, look: Look): PlannedPrice | null {
    return this.plan(side, look).find(({ decision }) => decision.action === 'set') ?? null;
  }

  #market(side: Side, look: Look): MarketView {
    return {
      side,
      offers: look.offers[side],
      ownAdNumbers: this.options.ads.map(({ adNumber }) => adNumber),
      referencePrice: priceOfTicks(look.reference, this.options.scale),
      makerFee,
      anchors: [],
      readAt: null,
      nowMs: look.atMs,
      zoneTicks: defaultSettings.exclusionZoneTicks,
    };
  }

  plan(side: Side, look: Look): readonly PlannedPrice[] {
    const { ads } = this;
    const referencePrice = priceOfTicks(look.reference, this.options.scale);
    return planMarket({
      ...this.#market(side, look),
      ads: ads.filter((ad) => ad.side === side).map((ad) => this.#planAd(ad, referencePrice)),
      opposite: ads
        .filter((ad) => ad.side !== side)
        .map((ad) => ({ adNumber: ad.adNumber, side: ad.side, price: this.#priceOf(ad.adNumber) })),
    });
  }

  #planAd({ adNumber, rules }: MixedAd, referencePrice: string): PlanAd {
    const serviceRange = rangeAround(referencePrice, defaultSettings.priceRangeMarginRatio);
    return {
      adNumber,
      priceScale: this.options.scale,
      currentPrice: this.#priceOf(adNumber),
      terms,
      wish: { rules, override: null, serviceRange, ...this.#memoryOf(adNumber) },
    };
  }

  #priceOf(adNumber: string): string {
    return priceOfTicks(this.options.marketplace.ads.get(adNumber)?.ticks ?? 0, this.options.scale);
  }
}
