import { describe, expect, it } from 'vitest';
import { SimOrderStatus } from '../../../src/simulator/world/simulator-state.ts';
import { askAdNo, openWorld, type SimWorld } from '../sim-fixture.ts';

const list = { page: 1, rows: 20 };
const listOrders = 'orderMatch/listOrders';

const detail = async ({ desk }: SimWorld, orderNumber: string): Promise<Record<string, unknown>> =>
  (await desk.data('orderMatch/getUserOrderDetail', { adOrderNo: orderNumber })) as Record<string, unknown>;

const rows = async ({ desk }: SimWorld): Promise<Record<string, unknown>[]> =>
  (await desk.data(listOrders, list)) as Record<string, unknown>[];

/** A taken and paid order: the desk may release. */
function paidOrder({ simulator, addAd }: SimWorld): string {
  const orderNumber = simulator.counterparties.take({ adNumber: addAd() });
  simulator.counterparties.pay(orderNumber);
  return orderNumber;
}

describe('reads that lag (stale)', () => {
  it('detail and list show an order, its payment and its release 8 s late; a write sees what is', async () => {
    const world = await openWorld();
    const { simulator, desk, clock, admin } = world;
    await admin('faults', { rules: [{ operation: '*', fault: { kind: 'stale', ms: 8_000 } }] });
    const placed = (await desk.data('orderMatch/placeOrder', { advOrderNumber: askAdNo, totalAmount: '200' })) as {
      orderMatch: { orderNumber: string };
    };
    const { orderNumber } = placed.orderMatch;
    clock.advance(7_999);
    expect(await rows(world)).toEqual([]);
    expect(await desk.code('orderMatch/getUserOrderDetail', { adOrderNo: orderNumber })).toBe(83998);
    expect(await desk.code('orderMatch/markOrderAsPaid', { orderNumber })).toBe('000000');
    clock.advance(1);
    expect(await rows(world)).toMatchObject([{ orderNumber, orderStatus: 1 }]);
    expect(await detail(world, orderNumber)).toMatchObject({ orderStatus: 1 });
    clock.advance(8_000);
    expect(await detail(world, orderNumber)).toMatchObject({ orderStatus: 2 });
    expect(simulator.ledger()).toMatchObject({ payments: 1, repeatedAttempts: 0 });
  });
});

describe('the service’s clock is wrong', () => {
  it.each([5_000, -5_000])(
    'by %d ms: its time, its timestamps and its check of ours; the market moves on',
    async (ms) => {
      const world = await openWorld();
      const { desk, clock, baseUrl, simulator, admin } = world;
      const marketMs = simulator.marketplace.marketMs();
      expect(await admin('clock', { shiftMs: ms })).toEqual({ nowMs: clock.now() + ms });
      expect(await (await fetch(`${baseUrl}/api/v3/time`)).json()).toEqual({ serverTime: clock.now() + ms });
      const orderNumber = simulator.counterparties.take({ adNumber: world.addAd() });
      const stamp = { timestamp: String(clock.now() + ms) };
      const body = { adOrderNo: orderNumber };
      expect(await desk.data('orderMatch/getUserOrderDetail', body, stamp)).toMatchObject({
        createTime: clock.now() + ms,
      });
      // 5 s behind is "ahead of the server's time", 5 s ahead is as old as the window allows.
      clock.advance(1);
      const late = { timestamp: String(clock.now() - 1) };
      expect(await desk.code(listOrders, list, late)).toBe(-1021);
      expect(simulator.marketplace.marketMs()).toBe(marketMs + 1);
      simulator.shiftClock(0);
      expect(await desk.code(listOrders, list)).toBe('000000');
    },
  );
});

describe('reads that hang', () => {
  it('200 of them hold up no release', async () => {
    const world = await openWorld({ rateLimit: { requests: 1_000, windowMs: 10_000 } });
    const { simulator, desk } = world;
    const orderNumber = paidOrder(world);
    simulator.setFaults([{ operation: 'getUserOrderDetail', fault: { kind: 'hang', when: 'before' } }]);
    let heard = 0;
    const allHeard = new Promise<void>((resolve) => {
      simulator.on(({ type }) => {
        if (type === 'request' && (heard += 1) === 200) resolve();
      });
    });
    const hanging = Array.from({ length: 200 }, () =>
      detail(world, orderNumber).then(
        () => 'answered',
        () => 'none',
      ),
    );
    await allHeard;
    expect(await desk.code('orderMatch/releaseCoin', { orderNumber })).toBe('000000');
    await simulator.close();
    expect(new Set(await Promise.all(hanging))).toEqual(new Set(['none']));
  });
});

