import { describePair } from '../../src/simulator/world/market-feed.ts';
import type { MarketBook, MarketFeed, Offer } from '../../src/simulator/world/market-feed.ts';

/** Twenty markets that stand still until they are moved, each with one offer a side. */
export interface StillMarkets {
  feed: MarketFeed;
  fiats: readonly string[];
  /** Moves the best ask of all; returns the price one tick below it. */
  move: (bestAsk: string) => string;
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

function offer(adNumber: string, price: string): Offer {
  return {
    advNo: adNumber,
    nickname: `Nick${adNumber.slice(-3)}`,
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
  let books: MarketBook[] = [];
  const move = (bestAsk: string): string => {
    books = pairs.map((pair, market) => ({
      pair,
      reference: '10.00',
      asks: [offer(`130000000000000000${String(market).padStart(2, '0')}`, bestAsk)],
      bids: [offer(`140000000000000000${String(market).padStart(2, '0')}`, '9.95')],
    }));
    return (Number(bestAsk) - 0.01).toFixed(2);
  };
  move('10.05');
  return {
    fiats,
    move,
    feed: {
      pairs,
      startMs: 0,
      description: 'stands still',
      referenceRange: () => ({ low: '9.00', high: '11.00' }),
      at: () => books,
    },
  };
}
