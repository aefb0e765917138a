/** What a placement asks of the service: may it, which order is its own, and what became of its call. */
import { describe, expect, it, vi } from 'vitest';
import type { FindPlacedOrderInput, MoneyAttempt, PlacementCheck } from '../../../src/activities/activity-contract.ts';
import { orderRowSchema } from '../../../src/exchange/table/schemas/order-schema.ts';
import { wireOrderRow } from '../../exchange/fixtures.ts';
import { generation } from '../../register/memory-register.ts';
import { askAdNo, deskAccount } from '../../simulator/sim-fixture.ts';
import { openActivityWorld, type ActivityWorld } from '../activity-fixture.ts';
import { placeInput, untilShownMs } from '../money/money-fixture.ts';

describe('EP-11, EP-15: around a placement', () => {
  const wish = { adNumber: askAdNo, side: 'BUY', totalAmount: '500.00' } as const;

  async function place(world: ActivityWorld, totalAmount = '500.00', name?: string): Promise<string> {
    const requestId = name ?? `request-${world.calls.length}`;
    const input = placeInput({ requestId, totalAmount });
    const end = (await world.asPlacement(requestId).run(world.money.placeOrder, input)) as MoneyAttempt;
    return 'orderNumber' in end ? (end.orderNumber ?? '') : '';
  }

  async function find(world: ActivityWorld, part: Partial<FindPlacedOrderInput> = {}): Promise<string | null> {
    const input = { ...wish, known: [], requestId: 'r1', sinceMs: world.clock.now(), ...part };
    const end = (await world.asPlacement(input.requestId).run(world.money.findPlacedOrder, input)) as {
      orderNumber: string | null;
    };
    return end.orderNumber;
  }

  function check(world: ActivityWorld, adNumber: string = askAdNo): Promise<PlacementCheck> {
    const input = { ...wish, adNumber, fiat: 'BOB', requestId: 'r1' };
    return world.asPlacement('r1').run(world.money.checkPlacement, input) as Promise<PlacementCheck>;
  }

  it('EP-29: the check says whether, what the service warns of, and which orders are on the ad already', async () => {
    const world = await openActivityWorld();
    const known = await place(world);
    const found = await check(world);
    expect(found).toMatchObject({ mayPlace: true, known: [known], owned: null, readAtMs: world.clock.now() });
    expect(found.riskTips).toEqual([
      'Trade only with the payment account of the person whose name you see.',
      'Do not mention crypto in the transfer.',
    ]);
    expect(await check(world, world.addAd())).toMatchObject({ mayPlace: false, known: [] });
  });

  it('I3: the check says which order the request owns, so that a reset places nothing twice', async () => {
    const world = await openActivityWorld();
    const [first, second] = [await place(world), await place(world)];
    world.fakeOrders.placements.set(first, 'another');
    expect(await check(world)).toMatchObject({ owned: null });
    world.fakeOrders.placements.set(second, 'r1');
    expect(await check(world)).toMatchObject({ owned: second });
  });

  it('finding: the register knows the order of a request, whatever the workflows of orders have forgotten', async () => {
    const world = await openActivityWorld();
    const orderNumber = await place(world, '500.00', 'r1');
    expect(world.fakeOrders.placements.size).toBe(0);
    expect(await check(world)).toMatchObject({ owned: orderNumber });
    world.memory.silent = true;
    world.fakeOrders.placements.set(orderNumber, 'r1');
    expect(await check(world)).toMatchObject({ owned: orderNumber });
  });

  const ruleAway = async (world: ActivityWorld): Promise<void> => {
    const call = { account: deskAccount.name, step: 'place', subject: 'r1', generation, attempt: 1 } as const;
    const word = { by: 'ana', note: 'seen in the app', signed: null, nowMs: world.clock.now() + 10 * untilShownMs };
    expect(await world.memory.register.ruleNotDone({ ...call, ...word })).toBeNull();
  };

  it('a request that a person ruled to have placed nothing owns nothing by its register', async () => {
    const world = await openActivityWorld();
    world.simulator.setFaults([{ operation: 'placeOrder', fault: { kind: 'false-success' } }]);
    expect(await place(world, '500.00', 'r1')).not.toBe('');
    await ruleAway(world);
    expect(await check(world)).toMatchObject({ known: [], owned: null });
  });

  it('finding: one that was ruled wrongly owns the order that the service shows from after its call', async () => {
    const world = await openActivityWorld();
    const [orderNumber, others] = [await place(world, '500.00', 'r1'), await place(world, '500.00', 'r2')];
    await ruleAway(world);
    world.fakeOrders.placements.set(others, 'r2');
    world.clock.advance(60_000);
    expect(await check(world)).toMatchObject({ owned: orderNumber });
    expect(world.fakeOrders.placements.get(orderNumber)).toBe('r1');
    world.fakeOrders.placements.set(orderNumber, 'r3');
    expect(await check(world)).toMatchObject({ owned: null });
  });

  it('I3: an order of this ad, side, amount and time is found and claimed', async () => {
    const world = await openActivityWorld();
    expect(await find(world)).toBeNull();
    const orderNumber = await place(world);
    expect(await find(world)).toBe(orderNumber);
    expect(world.fakeOrders.placements.get(orderNumber)).toBe('r1');
  });

  it('I3: the fiat total may differ by the rounding of the asset amount, not by more', async () => {
    const world = await openActivityWorld();
    const orderNumber = await place(world, '498.00');
    expect(await find(world)).toBe(orderNumber);
    expect(await find(world, { totalAmount: '495.00' })).toBeNull();
  });

  it('I3: orders that were there before, or of the other side, are not ours', async () => {
    const world = await openActivityWorld();
    const orderNumber = await place(world);
    expect(await find(world, { known: [orderNumber] })).toBeNull();
    expect(await find(world, { side: 'SELL' })).toBeNull();
    expect(await find(world)).toBe(orderNumber);
  });

  it.each([-600_000, 600_000])(
    'I3: an order whose time is %i ms off by our clock is found: clocks differ',
    async (ms) => {
      const world = await openActivityWorld();
      const orderNumber = await place(world);
      const fields = { createTime: world.clock.now() + ms };
      world.simulator.setFaults([{ operation: 'listOrders', fault: { kind: 'answer', fields } }]);
      expect(await find(world)).toBe(orderNumber);
    },
  );

  it('design 6: of two orders alike, one by another hand, the first after the call by the service’s clock is ours', async () => {
    const world = await openActivityWorld();
    const ours = await place(world);
    world.clock.advance(30_000);
    await place(world);
    expect(await find(world, { sinceMs: world.clock.now() - 30_000 })).toBe(ours);
  });

  it('I3: of two placements alike each finds its own order: a claim holds forever', async () => {
    const world = await openActivityWorld();
    const orders = [await place(world), await place(world)];
    const found = [await find(world, { requestId: 'r1' }), await find(world, { requestId: 'r2' })];
    expect(new Set(found)).toEqual(new Set(orders));
    expect(await find(world, { requestId: 'r3' })).toBeNull();
    expect(await find(world, { requestId: 'r1' })).toBe(found[0]);
  });
});

