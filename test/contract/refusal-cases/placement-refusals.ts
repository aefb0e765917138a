import { SimAdStatus } from '../../../src/simulator/world/simulator-state.ts';
import { bidAdNo, type SimWorld } from '../../simulator/sim-fixture.ts';
import { placement } from './order-worlds.ts';
import {
  badQuantity,
  closed,
  illegal,
  noSuchAd,
  notYours,
  onBreak,
  tooPrecise,
  unknownNumber,
  type ExpectedRefusal,
  type Input,
  type RefusalCase,
} from './refusal-case.ts';

const unsold = { ...placement, advOrderNumber: bidAdNo, tradeType: 'SELL', matchPrice: '9.95' };

/** Defects of an otherwise valid placement. */
const wrongPlacements: readonly [why: string, input: Input, expected: ExpectedRefusal][] = [
  ['another price than it saw (EP-18, matchPrice)', { matchPrice: '10.04' }, { ...illegal, message: 'matchPrice' }],
  ['another asset', { asset: 'BTC' }, { ...illegal, message: 'asset' }],
  ['another fiat', { fiatUnit: 'MXN' }, { ...illegal, message: 'fiatUnit' }],
  ["the maker's side", { tradeType: 'SELL', payId: undefined }, { ...illegal, message: 'tradeType' }],
  ['several wrong facts, each named', { asset: 'BTC', matchPrice: '1' }, { ...illegal, message: 'asset|matchPrice' }],
  ['a quantity that is neither', { buyType: 'BY_HAND' }, { ...illegal, message: 'buyType' }],
  ['no total', { totalAmount: undefined }, { ...illegal, message: 'totalAmount' }],
  ['more than the ad takes (7.3)', { totalAmount: '5000.01' }, badQuantity],
  ['less than the ad takes (7.3)', { totalAmount: '99.99' }, badQuantity],
  ['nothing (7.3)', { totalAmount: '0' }, badQuantity],
  ['more of the asset than there is (7.3)', { buyType: 'BY_AMOUNT', totalAmount: '498' }, badQuantity],
  ['more decimals than the fiat has (7.3)', { totalAmount: '201.001' }, tooPrecise],
  ['more decimals than the asset has (7.3)', { buyType: 'BY_AMOUNT', totalAmount: '20.001' }, tooPrecise],
  ['an ad that there is none (wire-facts 2.3)', { advOrderNumber: unknownNumber }, noSuchAd],
  ['a sale without saying where to be paid (EP-18, payId)', unsold, { ...illegal, message: 'payId' }],
];

type AdMaker = (world: SimWorld) => string;

/** Ads that cannot be taken, by the desk or by anyone. */
const gone: readonly [why: string, make: AdMaker, expected: ExpectedRefusal][] = [
  ['an own ad', (world) => world.addAd({ price: '10.05' }), notYours],
  ['an ad that went offline', (world) => rivalAd(world, { status: SimAdStatus.OFFLINE }), noSuchAd],
  ['an ad that was closed', (world) => rivalAd(world, { status: SimAdStatus.CLOSED }), noSuchAd],
  ['an ad with less left than its least order', (world) => rivalAd(world, { initAmount: '5' }), noSuchAd],
  [
    'an ad of a merchant that closed (wire-facts 10)',
    (world) => {
      world.simulator.setMerchant('rival', 'closed');
      return rivalAd(world);
    },
    noSuchAd,
  ],
];

const rivalAd = (world: SimWorld, change: Parameters<SimWorld['addAd']>[0] = {}): string =>
  world.addAd({ account: 'rival', price: '10.05', ...change });

const ownState = (
  [
    { status: 'closed', expected: closed },
    { status: 'break', expected: onBreak },
  ] as const
).map(({ status, expected }) => ({
  operation: 'placeOrder',
  why: `the desk's business is ${status === 'closed' ? 'closed' : 'on a break'} (7.3)`,
  arrange: (world: SimWorld) => {
    world.simulator.setMerchant('acme', status);
    return placement;
  },
  ...expected,
}));

/** Refusals of EP-18. */
export const placementRefusals: readonly RefusalCase[] = [
  ...wrongPlacements.map(([why, input, expected]) => ({
    operation: 'placeOrder',
    why,
    arrange: () => ({ ...placement, ...input }),
    ...expected,
  })),
  ...gone.map(([why, make, expected]) => ({
    operation: 'placeOrder',
    why,
    arrange: (world: SimWorld) => ({ ...placement, advOrderNumber: make(world) }),
    ...expected,
  })),
  ...ownState,
];
