import { onTestFinished } from 'vitest';
import type { NewAd } from '../../src/simulator/trade/ad-desk.ts';
import type { MarketBook, MarketFeed, MarketPair, Offer } from '../../src/simulator/world/market-feed.ts';
import { createManualClock, type ManualClock } from '../setup/manual-clock.ts';
import { createSimulator, type Simulator } from '../../src/simulator/simulator.ts';
import type { SimulatorOptions } from '../../src/simulator/world/simulator-options.ts';
import { createWireCaller, type WireCaller } from './wire-caller.ts';

export const seed = 4711;
export const startMs = Date.UTC(2026, 10, 21, 12);
export const deskAccount = { name: 'acme', apiKey: 'key-of-acme', apiSecret: 'secret-of-acme' };
export const otherAccount = { name: 'rival', apiKey: 'key-of-rival', apiSecret: 'secret-of-rival' };

export const usdtBob: MarketPair = {
  asset: 'USDT',
  fiat: 'BOB',
  priceScale: 2,
  assetScale: 2,
  fiatScale: 2,
  fiatSymbol: 'Bs',
};

const offer = (advNo: string, price: string): Offer => ({
  advNo,
  nickname: `Nick${advNo.slice(-2)}`,
  userNo: `s${advNo.padStart(32, '0')}`,
  price,
  surplusAmount: '500.00',
  minFiat: '100.00',
  maxFiat: '5000.00',
  monthOrderCount: 120,
  monthFinishRate: 0.97,
  userType: 'merchant',
  bait: false,
});

/** A market that stands still: reference 10.00, two asks, two bids. */
export function stillMarket(): MarketFeed {
  const book: MarketBook = {
    pair: usdtBob,
    reference: '10.00',
    asks: [offer('13000000000000000001', '10.05'), offer('13000000000000000002', '10.10')],
    bids: [offer('13000000000000000003', '9.95'), offer('13000000000000000004', '9.90')],
  };
  return {
    pairs: [usdtBob],
    startMs,
    description: 'stands still',
    referenceRange: () => ({ low: '10.00', high: '10.00' }),
    at: () => [book],
  };
}

export const askAdNo = '13000000000000000001';
export const bidAdNo = '13000000000000000003';

export interface SimWorld {
  simulator: Simulator;
  clock: ManualClock;
  baseUrl: string;
  desk: WireCaller;
  rival: WireCaller;
  /** Puts an ad of the desk on the market; default: SELL USDT/BOB. */
  addAd: (ad?: Partial<NewAd>) => string;
  admin: (path: string, body?: unknown) => Promise<Record<string, unknown>>;
}

/** The id of the desk's own payment method, which it names when it sells. */
export async function ownPayId({ desk }: Pick<SimWorld, 'desk'>): Promise<number> {
  const [method] = (await desk.data('user/getPayMethodByUserId', {})) as { id: number }[];
  return method?.id ?? 0;
}

/** A simulator on a free port with a clock that a test moves; closed when the test is over. */
export async function openWorld(options: Partial<SimulatorOptions> = {}): Promise<SimWorld> {
  const clock = createManualClock(startMs);
  const simulator = createSimulator({
    seed,
    clock,
    accounts: [deskAccount, otherAccount],
    market: stillMarket(),
    tickIntervalMs: 0,
    ...options,
  });
  const { baseUrl } = await simulator.listen();
  onTestFinished(() => simulator.close());
  const caller = (account: typeof deskAccount): WireCaller =>
    createWireCaller({ baseUrl, now: () => clock.now(), ...account });
  return {
    simulator,
    clock,
    baseUrl,
    desk: caller(deskAccount),
    rival: caller(otherAccount),
    addAd: (ad) =>
      simulator.ads.add({
        account: 'acme',
        side: 'SELL',
        asset: 'USDT',
        fiat: 'BOB',
        price: '10.20',
        minFiat: '100',
        maxFiat: '5000',
        ...ad,
      }),
    admin: async (path, body) => {
      const headers = { 'content-type': 'application/json' };
      const init = body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) };
      const response = await fetch(`${baseUrl}/_sim/${path}`, init);
      return (await response.json()) as Record<string, unknown>;
    },
  };
}
