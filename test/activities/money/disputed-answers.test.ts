/** What a service answers to a release proves nothing: only its reads do. */
import { describe, expect, it, vi } from 'vitest';
import type { MoneyAttempt } from '../../../src/activities/activity-contract.ts';
import { openActivityWorld, type ActivityWorld } from '../activity-fixture.ts';
import { answeredOtherwise, type OtherAnswer } from './answering-proxy.ts';
import {
  duePurchase,
  markPaid,
  markPaidInput,
  paidSale,
  payment,
  readInput,
  release,
  releaseInput,
  rulesOf,
  untilShownMs,
} from './money-fixture.ts';

const json = (body: object, status = 200): OtherAnswer => ({ status, body: JSON.stringify(body) });
const refusal = (code: unknown): object => ({ code, message: 'refused', data: null, success: false });

/** Each of these once freed the payment of a release that the service had executed. */
const answers: [string, OtherAnswer][] = [
  ['HTTP 503 "Service Unavailable" in JSON', json({ code: -1, msg: 'Service Unavailable' }, 503)],
  ['HTTP 503 "Service Unavailable" in words', { status: 503, body: 'Service Unavailable' }],
  ['HTTP 429', json({ code: -1003, msg: 'Too many requests' }, 429)],
  ['code 429 in a 200', json(refusal('429'))],
  ['-1013', json({ code: -1013, msg: 'Invalid quantity.' }, 400)],
  ['"-2019"', json(refusal('-2019'))],
  ['83229', json(refusal(83229))],
  ['-1021', json({ code: -1021, msg: 'Timestamp for this request is outside of the recvWindow.' }, 400)],
  ['187055.0', { status: 200, body: '{"code":187055.0,"message":"refused","data":null,"success":false}' }],
  [
    'duplicate keys ending in -1013',
    { status: 200, body: '{"code":"000000","data":null,"success":true,"success":false,"code":-1013,"message":"no"}' },
  ],
];

const perDay = { policies: ['approve', 'match', 'paid'], maxRelease: {}, maxReleasePerDay: { BOB: '1000' } } as const;

describe.each(answers)('design 6: a release that was executed, and answered with %s', (_name, answer) => {
  async function disputed(): Promise<{ world: ActivityWorld; first: string; end: MoneyAttempt }> {
    const world = await openActivityWorld({ parts: { releasePermission: perDay } });
    const money = await answeredOtherwise(world, 'orderMatch/releaseCoin', answer);
    const first = paidSale(world);
    const input = releaseInput(first, { rules: rulesOf('match'), match: payment(world) });
    const end = (await world.asOrder(first).run(money.releaseCoin, input)) as MoneyAttempt;
    expect(world.simulator.ledger()).toMatchObject({ releases: 1, repeatedAttempts: 0 });
    return { world, first, end };
  }

  it('its payment stays used: no other order is released with it', async () => {
    const { world, first, end } = await disputed();
    expect(end.kind).not.toBe('executed');
    expect(await world.rows('release')).toMatchObject([{ subject: first, state: 'leaving' }]);
    const gate = { rules: rulesOf('match'), match: payment(world, { proofId: 'bank 1' }) };
    const second = await release(world, releaseInput(paidSale(world), gate));
    expect(second).toMatchObject({ kind: 'rejected', category: 'PROOF_USED' });
    expect(world.simulator.ledger().releases).toBe(1);
  });

  it('its sum counts for the day, and it is not sent again before reads have shown it', async () => {
    const { world, first } = await disputed();
    const over = await release(world, releaseInput(paidSale(world)));
    expect(over).toMatchObject({ kind: 'rejected', category: 'OVER_DAY_CAP' });
    await world.scheduled().run(world.acting.readOrder, readInput(first));
    expect(await world.rows('release')).toMatchObject([{ subject: first, state: 'done' }]);
    expect(world.simulator.ledger()).toMatchObject({ releases: 1, repeatedAttempts: 0 });
  });
});

describe('money-steps#when-something-fails: an answer in the words of our own refusals', () => {
  it.each(['NOT_SENT', 'NOT_LEFT', 'HELD', 'SWITCHED_OFF'])(
    '%s of the service says nothing of this desk',
    async (code) => {
      const world = await openActivityWorld();
      const money = await answeredOtherwise(world, 'orderMatch/releaseCoin', json({ code, msg: 'no' }, 429));
      const orderNumber = paidSale(world);
      const end = await world.asOrder(orderNumber).run(money.releaseCoin, releaseInput(orderNumber));
      expect(end).toMatchObject({ kind: 'rejected', category: 'RATE_LIMITED' });
      expect(await world.rows('release')).toMatchObject([{ subject: orderNumber, state: 'leaving' }]);
    },
  );
});

