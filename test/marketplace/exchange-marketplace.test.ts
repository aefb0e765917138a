import { describe, expect, it, vi } from 'vitest';
import { MarketplaceFailure } from '../../src/domain/failures/marketplace-failure.ts';
import type { Departure } from '../../src/domain/sending.ts';
import { unshown } from '../../src/marketplace/doubts.ts';
import { openActivityWorld } from '../activities/activity-fixture.ts';
import { paidSale } from '../activities/money/money-fixture.ts';

const turn = { priority: 'order' } as const;

function departure(nowMs: number): Departure {
  const fence = { sendBeforeMs: nowMs + 5_000, recvWindowMs: 5_000 };
  return { priority: 'money', fence, door: { withinMs: 250, arm: async () => undefined } };
}

describe('the exchange as a marketplace', () => {
  it('releases with a second factor, without one, and to a method, by one call each', async () => {
    const world = await openActivityWorld();
    const by = departure(world.clock.now());
    const sent = vi.spyOn(world.exchange.orders, 'releaseCoin').mockResolvedValue({} as never);
    const { orders } = world.deps.marketplace;
    await orders.release({ orderNumber: '1', payId: null, code: null }, by);
    await orders.release({ orderNumber: '2', payId: '7', code: { code: '123456', step: 1 } }, by);
    const confirmPaidType = 'normal';
    expect(sent.mock.calls).toEqual([
      [{ orderNumber: '1', confirmPaidType }, by],
      [
        {
          orderNumber: '2',
          confirmPaidType,
          payId: '7',
          authType: 'GOOGLE',
          code: '123456',
          googleVerifyCode: '123456',
        },
        by,
      ],
    ]);
  });

  it('sends each act on the business by its own operation, and returns until when a break lasts', async () => {
    const world = await openActivityWorld();
    const { account } = world.deps.marketplace;
    const { fence } = departure(world.clock.now());
    await account.setBusiness('close', fence);
    expect(await account.business(turn)).toBe('closed');
    await account.setBusiness('open', fence);
    expect(await account.business(turn)).toBe('open');
    expect(await account.setBusiness('start-break', fence)).toEqual(expect.any(Number));
    expect(await account.business(turn)).toBe('taking a break');
    expect(await account.setBusiness('end-break', fence)).toBeNull();
    expect(await account.business(turn)).toBe('open');
  });

  it('lists the running orders as facts, and what cannot be read by its number', async () => {
    const world = await openActivityWorld();
    const orderNumber = paidSale(world);
    const list = world.exchange.orders.listOrders.bind(world.exchange.orders);
    const onPage = vi.fn(async () => undefined);
    const { orders } = world.deps.marketplace;
    expect(await orders.listRunning({ ...turn, onPage })).toMatchObject({
      items: [{ orderNumber, side: 'SELL', status: 'PAID' }],
      odd: [],
      cutAfter: null,
    });
    vi.spyOn(world.exchange.orders, 'listOrders').mockImplementation(async (wish, options) => {
      const page = await list(wish, options);
      return { ...page, items: page.items.map((row) => ({ ...row, orderStatus: 99 })) };
    });
    const why = `order ${orderNumber} has the status 99, which is not known`;
    expect(await orders.listRunning({ ...turn, onPage })).toEqual({
      items: [],
      odd: [{ index: 0, subject: orderNumber, why }],
      cutAfter: null,
    });
    expect(onPage).toHaveBeenCalled();
  });

  it('says what was refused inside a success, by ad, as a failure like any other', async () => {
    const world = await openActivityWorld();
    const failList = [{ advNo: '11', errorCode: '83230', errorMsg: 'a break' }, {}];
    vi.spyOn(world.exchange.ads, 'updateStatus').mockResolvedValue({ failList } as never);
    const { fence } = departure(world.clock.now());
    const refused = await world.deps.marketplace.ads.setStatus({ adNumbers: ['11'], status: 'online' }, fence);
    expect(refused).toMatchObject([
      { adNumber: '11', failure: { category: 'AD_OFFLINE', code: '83230', message: 'a break', sent: 'yes' } },
      { adNumber: null, failure: { category: 'UNKNOWN', code: null } },
    ]);
    expect(refused[0]?.failure).toBeInstanceOf(MarketplaceFailure);
  });

  it('knows without a call whether its address is banned, and until when', async () => {
    const world = await openActivityWorld();
    const { account } = world.deps.marketplace;
    account.refuseWhileBanned();
    const banUntilMs = world.clock.now() + 60_000;
    world.exchange.gate.setBan(banUntilMs);
    expect(account.rests()).toEqual({ banUntilMs, breakerOpenUntilMs: null });
    expect(() => account.refuseWhileBanned()).toThrow(MarketplaceFailure);
    expect(world.calls).toEqual([]);
  });
});

it('what reads do not show is a failure of the write that was accepted', () => {
  expect(unshown('updateStatus', 'still online')).toMatchObject({
    category: 'UNKNOWN',
    endpoint: 'updateStatus',
    sent: 'yes',
    advice: 'Read the state of what was to change before trying again.',
  });
});
