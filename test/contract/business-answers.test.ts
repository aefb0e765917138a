import { describe, expect, it } from 'vitest';
import { operations } from '../../src/exchange/index.ts';
import { SimAdStatus } from '../../src/simulator/world/simulator-state.ts';
import { askAdNo, type SimWorld } from '../simulator/sim-fixture.ts';
import { openContract, type ContractWorld } from './contract-world.ts';
import {
  boughtAndPaid,
  boughtAndReleased,
  boughtOrder,
  cancelledOrder,
  disputedOrder,
  paidOrder,
  releasedOrder,
  soldOrder,
} from './refusal-cases/order-worlds.ts';
import { unknownNumber } from './refusal-cases/refusal-case.ts';
import { effectsIn, inputOf } from './refused-call.ts';

describe('wire-facts 6, EP-8: ads that cannot be changed stand in the failList of a success', () => {
  const noSuchAd = { errorCode: '187022', errorMsg: 'The ad does not exist.' };
  type Failure = { readonly errorCode: string; readonly errorMsg: string };
  const failing: readonly [why: string, make: (world: SimWorld) => string, advStatus: number, failure: Failure][] = [
    ['an unknown ad', () => unknownNumber, 3, noSuchAd],
    ["someone else's ad", (world) => world.addAd({ account: 'rival' }), 3, noSuchAd],
    ['an ad that is closed for good', (world) => world.addAd({ status: SimAdStatus.CLOSED }), 1, noSuchAd],
    [
      'an ad that would come online four ticks from another',
      (world) => {
        world.addAd({ price: '10.24' });
        return world.addAd({ status: SimAdStatus.OFFLINE });
      },
      1,
      { errorCode: '187055', errorMsg: 'The price overlaps another of your ads.' },
    ],
  ];

  it.each(failing)('%s alone: nothing changes', async (...row) => {
    const [, make, advStatus, failure] = row;
    const world = await openContract();
    const advNo = make(world);
    const before = effectsIn(world);
    const { errorCode: code, errorMsg: message } = failure;
    await expect(world.client.ads.updateStatus({ advNos: [advNo], advStatus })).rejects.toMatchObject({
      code,
      message,
      sent: 'yes',
    });
    expect(effectsIn(world)).toEqual(before);
  });

  it('beside an ad that can be changed: that one is', async () => {
    const world = await openContract();
    const advNo = world.addAd();
    const answer = await world.client.ads.updateStatus({ advNos: [unknownNumber, advNo], advStatus: 3 });
    expect(answer).toMatchObject({ status: false, failList: [{ advNo: unknownNumber, ...noSuchAd }] });
    expect(await world.client.ads.getDetailByNo(advNo)).toMatchObject({ advStatus: 3 });
  });
});

type OrderMaker = (world: ContractWorld) => string | Promise<string>;

describe('interface 4.1: a check says false where the step itself would be refused, and changes nothing', () => {
  const orderChecks: readonly [name: string, why: string, make: OrderMaker, answer: boolean][] = [
    ['checkIfAllowedCancelOrder', 'the desk sells', soldOrder, false],
    ['checkIfAllowedCancelOrder', 'it is completed', boughtAndReleased, false],
    ['checkIfAllowedCancelOrder', 'the desk buys and has paid (wire-facts 13)', boughtAndPaid, true],
    ['checkIfAllowedCancelOrder', 'the desk buys', boughtOrder, true],
    ['checkIfCanReleaseCoin', 'it is not paid', soldOrder, false],
    ['checkIfCanReleaseCoin', 'the desk buys', boughtAndPaid, false],
    ['checkIfCanReleaseCoin', 'it is in appeal', disputedOrder, false],
    ['checkIfCanReleaseCoin', 'it was cancelled', cancelledOrder, false],
    ['checkIfCanReleaseCoin', 'it is released already', releasedOrder, false],
    ['checkIfCanReleaseCoin', 'it is paid', paidOrder, true],
    ['checkIfCanPlaceOrder', 'there is no such ad', () => unknownNumber, false],
    ['checkIfCanPlaceOrder', 'the ad is its own', (world) => world.addAd(), false],
    ['checkIfCanPlaceOrder', 'the ad is offline', (world) => world.addAd({ account: 'rival', status: 3 }), false],
    ['checkIfCanPlaceOrder', 'the ad can be taken', () => askAdNo, true],
    ['checkIfCanPlaceOrder', 'the business is closed', closedDesk('closed'), false],
    ['checkIfCanPlaceOrder', 'the business is on a break', closedDesk('break'), false],
  ];

  it.each(orderChecks)('%s: %s', async (...row) => {
    const [name, , make, answer] = row;
    const world = await openContract();
    const number = await make(world);
    const before = effectsIn(world);
    const field = operations[name]?.sole ?? 'orderNumber';
    expect(await world.client.call(name, inputOf(name, { [field]: number }))).toBe(answer);
    expect(effectsIn(world)).toEqual(before);
    expect(world.simulator.ledger().rejected).toEqual({});
  });
});

