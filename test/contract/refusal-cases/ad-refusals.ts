import { SimAdStatus } from '../../../src/simulator/world/simulator-state.ts';
import type { ContractWorld } from '../contract-world.ts';
import { newAd } from '../scenarios.ts';
import {
  closed,
  illegal,
  inZone,
  noSuchAd,
  onBreak,
  staleVolume,
  tooPrecise,
  unknownNumber,
  wrapped,
  type ExpectedRefusal,
  type Input,
  type RefusalCase,
} from './refusal-case.ts';

const noPrice = { price: undefined };

/** Defects of an otherwise valid new ad. */
const wrongPosts: readonly [why: string, change: Input, expected: ExpectedRefusal][] = [
  ['a price with too many decimals (7.3)', { price: '9.801' }, tooPrecise],
  ['an amount with too many decimals (7.3)', { initAmount: '500.001' }, tooPrecise],
  ['a least order with too many decimals (7.3)', { minSingleTransAmount: '100.001' }, tooPrecise],
  ['a most per order with too many decimals (7.3)', { maxSingleTransAmount: '2000.001' }, tooPrecise],
  ['a price of nothing', { price: '0' }, illegal],
  ['an amount of nothing', { initAmount: '0' }, illegal],
  ['limits that are no interval', { minSingleTransAmount: '3000' }, illegal],
  ['less than one least order (wire-facts 2.3, 187040)', { initAmount: '1' }, staleVolume('187040')],
  ['a class that EP-1 does not give', { classify: 'nobility' }, illegal],
  ['a market that there is none', { fiatUnit: 'ZZZ' }, wrapped('FIAT_ASSET_ILLEGAL', 'RETRIABLE_WITH_BACKOFF')],
  ['no payment method', { tradeMethods: [] }, illegal],
  ['a payment method that EP-38 does not list', { tradeMethods: [{ identifier: 'SHELLS' }] }, illegal],
  ["a seller's method that is not its own", { tradeType: 'SELL', tradeMethods: [{ payId: 1 }] }, illegal],
  ['a kind of price that there is none', { priceType: 3 }, illegal],
  ['a fixed price that is not there', noPrice, { ...illegal, message: 'price' }],
  ['a floating price without ratio', { ...noPrice, priceType: 2 }, { ...illegal, message: 'priceFloatingRatio' }],
  ['a day and more to pay', { payTimeLimit: 1441 }, { ...illegal, message: 'payTimeLimit' }],
];

const postCases: RefusalCase[] = [
  ...wrongPosts.map(([why, change, expected]) => ({
    operation: 'post',
    why,
    arrange: () => ({ ...newAd, ...change }),
    ...expected,
  })),
  {
    operation: 'post',
    why: 'a price four ticks from an own ad (7.4)',
    arrange: (world) => {
      world.addAd({ price: '9.84' });
      return newAd;
    },
    ...inZone,
  },
];

/** Defects of an otherwise valid update of an ad at 10.20. */
const wrongUpdates: readonly [why: string, change: Input, expected: ExpectedRefusal][] = [
  ['a price with too many decimals (7.3)', { price: '10.301' }, tooPrecise],
  ['a price of nothing', { price: '0' }, illegal],
  ['surplusAmount beside the price (7.6)', { price: '10.30', surplusAmount: '900' }, staleVolume('187049')],
  ['less than one least order (wire-facts 2.3)', { initAmount: '1' }, staleVolume('187040')],
  ['another asset', { asset: 'BTC' }, illegal],
  ['another fiat', { fiatUnit: 'MXN' }, illegal],
  ['the other side', { tradeType: 'BUY' }, illegal],
  ['a kind of price that there is none', { priceType: 3 }, { ...illegal, message: 'priceType' }],
  ['floating without ratio', { priceType: 2 }, { ...illegal, message: 'priceFloatingRatio' }],
  ['a status that there is none (wire-facts 16 row 17)', { advStatus: 2 }, illegal],
  ['a mode that there is none', { price: '10.30', updateMode: 'partly' }, { ...illegal, message: 'updateMode' }],
];

