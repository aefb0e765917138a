import { describePair, type MarketFeed, type Offer } from '../../src/simulator/world/market-feed.ts';

/** An ad of another merchant that the desk can take. */
export const askAdNumber = '13000000000000000001';

function offer(advNo: string, price: string): Offer {
  return {
    advNo,
    nickname: `Nick${advNo.slice(-2)}`,
    userNo: `s${advNo.padStart(32, '0')}`,
    price,
    surplusAmount: '5000.00',
    minFiat: '100.00',
    maxFiat: '5000.00',
    monthOrderCount: 120,
    monthFinishRate: 0.97,
    userType: 'merchant',
    bait: false,
  };
}

/** A market that stands still around 10.00, so that a recording shows the workflow and not the weather. */
export function recordingMarket(): MarketFeed {
  const pair = describePair('USDT', 'BOB', 2);
  const asks = [offer(askAdNumber, '10.05')];
  const book = { pair, reference: '10.00', asks, bids: [offer('13000000000000000003', '9.95')] };
  return {
    pairs: [pair],
    startMs: 0,
    description: 'stands still',
    referenceRange: () => ({ low: '10.00', high: '10.00' }),
    at: () => [book],
  };
}