function closedDesk(status: 'closed' | 'break'): OrderMaker {
  return ({ simulator }) => {
    simulator.setMerchant('acme', status);
    return askAdNo;
  };
}

describe('wire-facts 10, 13: a switch that stands already where it is put says so and changes nothing', () => {
  const switches: readonly [name: string, status: 'open' | 'closed' | 'break'][] = [
    ['startBusiness', 'open'],
    ['closeBusiness', 'closed'],
    ['endRest', 'open'],
    ['getOnline', 'open'],
  ];

  it.each(switches)('%s of a business that is %s', async (name, status) => {
    const world = await openContract();
    world.simulator.setMerchant('acme', status);
    const before = effectsIn(world);
    const answer = await world.client.call(name);
    expect(answer === true || answer === null || answer === undefined).toBe(true);
    expect(effectsIn(world)).toEqual(before);
  });

  it('startRest of a merchant who rests already says when that break ends', async () => {
    const world = await openContract();
    const { suspendEndTime } = await world.client.merchant.startRest();
    const before = effectsIn(world);
    world.clock.advance(60_000);
    expect(await world.client.merchant.startRest()).toMatchObject({ suspendEndTime });
    expect(effectsIn(world)).toEqual(before);
  });

  it('startBusiness opens out of a break, and getOffline leaves the business open', async () => {
    const world = await openContract();
    await world.client.merchant.startRest();
    await world.client.merchant.startBusiness();
    await world.client.merchant.getOffline();
    expect(await world.client.user.baseDetail()).toMatchObject({ businessStatus: 1 });
  });
});

describe('wire-facts 14: more rows than a page may have are cut, and the total says how many there are', () => {
  const pages: readonly [name: string, maxRows: number, fill: (world: SimWorld, count: number) => void][] = [
    ['listWithPagination', 20, manyAds],
    ['search', 20, manyAds],
    ['listOrders', 100, manyOrders],
    ['listUserOrderHistory', 100, manyOrders],
    ['retrieveChatMessagesWithPagination', 100, manyOrders],
  ];
  const search = { asset: 'USDT', fiat: 'BOB', tradeType: 'BUY' };

  it.each(pages)('%s returns at most %d', async (name, maxRows, fill) => {
    const world = await openContract();
    fill(world, maxRows + 1);
    const before = effectsIn(world);
    const fields = { page: 1, rows: maxRows + 1, ...(name === 'search' ? search : {}) };
    const answer = (await world.client.call(name, inputOf(name, fields))) as { items: unknown[]; total: number };
    expect(answer.items).toHaveLength(maxRows);
    expect(answer.total).toBeGreaterThan(maxRows);
    expect(effectsIn(world)).toEqual(before);
  });
});

function manyAds(world: SimWorld, count: number): void {
  for (let ad = 0; ad < count; ad += 1) world.addAd();
}

function manyOrders(world: SimWorld, count: number): void {
  const adNumber = world.addAd({ initAmount: '5000' });
  for (let order = 0; order < count; order += 1) world.simulator.counterparties.take({ adNumber, amount: '20' });
}

describe('wire-facts 9: the commission of an unknown market is an empty list', () => {
  it('the overview of an unknown fiat has no asset', async () => {
    const { client } = await openContract();
    expect(await client.commission.overview({ fiat: 'ZZZ' })).toMatchObject({ assetRetList: [] });
  });

  it('an unknown payment method has no rate', async () => {
    const { client } = await openContract();
    expect(await client.commission.taker({ fiat: 'BOB', tradeMethodIdentifier: ['SHELLS'] })).toEqual([]);
  });
});
