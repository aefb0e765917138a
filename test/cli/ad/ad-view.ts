import type { AdView } from '../../../src/client/index.ts';
import { pricingRulesSchema } from '../../../src/domain/pricing/pricing-rules.ts';

export const atMs = Date.UTC(2026, 10, 21, 8, 0, 0);

/** An ad that sells and is kept, at its target and ahead of all others. */
export const keptAd: AdView = {
  account: 'main',
  adNumber: '77',
  mode: 'sim',
  state: { kind: 'running' },
  why: 'target: 1 tick better than 9.16',
  pair: 'USDT/BOB',
  side: 'SELL',
  price: '9.15',
  intendedPrice: null,
  rank: 1,
  offMarket: null,
  lookedAtMs: atMs,
  rules: pricingRulesSchema.parse({ strategy: { kind: 'undercut', ticks: 1 }, limits: { floor: '9', ceiling: '10' } }),
  override: null,
  opening: null,
  stock: null,
  caps: null,
  withheld: [],
  foreignPrices: null,
  reprices: 3,
  intents: 0,
  lastChangeAtMs: atMs,
  lastProblem: null,
  businessStatus: null,
  needsHuman: false,
  asks: [],
  isCancelAsked: false,
  refused: { count: 0, last: null },
};
