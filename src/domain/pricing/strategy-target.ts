/** What a strategy aims for, before any guard. */
import type { TradeSide } from '../orders/order-facts.ts';
import { highestOf, lowestOf, priceAt, priceOf, type Price } from '../price.ts';
import { positivePrice, type Competitor } from './competitors/competitor.ts';
import { floatingPrice } from './floating/floating-ratio.ts';
import type { LevelBasis, NoTargetNote, Note } from './price-step.ts';
import type { Beside, PriceStrategy, SimpleStrategy } from './price-strategy.ts';

/** Another own ad that a price may be derived from. */
export interface AnchorAd {
  readonly adNumber: string;
  readonly price: string;
  /** Its own price is derived from an own ad: followed in turn, the two could lead each other away. */
  readonly isDerived: boolean;
}

/** The last price of a spot market of the service; null: not known. */
export interface SpotPrice {
  readonly symbol: string;
  readonly price: string | null;
}

/** What a strategy sees. Its target is in ticks of the scale. */
export interface StrategyView {
  readonly side: TradeSide;
  readonly scale: number;
  /** The competitors, best first. */
  readonly rivals: readonly Competitor[];
  /** The service's; null when it has none. */
  readonly reference: Price | null;
  /** What the service applies a ratio to: the reference, as far as is known. */
  readonly index: string | null;
  readonly anchors: readonly AnchorAd[];
  /** Those that strategies of the market go by. */
  readonly spots: readonly SpotPrice[];
}

export interface StrategyTarget {
  readonly price: Price;
  readonly note: Note;
}

/** No target: no competitor is left to go by, or a price that the strategy is based on is not known. */
export interface NoTarget {
  readonly price: null;
  readonly missing: 'competitor' | 'basis';
  readonly note: Note<NoTargetNote>;
}

/** Returns the strategy's target, or why there is none. */
export function strategyTarget(strategy: PriceStrategy, view: StrategyView): StrategyTarget | NoTarget {
  if (strategy.kind === 'floating') return floatingTarget(strategy.ratio, view);
  if (strategy.kind !== 'combine') return simpleTarget(strategy, view);
  const targets = strategy.of.map((part) => simpleTarget(part, view));
  return strategy.take === 'first' ? firstOf(targets) : bestOf(targets, strategy.take, view.side);
}

/** Cut like the service does: rounded, it would be another price than the one that the ratio is worth. */
function floatingTarget(ratio: string, { index, scale }: StrategyView): StrategyTarget | NoTarget {
  const price = floatingPrice(ratio, { index, priceScale: scale });
  if (price === null || index === null) return noBasis({ code: 'basis-unknown', basis: { of: 'reference' } });
  return { price: priceOf(price, scale), note: () => ({ code: 'index-level', percent: ratio, index, price }) };
}

const noCompetitor: NoTarget = { price: null, missing: 'competitor', note: () => ({ code: 'no-competitor' }) };

const noBasis = (note: NoTargetNote): NoTarget => ({ price: null, missing: 'basis', note: () => note });

function firstOf(targets: readonly (StrategyTarget | NoTarget)[]): StrategyTarget | NoTarget {
  return targets.find(hasPrice) ?? noneOf(targets);
}

function hasPrice(target: StrategyTarget | NoTarget): target is StrategyTarget {
  return target.price !== null;
}

/** A missing basis is named before an empty book: the book may fill by itself. */
function noneOf(targets: readonly (StrategyTarget | NoTarget)[]): NoTarget {
  const none = targets.filter((target) => !hasPrice(target));
  return none.find(({ missing }) => missing === 'basis') ?? none[0] ?? noCompetitor;
}

/** A basis that is not known could have been the better one, so there is no target without it. */
function bestOf(
  targets: readonly (StrategyTarget | NoTarget)[],
  take: 'merchant' | 'taker',
  side: TradeSide,
): StrategyTarget | NoTarget {
  const priced = targets.filter(hasPrice);
  const [first, ...rest] = priced;
  const none = noneOf(targets);
  if (first === undefined || (priced.length < targets.length && none.missing === 'basis')) return none;
  const better = (side === 'SELL') === (take === 'merchant') ? 1 : -1;
  const best = rest.reduce((found, target) => (target.price.compare(found.price) === better ? target : found), first);
  return { price: best.price, note: () => ({ code: 'combined', of: priced.length, take, best: best.note() }) };
}