describe('a 2xx that did nothing (false-success)', () => {
  const script = (operation: string) => ({ rules: [{ operation, fault: { kind: 'false-success' } }] });

  it('a release: success without effect, and the code stays good', async () => {
    const world = await openWorld({ requireReleaseCode: true });
    const { simulator, desk, admin } = world;
    const orderNumber = paidOrder(world);
    await admin('faults', script('releaseCoin'));
    const body = { orderNumber, authType: 'GOOGLE', googleVerifyCode: '123456' };
    const said = await desk.call('orderMatch/releaseCoin', { body });
    await admin('faults', { rules: [] });
    expect(await detail(world, orderNumber)).toMatchObject({ orderStatus: 2 });
    expect(simulator.ledger()).toMatchObject({ releases: 0, orders: { completed: 0, open: 1 } });
    const done = await desk.call('orderMatch/releaseCoin', { body });
    expect([said.status, said.json]).toEqual([done.status, done.json]);
    expect(simulator.ledger()).toMatchObject({ releases: 1, repeatedAttempts: 0 });
  });

  it('a payment: answers as if it were paid', async () => {
    const world = await openWorld();
    const { simulator, desk, admin, addAd } = world;
    const orderNumber = simulator.counterparties.take({ adNumber: addAd({ side: 'BUY', price: '9.80' }) });
    await admin('faults', script('markOrderAsPaid'));
    expect(await desk.data('orderMatch/markOrderAsPaid', { orderNumber })).toMatchObject({
      orderNumber,
      orderStatus: 2,
    });
    expect(await detail(world, orderNumber)).toMatchObject({ orderStatus: 1 });
    expect(simulator.ledger().payments).toBe(0);
  });

  it('a placement: returns the number of an order that does not exist and that the next order does not get', async () => {
    const world = await openWorld();
    const { simulator, desk, admin } = world;
    const place = async () => {
      const answer = await desk.data('orderMatch/placeOrder', { advOrderNumber: askAdNo, totalAmount: '200' });
      return (answer as { orderMatch: { orderNumber: string } }).orderMatch.orderNumber;
    };
    await admin('faults', script('placeOrder'));
    const phantom = await place();
    expect(await rows(world)).toEqual([]);
    await admin('faults', { rules: [] });
    const real = await place();
    expect(await rows(world)).toMatchObject([{ orderNumber: real }]);
    expect(real).not.toBe(phantom);
    expect(simulator.ledger()).toMatchObject({ placements: 1, doublePlacements: 0, orders: { arrived: 1 } });
  });

  it('a price: true, and the ad keeps its own', async () => {
    const world = await openWorld();
    const { simulator, desk, admin, addAd } = world;
    const advNo = addAd();
    await admin('faults', script('update'));
    expect(await desk.data('ads/update', { advNo, price: '10.30' })).toBe(true);
    const shown = await desk.data('ads/getDetailByNo', undefined, { query: { adsNo: advNo } });
    expect(shown).toMatchObject({ price: '10.20' });
    expect(simulator.ledger().reprices).toBe(0);
  });

  it('a call that would be refused is refused', async () => {
    const world = await openWorld();
    const orderNumber = world.simulator.counterparties.take({ adNumber: world.addAd() });
    await world.admin('faults', script('*'));
    expect(await world.desk.code('orderMatch/releaseCoin', { orderNumber })).toBe(83021);
  });
});

