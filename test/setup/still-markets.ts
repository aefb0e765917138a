import { describePair, type MarketBook, type MarketFeed, type Offer } from '../../src/simulator/world/market-feed.ts';

/** Twenty markets that stand still until they are moved, each with one offer a side. */
export interface StillMarkets {
  feed: MarketFeed;
  fiats: readonly string[];
  /** Moves the best ask of all; returns the price one tick below it. */
  move: (bestAsk: string) => string;
  /** Moves the best offers of one market. */
  moveOne: (fiat: string, best: BestOffers) => void;
}

export interface BestOffers {
  ask: string;
  bid: string;
}

const fiats = ['ARS', 'BOB', 'BRL', 'CLP', 'COP', 'CRC', 'DOP', 'EGP', 'GHS', 'GTQ'].concat([
  'HNL',
  'KES',
  'MXN',
  'NGN',
  'NIO',
  'PEN',
  'PYG',
  'UAH',
  'UYU',
  'VES',
]);

/** One competitor's ad. */
export function offer(adNumber: string, price: string): Offer {
  return {
    advNo: adNumber,
    nickname: `Nick${adNumber.slice(-2)}`,
    userNo: `s${adNumber.padStart(32, '0')}`,
    price,
    surplusAmount: '500.00',
    minFiat: '100.00',
    maxFiat: '5000.00',
    monthOrderCount: 120,
    monthFinishRate: 0.97,
    userType: 'merchant',
    bait: false,
  };
}

/** Makes the markets. */
export function createStillMarket(): StillMarkets {
  const pairs = fiats.map((fiat) => describePair('USDT', fiat, 2));
  const bookAt = (market: number, { ask, bid }: BestOffers): MarketBook[] => {
    const pair = pairs[market];
    const number = String(market).padStart(2, '0');
    const asks = [offer(`130000000000000000${number}`, ask)];
    const bids = [offer(`140000000000000000${number}`, bid)];
    return pair === undefined ? [] : [{ pair, reference: '10.00', asks, bids }];
  };
  let books: MarketBook[] = [];
  const move = (ask: string): string => {
    books = pairs.flatMap((_, market) => bookAt(market, { ask, bid: '9.95' }));
    return (Number(ask) - 0.01).toFixed(2);
  };
  move('10.05');
  return {
    fiats,
    move,
    moveOne: (fiat, best) => {
      books = books.toSpliced(fiats.indexOf(fiat), 1, ...bookAt(fiats.indexOf(fiat), best));
    },
    feed: {
      pairs,
      startMs: 0,
      description: 'stands still',
      referenceRange: () => ({ low: '9.00', high: '11.00' }),
      at: () => books,
    },
  };
}