function simpleTarget(strategy: SimpleStrategy, view: StrategyView): StrategyTarget | NoTarget {
  switch (strategy.kind) {
    case 'undercut':
    case 'match':
    case 'trail':
      return besideBest(strategy, view);
    case 'rank':
      return rankTarget(strategy.rank, view);
    case 'follow':
      return followTarget(strategy, view);
    case 'reference':
      return levelTarget(strategy.percent, view.reference, { of: 'reference' });
    case 'spot':
      return spotTarget(strategy, view);
    case 'rate':
      return levelTarget(strategy.percent, priceOf(strategy.rate, view.scale), { of: 'rate' });
    case 'own-ad':
      return ownAdTarget(strategy, view);
    case 'fixed':
      return { price: priceOf(strategy.price, view.scale), note: () => ({ code: 'fixed', price: strategy.price }) };
  }
}

function besideBest(position: Beside, view: StrategyView): StrategyTarget | NoTarget {
  const best = view.rivals[0]?.price;
  if (best === undefined) return noCompetitor;
  if (position.kind === 'match')
    return { price: best, note: () => ({ code: 'best', of: view.rivals.length, price: best.text }) };
  return besideTarget(position, { price: best, user: null }, view);
}

/** `user`: whose it is; null: the best one's. */
interface BesidePrice {
  readonly price: Price;
  readonly user: string | null;
}

function besideTarget(position: Beside, { price: at, user }: BesidePrice, { side }: StrategyView): StrategyTarget {
  if (position.kind === 'match') return { price: at, note: () => ({ code: 'same', user, at: at.text }) };
  const { kind, ...size } = position;
  const price = moved(at, position, side);
  const code = kind === 'undercut' ? 'better' : 'behind';
  return { price, note: () => ({ code, user, at: at.text, size, price: price.text }) };
}

/** Lower for the seller is the taker's favour, and so is higher for the buyer. */
function moved(price: Price, { kind, ticks = 1, percent }: Exclude<Beside, { kind: 'match' }>, side: TradeSide): Price {
  const isDown = (side === 'SELL') === (kind === 'undercut');
  if (percent === undefined) return price.plusTicks(isDown ? -ticks : ticks);
  // A percentage of less than a tick would end on the price beside which it should stand.
  const distance = highestOf(priceAt(ticks, price.scale), price.percent(percent));
  return isDown ? price.minus(distance) : price.plus(distance);
}

const oneTick = { ticks: 1 } as const;

function rankTarget(rank: number, { rivals, side }: StrategyView): StrategyTarget | NoTarget {
  const last = rivals.at(-1)?.price;
  if (last === undefined) return noCompetitor;
  const of = rivals.length;
  const behind = rivals[rank - 1]?.price;
  if (behind === undefined) {
    const price = moved(last, { kind: 'trail', ...oneTick }, side);
    return { price, note: () => ({ code: 'rank-last', rank, of, last: last.text, price: price.text }) };
  }
  const ahead = rivals[rank - 2]?.price;
  const justBetter = moved(behind, { kind: 'undercut', ...oneTick }, side);
  // One tick must not carry the ad past the competitor that should stay ahead of it.
  const worst = side === 'SELL' ? highestOf : lowestOf;
  const price = ahead === undefined ? justBetter : worst(justBetter, ahead);
  return { price, note: () => ({ code: 'rank', rank, of, before: behind.text, price: price.text }) };
}

/** The first of the merchants who competes; their best offer, if they have several. */
function followTarget(
  { users, position }: Extract<SimpleStrategy, { kind: 'follow' }>,
  view: StrategyView,
): StrategyTarget | NoTarget {
  for (const userNo of users) {
    const followed = view.rivals.find(({ offer }) => offer.userNo === userNo)?.price;
    if (followed === undefined) continue;
    return besideTarget(position, { price: followed, user: userNo }, view);
  }
  return { ...noCompetitor, note: () => ({ code: 'none-followed', users }) };
}

function spotTarget({ symbol, percent }: Extract<SimpleStrategy, { kind: 'spot' }>, { spots, scale }: StrategyView) {
  const price = spots.find((spot) => spot.symbol === symbol)?.price ?? null;
  return levelTarget(percent, positivePrice(price, scale), { of: 'spot', symbol });
}

function levelTarget(percent: string, from: Price | null, basis: LevelBasis): StrategyTarget | NoTarget {
  if (from === null) return noBasis({ code: 'basis-unknown', basis });
  const price = from.percent(percent);
  return { price, note: () => ({ code: 'level', percent, basis, at: from.text, price: price.text }) };
}

function ownAdTarget(
  { adNumber, percent }: Extract<SimpleStrategy, { kind: 'own-ad' }>,
  { anchors, scale }: StrategyView,
): StrategyTarget | NoTarget {
  const anchor = anchors.find((ad) => ad.adNumber === adNumber);
  if (anchor === undefined) return noBasis({ code: 'ad-not-online', adNumber });
  return anchor.isDerived
    ? noBasis({ code: 'ad-derived', adNumber })
    : levelTarget(percent, positivePrice(anchor.price, scale), { of: 'own-ad', adNumber });
}