const updateCases: RefusalCase[] = [
  ...wrongUpdates.map(([why, change, expected]) => ({
    operation: 'update',
    why,
    arrange: (world: ContractWorld) => ({ advNo: world.addAd(), ...change }),
    ...expected,
  })),
  {
    operation: 'update',
    why: 'a price four ticks from an own ad of the other side (7.4)',
    arrange: (world) => {
      world.addAd({ side: 'BUY', price: '10.34' });
      return { advNo: world.addAd(), price: '10.30' };
    },
    ...inZone,
  },
  {
    operation: 'update',
    why: 'an order arrives at the same moment (wire-facts 2.3, 187049)',
    options: { updateRaceMs: 3_000 },
    arrange: (world) => {
      const advNo = world.addAd();
      world.simulator.counterparties.take({ adNumber: advNo, amount: '25' });
      return { advNo, price: '10.30' };
    },
    ...staleVolume('187049'),
  },
  {
    operation: 'update',
    why: 'less than what is sold already',
    arrange: (world) => {
      const advNo = world.addAd();
      world.simulator.counterparties.take({ adNumber: advNo, amount: '400' });
      return { advNo, initAmount: '300' };
    },
    ...staleVolume('187040'),
  },
  { operation: 'update', why: 'an ad that there is none', arrange: () => priceOf(unknownNumber), ...noSuchAd },
  {
    operation: 'update',
    why: "someone else's ad",
    arrange: (world) => priceOf(world.addAd({ account: 'rival' })),
    ...noSuchAd,
  },
  {
    operation: 'update',
    why: 'an ad that is closed for good (wire-facts 13)',
    arrange: (world) => priceOf(world.addAd({ status: SimAdStatus.CLOSED })),
    ...noSuchAd,
  },
];

const priceOf = (advNo: string): Input => ({ advNo, price: '10.30' });

/** Calls that a merchant cannot make while its business is not open (7.3; wire-facts 10, 13). */
const closedCases: RefusalCase[] = (
  [
    ['post', () => newAd],
    ['update', (world) => priceOf(world.addAd())],
    ['updateStatus', (world) => ({ advNos: [world.addAd()], advStatus: 3 })],
  ] as const satisfies readonly [string, RefusalCase['arrange']][]
).flatMap(([operation, make]) =>
  (
    [
      { status: 'closed', expected: closed },
      { status: 'break', expected: onBreak },
    ] as const
  ).map(({ status, expected }) => ({
    operation,
    why: `the business is ${status === 'closed' ? 'closed' : 'on a break'} (7.3)`,
    arrange: (world: ContractWorld) => {
      world.simulator.setMerchant('acme', status);
      return make(world);
    },
    ...expected,
  })),
);

const page = { page: 1, rows: 20 };
const search = { asset: 'USDT', fiat: 'BOB', tradeType: 'BUY', ...page };
const notFound: ExpectedRefusal = { code: '187022', category: 'NOT_FOUND', httpStatus: 404 };

const readCases: RefusalCase[] = [
  {
    operation: 'getDetailByNo',
    why: 'no ad has the number (7.7)',
    arrange: () => ({ adsNo: unknownNumber }),
    ...notFound,
  },
  {
    operation: 'getDetailByNo',
    why: "the ad is someone else's",
    arrange: (world) => ({ adsNo: world.addAd({ account: 'rival' }) }),
    ...notFound,
  },
  {
    operation: 'getReferencePrice',
    why: 'four assets (wire-facts 6)',
    arrange: () => ({ fiatCurrency: 'BOB', tradeType: 'SELL', assets: ['USDT', 'BTC', 'ETH', 'BNB'] }),
    ...illegal,
  },
  {
    operation: 'listWithPagination',
    why: 'a date that is none',
    arrange: () => ({ ...page, startDate: 'yesterday' }),
    ...illegal,
  },
  {
    operation: 'search',
    why: 'a publisher that there is none',
    arrange: () => ({ ...search, publisherType: 'ghost' }),
    ...illegal,
  },
  {
    operation: 'searchPublicAds',
    why: 'more than twenty rows (wire-facts 2.2, 11)',
    arrange: () => ({ ...search, rows: 21 }),
    code: '000002',
    category: 'UNKNOWN',
    httpStatus: 200,
    message: 'illegal parameter',
  },
  {
    operation: 'updateStatus',
    why: 'a status that there is none (wire-facts 16 row 17)',
    arrange: (world) => ({ advNos: [world.addAd()], advStatus: 2 }),
    ...illegal,
  },
];

/** Refusals of EP-0 and EP-2 to EP-8. */
export const adRefusals: readonly RefusalCase[] = [...postCases, ...updateCases, ...closedCases, ...readCases];
