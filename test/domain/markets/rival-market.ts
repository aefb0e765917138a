/** The other side of a proof: rivals whose prices are whole ticks and whose flaws are known to the one that made them. */
import type { MarketOffer } from '../../../src/domain/ads/ad-facts.ts';
import { priceOfTicks } from './whole-ticks.ts';

export type Side = 'SELL' | 'BUY';

/** Why an offer is no real competitor: too far from the reference, for show, not trusted, or paid in another way. */
export type Flaw = 'far' | 'tiny' | 'untrusted' | 'other-payment';

export interface Rival {
  readonly userNo: string;
  readonly ticks: number;
  readonly flaws: ReadonlySet<Flaw>;
  readonly offer: MarketOffer;
}

/** What every desk sees at one moment. Prices in ticks. */
export interface MarketMoment {
  readonly reference: number;
  readonly rivals: Readonly<Record<Side, readonly Rival[]>>;
}

/** The best price, for the taker, of the ads that are online on a side; null: there is none. */
export type BestOf = (side: Side) => number | null;

export interface RivalMarket {
  readonly name: string;
  readonly scale: number;
  /** Where prices begin, in ticks: limits are drawn around it. */
  readonly base: number;
  /** The market at a moment; moments are asked for in their order. `best` are the ads of the desks. */
  readonly at: (nowMs: number, best: BestOf) => MarketMoment;
}

/** Lower is better for the taker of a SELL ad, and higher of a BUY ad: in ranks both are "lower". */
export const signOf = (side: Side): 1 | -1 => (side === 'SELL' ? 1 : -1);

interface RivalFacts {
  readonly side: Side;
  readonly name: string;
  readonly ticks: number;
  readonly reference: number;
  readonly scale: number;
  readonly flaws?: readonly Exclude<Flaw, 'far'>[];
}

/** Makes an offer and notes its flaws; a distance of more than a twentieth of the reference is one of them. */
export function rivalOf({ side, name, ticks, reference, scale, flaws = [] }: RivalFacts): Rival {
  const isFar = Math.abs(ticks - reference) * 20 > reference;
  const known = new Set<Flaw>([...flaws, ...(isFar ? (['far'] as const) : [])]);
  const userNo = `s-${name}`;
  const offer: MarketOffer = {
    adNumber: `${side}-${name}`,
    price: priceOfTicks(ticks, scale),
    nickname: name,
    userNo,
    userType: 'merchant',
    remaining: '5000',
    minFiat: '50',
    maxFiat: known.has('tiny') ? '60' : '8000',
    payMethods: [known.has('other-payment') ? 'WALLET' : 'BANK'],
    additionalKyc: false,
    orderCount: known.has('untrusted') ? 3 : 400,
    finishRate: known.has('untrusted') ? 0.41 : 0.97,
    tradable: true,
  };
  return { userNo, ticks, flaws: known, offer };
}