describe('design 6: a placement that may have left ends by what its own workflow finds', () => {
  const wish = { adNumber: askAdNo, side: 'BUY', totalAmount: '500.00', known: [] } as const;
  const find = (world: ActivityWorld, env = world.asPlacement('r1')) =>
    env.run(world.money.findPlacedOrder, { ...wish, known: [], requestId: 'r1', sinceMs: world.clock.now() });
  const place = (world: ActivityWorld) => world.asPlacement('r1').run(world.money.placeOrder, placeInput());
  const state = async (world: ActivityWorld) => (await world.rows('place')).map((row) => row.state);

  it('found: it is done, and its request is never sent again', async () => {
    const world = await openActivityWorld();
    await place(world);
    expect(await find(world)).not.toEqual({ orderNumber: null });
    expect(await state(world)).toEqual(['done']);
    world.clock.advance(10 * untilShownMs);
    expect(await place(world)).toMatchObject({ category: 'REQUEST_USED' });
  });

  it('not found twice after it could have shown: its request may be sent again', async () => {
    const world = await openActivityWorld();
    world.simulator.setFaults([
      { operation: 'placeOrder', when: { nth: 1 }, fault: { kind: 'reset', when: 'before' } },
    ]);
    await place(world);
    await find(world);
    for (const [ms, states] of [
      [untilShownMs, ['leaving']],
      [1_000, ['not-done']],
    ] as const) {
      expect(await place(world)).toMatchObject({ category: 'REQUEST_USED' });
      world.clock.advance(ms);
      expect(await find(world)).toEqual({ orderNumber: null });
      expect(await state(world)).toEqual(states);
    }
    expect(await place(world)).toMatchObject({ kind: 'executed' });
    expect(world.simulator.ledger()).toMatchObject({ placements: 1 });
  });

  it.each([
    ['counts orders that it does not show', { total: 1, newer: 0 }],
    ['shows nothing but newer ones, a page of them', { total: 20, newer: 20 }],
  ])('a list that %s denies nothing', async (_what, { total, newer }) => {
    const world = await openActivityWorld();
    world.simulator.setFaults([
      { operation: 'placeOrder', when: { nth: 1 }, fault: { kind: 'reset', when: 'before' } },
    ]);
    await place(world);
    const { orders } = world.exchange;
    const row = orderRowSchema.parse({ ...wireOrderRow, advNo: askAdNo, createTime: world.clock.now() });
    const items = Array.from({ length: newer }, (_, at) => ({ ...row, orderNumber: `${at + 1}` }));
    const list = vi.spyOn(orders, 'listOrders').mockResolvedValue({ items, odd: [], total });
    for (let time = 0; time < 3; time += 1) {
      expect(await find(world)).toEqual({ orderNumber: null });
      world.clock.advance(untilShownMs);
    }
    expect(await state(world)).toEqual(['leaving']);
    list.mockResolvedValue({ items: [{ ...row, createTime: 1_600_000_000_000 }], odd: [], total: 40 });
    for (let time = 0; time < 3; time += 1) {
      await find(world);
      world.clock.advance(untilShownMs);
    }
    expect(await state(world)).toEqual(['not-done']);
  });

  /** Its workflow has begun again since the call left, and has its order in the list of those of before. */
  async function begunAgain(createdBeforeMs: number) {
    const world = await openActivityWorld();
    world.simulator.setFaults([{ operation: 'placeOrder', fault: { kind: 'reset', when: 'after' } }]);
    await place(world);
    const createTime = world.clock.now() - createdBeforeMs;
    world.simulator.setFaults([{ operation: 'listOrders', fault: { kind: 'answer', fields: { createTime } } }]);
    const [{ orderNumber = '' } = {}] = world.simulator.ledger().entries.filter(({ kind }) => kind === 'place');
    world.clock.advance(untilShownMs);
    const again = async () => {
      world.clock.advance(1_000);
      const input = { ...wish, known: [orderNumber], requestId: 'r1', sinceMs: world.clock.now() };
      return world.asPlacement('r1').run(world.money.findPlacedOrder, input);
    };
    return { world, orderNumber, again };
  }

  it('finding: an order of before is found, where its call had left before that', async () => {
    const { world, orderNumber, again } = await begunAgain(0);
    expect(await again()).toEqual({ orderNumber });
    expect(await state(world)).toEqual(['done']);
  });

  it('finding: one that the service dates otherwise is neither found nor denied, until it has an owner', async () => {
    const { world, orderNumber, again } = await begunAgain(600_000);
    for (let time = 0; time < 3; time += 1) expect(await again()).toEqual({ orderNumber: null });
    expect(await state(world)).toEqual(['leaving']);
    world.fakeOrders.placements.set(orderNumber, 'r2');
    for (let time = 0; time < 2; time += 1) expect(await again()).toEqual({ orderNumber: null });
    expect(await state(world)).toEqual(['not-done']);
  });

  it('its workflow learns whether the call may have left, and changes nothing of it', async () => {
    const world = await openActivityWorld();
    const unsettled = () => world.asPlacement('r1').run(world.acting.unsettledPlacement, { requestId: 'r1' });
    expect(await unsettled()).toBe(false);
    await place(world);
    expect([await unsettled(), await state(world)]).toEqual([true, ['leaving']]);
    await find(world);
    expect([await unsettled(), await state(world)]).toEqual([false, ['done']]);
  });

  it('S4: for another workflow nothing is looked up, and nothing ruled', async () => {
    const world = await openActivityWorld();
    await place(world);
    const before = world.calls.length;
    for (const env of [world.scheduled(), world.asPlacement('r2'), world.asOrder('r1')]) {
      const refused = { type: 'CALLER_NOT_ALLOWED', nonRetryable: true };
      await expect(find(world, env)).rejects.toMatchObject(refused);
      const asked = env.run(world.acting.unsettledPlacement, { requestId: 'r1' });
      await expect(asked).rejects.toMatchObject(refused);
      const input = { ...wish, fiat: 'BOB', requestId: 'r1' };
      await expect(env.run(world.money.checkPlacement, input)).rejects.toMatchObject(refused);
    }
    expect(world.calls).toHaveLength(before);
    expect(await state(world)).toEqual(['leaving']);
  });
});