describe('design 6: a refused call that was not executed', () => {
  it('is sent again once two reads, both begun after it could no longer take effect, have not shown it', async () => {
    const world = await openActivityWorld();
    const fault = { kind: 'error', code: -1013, message: 'no' } as const;
    world.simulator.setFaults([{ operation: 'releaseCoin', when: { nth: 1 }, fault }]);
    const orderNumber = paidSale(world);
    const input = releaseInput(orderNumber, { rules: rulesOf('match'), match: payment(world) });
    const untilMs = world.clock.now() + untilShownMs;
    expect(await release(world, input)).toMatchObject({ kind: 'rejected', code: '-1013' });
    const early = { kind: 'rejected', category: 'MAY_HAVE_LEFT', openUntilMs: untilMs };
    expect(await release(world, input)).toMatchObject(early);
    world.clock.advance(untilShownMs - 1);
    await world.scheduled().run(world.acting.readOrder, readInput(orderNumber));
    world.clock.advance(1);
    // Its own look is the first read that counts.
    expect(await release(world, input)).toMatchObject(early);
    world.clock.advance(1_000);
    expect(await release(world, input)).toMatchObject({ kind: 'executed' });
    expect((await world.rows('release')).map(({ state }) => state)).toEqual(['not-done', 'leaving']);
    expect(world.simulator.ledger()).toMatchObject({ releases: 1, repeatedAttempts: 0 });
  });

  it('money-steps#one-call: a read counts from when it began, however late its answer comes', async () => {
    const world = await openActivityWorld();
    const fault = { kind: 'error', code: -1013, message: 'no' } as const;
    world.simulator.setFaults([{ operation: 'releaseCoin', when: { nth: 1 }, fault }]);
    const orderNumber = paidSale(world);
    await release(world, releaseInput(orderNumber));
    const { orders } = world.exchange;
    const detail = orders.getUserOrderDetail.bind(orders);
    vi.spyOn(orders, 'getUserOrderDetail').mockImplementation(async (...asked) => {
      const answer = await detail(...asked);
      world.clock.advance(5_000);
      return answer;
    });
    world.clock.advance(untilShownMs - 1);
    await world.scheduled().run(world.acting.readOrder, readInput(orderNumber));
    expect(await world.rows('release')).toMatchObject([{ state: 'leaving', unseenReads: 0 }]);
    await world.scheduled().run(world.acting.readOrder, readInput(orderNumber));
    expect(await world.rows('release')).toMatchObject([{ state: 'leaving', unseenReads: 1 }]);
  });

  it('frees its payment for no other order, whatever reads have shown', async () => {
    const world = await openActivityWorld();
    const fault = { kind: 'error', code: -1013, message: 'no' } as const;
    world.simulator.setFaults([{ operation: 'releaseCoin', when: { nth: 1 }, fault }]);
    const [first, second] = [paidSale(world), paidSale(world)];
    const gate = { rules: rulesOf('match'), match: payment(world) };
    await release(world, releaseInput(first, gate));
    for (const ms of [untilShownMs, 1_000]) {
      world.clock.advance(ms);
      await world.scheduled().run(world.acting.readOrder, readInput(first));
    }
    expect(await world.rows('release')).toMatchObject([{ state: 'not-done' }]);
    expect(await release(world, releaseInput(second, gate))).toMatchObject({ category: 'PROOF_USED' });
    world.simulator.counterparties.cancel(first);
    await world.scheduled().run(world.acting.readOrder, readInput(first));
    expect(await release(world, releaseInput(second, gate))).toMatchObject({ kind: 'executed' });
  });

  it('a payment notice, too, waits for reads', async () => {
    const world = await openActivityWorld();
    const fault = { kind: 'error', code: -1013, message: 'no' } as const;
    world.simulator.setFaults([{ operation: 'markOrderAsPaid', when: { nth: 1 }, fault }]);
    const input = markPaidInput(duePurchase(world));
    expect(await markPaid(world, input)).toMatchObject({ kind: 'rejected', code: '-1013' });
    expect(await markPaid(world, input)).toMatchObject({ category: 'MAY_HAVE_LEFT' });
    for (const category of ['MAY_HAVE_LEFT', undefined]) {
      world.clock.advance(untilShownMs);
      expect((await markPaid(world, input)) as { category?: string }).toMatchObject(category ? { category } : {});
    }
    expect(world.simulator.ledger()).toMatchObject({ payments: 1, repeatedAttempts: 0 });
  });
});

describe('EP-20: an order that was released before', () => {
  it('an order that is released already is not released again: its fresh read says so', async () => {
    const world = await openActivityWorld();
    const input = releaseInput(paidSale(world));
    expect(await release(world, input)).toMatchObject({ kind: 'executed' });
    expect(await release(world, input)).toMatchObject({ kind: 'rejected', category: 'ORDER_MISMATCH' });
    expect(world.callsOf('orderMatch/releaseCoin')).toBe(1);
    expect(world.simulator.ledger()).toMatchObject({ releases: 1, repeatedAttempts: 0 });
  });

  it('I1: -3026 after an own release is unknown, never a failure: a read shows that it was done', async () => {
    const world = await openActivityWorld();
    const input = releaseInput(paidSale(world));
    const { orders } = world.exchange;
    const paid = await orders.getUserOrderDetail(input.orderNumber);
    expect(await release(world, input)).toMatchObject({ kind: 'executed' });
    // The service's reads lag behind its writes.
    vi.spyOn(orders, 'getUserOrderDetail').mockResolvedValue(paid);
    vi.spyOn(orders, 'checkIfCanReleaseCoin').mockResolvedValue(true);
    expect(await release(world, input)).toMatchObject({ category: 'MAY_HAVE_LEFT' });
    world.clock.advance(untilShownMs);
    expect(await release(world, input)).toMatchObject({ category: 'MAY_HAVE_LEFT' });
    world.clock.advance(1);
    expect(await release(world, input)).toMatchObject({ kind: 'unknown' });
    expect(world.simulator.ledger()).toMatchObject({ releases: 1, doubleReleases: 0, repeatedAttempts: 1 });
  });
});
