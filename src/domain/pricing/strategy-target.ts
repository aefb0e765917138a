/** What a strategy aims for, before any guard. */
import type { MarketOffer } from '../ads/ad-facts.ts';
import { compare, Decimal, isPositiveDecimalText, largest, smallest, tickOf } from '../decimal.ts';
import type { TradeSide } from '../orders/order-facts.ts';
import { floatingPrice } from './floating/floating-ratio.ts';
import { sizeWords, type Beside, type PriceStrategy, type SimpleStrategy } from './price-strategy.ts';

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

/** What a strategy sees. */
export interface StrategyView {
  readonly side: TradeSide;
  readonly priceScale: number;
  /** The competitors, best first. */
  readonly rivals: readonly Pick<MarketOffer, 'price' | 'userNo'>[];
  /** The service's; null when it has none. */
  readonly referencePrice: string | null;
  /** What the service applies a ratio to: the reference, as far as is known. */
  readonly index: string | null;
  readonly anchors: readonly AnchorAd[];
  /** Those that strategies of the market go by. */
  readonly spots: readonly SpotPrice[];
}

export interface StrategyTarget {
  readonly price: string;
  readonly note: string;
}

/** No target: no competitor is left to go by, or a price that the strategy is based on is not known. */
export interface NoTarget {
  readonly price: null;
  readonly missing: 'competitor' | 'basis';
  readonly note: string;
}

/** Returns the strategy's target, or why there is none. */
export function strategyTarget(strategy: PriceStrategy, view: StrategyView): StrategyTarget | NoTarget {
  if (strategy.kind === 'floating') return floatingTarget(strategy.ratio, view);
  if (strategy.kind !== 'combine') return simpleTarget(strategy, view);
  const targets = strategy.of.map((part) => simpleTarget(part, view));
  return strategy.take === 'first' ? firstOf(targets) : bestOf(targets, strategy.take, view.side);
}

/** Cut like the service does: rounded, it would be another price than the one that the ratio is worth. */
function floatingTarget(ratio: string, view: StrategyView): StrategyTarget | NoTarget {
  const price = floatingPrice(ratio, view);
  if (price === null) return { price, missing: 'basis', note: 'the reference price is not known' };
  return { price, note: `${ratio} % of the index ${view.index}, cut to a tick, is ${price}` };
}

const noCompetitor: NoTarget = { price: null, missing: 'competitor', note: 'no competitor is left to go by' };

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
  const best = rest.reduce((found, target) => (compare(target.price, found.price) === better ? target : found), first);
  return { ...best, note: `of ${priced.length} targets the ${take}’s best: ${best.note}` };
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
      return levelTarget(strategy.percent, view.referencePrice, 'the reference price');
    case 'spot':
      return levelTarget(strategy.percent, spotOf(strategy.symbol, view), `the spot price of ${strategy.symbol}`);
    case 'rate':
      return levelTarget(strategy.percent, strategy.rate, 'the rate');
    case 'own-ad':
      return ownAdTarget(strategy, view);
    case 'fixed':
      return { price: strategy.price, note: `the fixed price is ${strategy.price}` };
  }
}

function besideBest(position: Beside, view: StrategyView): StrategyTarget | NoTarget {
  const best = view.rivals[0]?.price;
  if (best === undefined) return noCompetitor;
  if (position.kind === 'match')
    return { price: best, note: `the best of ${view.rivals.length} competitors is ${best}` };
  return besideTarget(position, { price: best, name: `the best competitor is ${best}` }, view);
}

function besideTarget(position: Beside, other: { price: string; name: string }, view: StrategyView): StrategyTarget {
  if (position.kind === 'match') return { price: other.price, note: `${other.name}: the same` };
  const price = moved(other.price, position, view);
  const where = position.kind === 'undercut' ? 'better' : 'behind';
  return { price, note: `${other.name}; ${sizeWords(position)} ${where} is ${price}` };
}

/** Lower for the seller is the taker's favour, and so is higher for the buyer. */
function moved(price: string, position: Exclude<Beside, { kind: 'match' }>, view: StrategyView): string {
  const { ticks, percent } = position;
  const isDown = (view.side === 'SELL') === (position.kind === 'undercut');
  const share = new Decimal(price).times(percent ?? '0').dividedBy(100);
  const least = new Decimal(tickOf(view.priceScale)).times(ticks ?? 1);
  // A percentage of less than a tick would end on the price beside which it should stand.
  const distance = share.greaterThan(least) ? share : least;
  return (isDown ? new Decimal(price).minus(distance) : new Decimal(price).plus(distance)).toFixed();
}

const oneTick = { ticks: 1 } as const;

function rankTarget(rank: number, view: StrategyView): StrategyTarget | NoTarget {
  const { rivals, side } = view;
  const last = rivals.at(-1)?.price;
  if (last === undefined) return noCompetitor;
  const behind = rivals[rank - 1]?.price;
  if (behind === undefined) {
    const price = moved(last, { kind: 'trail', ...oneTick }, view);
    return {
      price,
      note: `rank ${rank} of only ${rivals.length} competitors: 1 tick behind the last at ${last} is ${price}`,
    };
  }
  const ahead = rivals[rank - 2]?.price;
  const justBetter = moved(behind, { kind: 'undercut', ...oneTick }, view);
  // One tick must not carry the ad past the competitor that should stay ahead of it.
  const worst = side === 'SELL' ? largest : smallest;
  const price = ahead === undefined ? justBetter : worst(justBetter, ahead);
  return { price, note: `rank ${rank} of ${rivals.length} competitors, ahead of ${behind}, is ${price}` };
}

/** The first of the merchants who competes; their best offer, if they have several. */
function followTarget(
  { users, position }: Extract<SimpleStrategy, { kind: 'follow' }>,
  view: StrategyView,
): StrategyTarget | NoTarget {
  for (const userNo of users) {
    const followed = view.rivals.find((rival) => rival.userNo === userNo)?.price;
    if (followed === undefined) continue;
    return besideTarget(position, { price: followed, name: `merchant ${userNo} stands at ${followed}` }, view);
  }
  return { ...noCompetitor, note: `none of the followed merchants competes: ${users.join(', ')}` };
}

const spotOf = (symbol: string, { spots }: StrategyView): string | null =>
  spots.find((spot) => spot.symbol === symbol)?.price ?? null;

function levelTarget(percent: string, basis: string | null, name: string): StrategyTarget | NoTarget {
  if (basis === null || !isPositiveDecimalText(basis)) {
    return { price: null, missing: 'basis', note: `${name} is not known` };
  }
  const price = new Decimal(basis).times(percent).dividedBy(100).toFixed();
  return { price, note: `${percent} % of ${name} ${basis} is ${price}` };
}

function ownAdTarget(
  { adNumber, percent }: Extract<SimpleStrategy, { kind: 'own-ad' }>,
  { anchors }: StrategyView,
): StrategyTarget | NoTarget {
  const anchor = anchors.find((ad) => ad.adNumber === adNumber);
  const name = `own ad ${adNumber} at`;
  if (anchor?.isDerived === true) {
    const note = `own ad ${adNumber} follows an own ad itself: follow that one, or give it another strategy`;
    return { price: null, missing: 'basis', note };
  }
  return anchor === undefined
    ? { price: null, missing: 'basis', note: `own ad ${adNumber} is not online` }
    : levelTarget(percent, anchor.price, name);
}
