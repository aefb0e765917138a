import type { TradeSide } from '../orders/order-facts.ts';
import { expectedOrders, type Demand } from './demand.ts';
import type { ReplayedDecision } from './replayed-ad.ts';

/** The places of an ad that a report distinguishes. */
export const placeNames = ['alone', '1', '2', '3', '4-10', 'behind'] as const;
type PlaceName = (typeof placeNames)[number];

/** Returns the name of a rank; null: no competitor counts. */
export function placeOf(rank: number | null): PlaceName {
  if (rank === null) return 'alone';
  if (rank === 1) return '1';
  if (rank === 2) return '2';
  if (rank === 3) return '3';
  return rank <= 10 ? '4-10' : 'behind';
}

/** What a replay adds up. Times in ms; margins as a share of the reference price, positive in the merchant's favour. */
export interface Totals {
  /** How long the prices are known; gaps in the recording are left out. */
  readonly coveredMs: number;
  /** How long the ad was off the market by its hours, besides. */
  readonly awayMs: number;
  readonly msByPlace: Readonly<Record<PlaceName, number>>;
  readonly msByBound: Readonly<Record<BoundName, number>>;
  /** Changes of the price, without the first one. */
  readonly updates: number;
  /** How often the best competitor's price changed. */
  readonly rivalMoves: number;
  /** Rows in which a rule kept the price back. */
  readonly keptBack: Readonly<Record<'held' | 'below-change', number>>;
  /** Time-weighted; null: no row had a reference. */
  readonly meanMargin: number | null;
  /** Expected, by the model of takers. */
  readonly orders: number;
  /** Expected gain over the reference price, in fiat. */
  readonly gain: number;
}

type BoundName = NonNullable<ReplayedDecision['bound']>;

interface TallyOptions {
  readonly side: TradeSide;
  readonly demand: Demand;
  /** Fiat of one tick. */
  readonly tick: number;
}

interface Moment {
  readonly decision: ReplayedDecision;
  readonly reference: number | null;
  /** How long the price stands. */
  readonly durationMs: number;
}

/** Adds up the rows of a replay. */
export class Tally {
  readonly #options: TallyOptions;
  readonly #msByPlace: Record<PlaceName, number> = { alone: 0, '1': 0, '2': 0, '3': 0, '4-10': 0, behind: 0 };
  readonly #msByBound: Record<BoundName, number> = {
    ceiling: 0,
    floor: 0,
    'no-price': 0,
    rival: 0,
    'no-competitor': 0,
  };
  readonly #keptBack = { held: 0, 'below-change': 0 };
  #coveredMs = 0;
  #awayMs = 0;
  #updates = -1;
  #rivalMoves = -1;
  #best: number | null = null;
  #marginMs = 0;
  #knownMs = 0;
  #orders = 0;
  #gain = 0;

  constructor(options: TallyOptions) {
    this.#options = options;
  }

  add(moment: Moment): void {
    const { rank, bound, reason, isSet, best } = moment.decision;
    this.#coveredMs += moment.durationMs;
    this.#msByPlace[placeOf(rank)] += moment.durationMs;
    if (bound !== null) this.#msByBound[bound] += moment.durationMs;
    if (reason === 'held' || reason === 'below-change') this.#keptBack[reason] += 1;
    if (isSet) this.#updates += 1;
    if (best !== null && best !== this.#best) this.#moveRival(best);
    this.#addGain(moment);
  }

  /** Adds time in which the ad was off the market. */
  rest(durationMs: number): void {
    this.#awayMs += durationMs;
  }

  #addGain({ decision: { ticks, best, place }, reference, durationMs }: Moment): void {
    const { side, demand, tick } = this.#options;
    const inFavour = side === 'SELL' ? 1 : -1;
    const worseBy = best === null ? 0 : (inFavour * (ticks - best)) / best;
    const orders = expectedOrders(demand, { place, worseBy }, durationMs);
    this.#orders += orders;
    if (reference === null) return;
    const aboveReference = inFavour * (ticks - reference);
    this.#knownMs += durationMs;
    this.#marginMs += (aboveReference / reference) * durationMs;
    this.#gain += orders * demand.orderSize * aboveReference * tick;
  }

  #moveRival(best: number): void {
    this.#best = best;
    this.#rivalMoves += 1;
  }

  /** Expected gain so far. */
  get gain(): number {
    return this.#gain;
  }

  totals(): Totals {
    return {
      coveredMs: this.#coveredMs,
      awayMs: this.#awayMs,
      msByPlace: this.#msByPlace,
      msByBound: this.#msByBound,
      updates: Math.max(0, this.#updates),
      rivalMoves: Math.max(0, this.#rivalMoves),
      keptBack: this.#keptBack,
      meanMargin: this.#knownMs === 0 ? null : this.#marginMs / this.#knownMs,
      orders: this.#orders,
      gain: this.#gain,
    };
  }
}