describe('unexpected states', () => {
  it('a release that rolls back: status 3, then paid again, and the next one is the first', async () => {
    const world = await openWorld();
    const { simulator, desk, clock, admin } = world;
    const orderNumber = paidOrder(world);
    const rule = { operation: 'releaseCoin', when: { count: 1 }, fault: { kind: 'roll-back', afterMs: 4_000 } };
    await admin('faults', { rules: [rule] });
    expect(await desk.code('orderMatch/releaseCoin', { orderNumber })).toBe('000000');
    expect(await detail(world, orderNumber)).toMatchObject({ orderStatus: 3 });
    clock.advance(4_000);
    const back = await detail(world, orderNumber);
    expect(back).toMatchObject({ orderStatus: 2 });
    expect(back).not.toHaveProperty('confirmPayTime');
    expect(simulator.ledger()).toMatchObject({ releases: 0, orders: { completed: 0, open: 1 } });
    expect(simulator.ledger().entries.at(-1)).toMatchObject({ kind: 'roll-back', orderNumber });
    expect(await desk.code('orderMatch/releaseCoin', { orderNumber })).toBe('000000');
    expect(simulator.ledger()).toMatchObject({ releases: 1, doubleReleases: 0, repeatedAttempts: 0 });
  });

  it('an order that is released for good while it would have rolled back stays so', async () => {
    const world = await openWorld({ idempotentMoney: false });
    const { simulator, desk, clock } = world;
    const orderNumber = paidOrder(world);
    const fault = { kind: 'roll-back', afterMs: 4_000 } as const;
    simulator.setFaults([{ operation: 'releaseCoin', when: { count: 1 }, fault }]);
    for (let round = 0; round < 2; round += 1) await desk.code('orderMatch/releaseCoin', { orderNumber });
    clock.advance(4_000);
    expect(await detail(world, orderNumber)).toMatchObject({ orderStatus: 4 });
    expect(simulator.ledger()).toMatchObject({ releases: 1, doubleReleases: 0 });
  });

  it('status 3 for an appeal (wire-facts 16), in the list and in the detail, and of no other order', async () => {
    const world = await openWorld();
    const { simulator, admin } = world;
    const [disputed, other] = [paidOrder(world), paidOrder(world)];
    simulator.counterparties.dispute(disputed);
    const fault = { kind: 'answer', where: { orderStatus: SimOrderStatus.IN_APPEAL }, fields: { orderStatus: 3 } };
    await admin('faults', { rules: [{ operation: '*', fault }] });
    expect(await detail(world, disputed)).toMatchObject({ orderStatus: 3, complaintStatus: 0 });
    expect(await detail(world, other)).toMatchObject({ orderStatus: 2 });
    const shown = (await rows(world)).map((row) => [row['orderNumber'], row['orderStatus']]);
    expect(new Map(shown as [string, number][])).toEqual(
      new Map([
        [disputed, 3],
        [other, 2],
      ]),
    );
  });

  it('an unknown status, and a detail that cannot be mapped', async () => {
    const world = await openWorld();
    const [unknown, broken] = [paidOrder(world), paidOrder(world)];
    const answer = (orderNumber: string, fields: Record<string, unknown>) => ({
      operation: '*',
      fault: { kind: 'answer', where: { orderNumber }, fields },
    });
    const rules = [answer(unknown, { orderStatus: 99 })];
    await world.admin('faults', { rules });
    const when = { orderNumber: broken };
    const fault = { kind: 'answer', fields: { amount: 'many', orderStatus: null } };
    await world.admin('faults', { rules: [{ operation: 'getUserOrderDetail', when, fault }], append: true });
    expect(await detail(world, unknown)).toMatchObject({ orderStatus: 99 });
    expect(await detail(world, broken)).toMatchObject({ amount: 'many' });
    expect(await detail(world, broken)).not.toHaveProperty('orderStatus');
    const list = new Map((await rows(world)).map((row) => [row['orderNumber'], row['orderStatus']]));
    expect([list.get(unknown), list.get(broken)]).toEqual([99, 2]);
  });

  it('an ad that its merchant puts offline and online in the app', async () => {
    const world = await openWorld();
    const { desk, admin, addAd } = world;
    const advNo = addAd();
    const status = async () =>
      ((await desk.data('ads/listWithPagination', list)) as Record<string, unknown>[]).find(
        (ad) => ad['advNo'] === advNo,
      )?.['advStatus'];
    await admin(`ads/${advNo}`, { status: 'offline' });
    expect(await status()).toBe(3);
    await admin(`ads/${advNo}`, { status: 'online' });
    expect(await status()).toBe(1);
  });

  it('an ad that its merchant closes in the app is not brought online by an earlier plan', async () => {
    const { simulator, clock, admin, addAd } = await openWorld();
    const advNo = addAd();
    const ad = simulator.marketplace.ads.get(advNo);
    Object.assign(ad ?? {}, { status: 3, onlineAtMs: clock.now() + 1_000 });
    await admin(`ads/${advNo}`, { status: 'closed' });
    clock.advance(2_000);
    simulator.tick();
    expect(ad?.status).toBe(4);
  });

  it('an identity check that is refused leaves the order as it was', async () => {
    const world = await openWorld();
    const { simulator, desk, admin, addAd } = world;
    const orderNumber = simulator.counterparties.take({ adNumber: addAd({ additionalKyc: true }) });
    const fault = { kind: 'error', code: 83628, message: 'Verification failed.' };
    await admin('faults', { rules: [{ operation: 'verifiedAdditionalKyc', when: { orderNumber }, fault }] });
    expect(await desk.code('orderMatch/verifiedAdditionalKyc', { orderNumber })).toBe(83628);
    expect(await detail(world, orderNumber)).toMatchObject({ additionalKycVerify: 1 });
  });
});

describe('the service changes its ways while it runs', () => {
  it('settings: what is known is taken, anything else is refused', async () => {
    const world = await openWorld();
    const { simulator, desk, admin } = world;
    const orderNumber = paidOrder(world);
    expect(await admin('settings', { idempotentMoney: false })).toMatchObject({ idempotentMoney: false });
    expect(await admin('settings', { seed: 1 })).toHaveProperty('error');
    for (let round = 0; round < 2; round += 1) await desk.code('orderMatch/releaseCoin', { orderNumber });
    expect(simulator.ledger()).toMatchObject({ releases: 2, doubleReleases: 1 });
  });
});
