import { describe, expect, it, vi } from 'vitest';
import type { MoneyAttempt } from '../../../src/activities/activity-contract.ts';
import type { ActivityDependencies, SecondFactor } from '../../../src/activities/dependencies.ts';
import { createMoneyQueueActivities } from '../../../src/activities/index.ts';
import { openSwitch, throwSwitch } from '../../../src/domain/guard/guard-memory.ts';
import { createOneTimeCodes, type OneTimeCode } from '../../../src/exchange/index.ts';
import { createWriteGuard } from '../../../src/workers/permission/write-guard.ts';
import { generation } from '../../register/memory-register.ts';
import { eventually, openActivityWorld, type ActivityWorld } from '../activity-fixture.ts';
import {
  approvalOf,
  beforeArming,
  beforePermit,
  codeStep,
  duePurchase,
  markPaid,
  markPaidInput,
  moneyCalls,
  paidSale,
  payment,
  placeInput,
  release,
  releaseInput,
  rulesOf,
} from './money-fixture.ts';

/** A second factor whose code comes when the test releases it. */
function codeOnDemand(): { secondFactor: SecondFactor; asked: () => boolean; give: () => void } {
  const code = Promise.withResolvers<OneTimeCode>();
  let asked = false;
  return {
    secondFactor: () => {
      asked = true;
      return code.promise;
    },
    asked: () => asked,
    give: () => code.resolve({ code: '123456', step: codeStep }),
  };
}

/** A release that waits for its code; the test controls what happens meanwhile. */
async function waitingRelease(
  meanwhile: (world: ActivityWorld, orderNumber: string) => unknown,
): Promise<[ActivityWorld, MoneyAttempt]> {
  const { secondFactor, asked, give } = codeOnDemand();
  const world = await openActivityWorld({ parts: { secondFactor } });
  const orderNumber = paidSale(world);
  const ending = release(world, releaseInput(orderNumber));
  await eventually('the release waits for its code', asked);
  expect(world.fakeGuard.asked).toEqual([]);
  expect(await world.rows('release')).toEqual([]);
  await meanwhile(world, orderNumber);
  give();
  return [world, await ending];
}

const thrown = { by: 'ana', reason: 'a doubt', atMs: 1 };

describe('design 6: nothing that may take long lies behind the last word', () => {
  it('read, gate, code, claim, guard, arming, call: in this order', async () => {
    const order: string[] = [];
    const secondFactor: SecondFactor = async () => {
      order.push('code');
      return { code: '123456', step: codeStep };
    };
    const world = await openActivityWorld({ parts: { secondFactor } });
    const { register } = world.deps;
    const claim = register.claim.bind(register);
    vi.spyOn(register, 'claim').mockImplementation((wish) => (order.push('claim'), claim(wish)));
    beforePermit(world, () => order.push('permit'));
    beforeArming(world, () => order.push('arm'));
    world.simulator.on((event) => {
      if (event.type === 'request' && event.operation.startsWith('orderMatch/')) order.push(event.operation.slice(11));
    });
    expect(await release(world, releaseInput(paidSale(world)))).toMatchObject({ kind: 'executed' });
    const reads = ['getUserOrderDetail', 'checkIfCanReleaseCoin'];
    expect(order).toEqual([...reads, 'code', 'claim', 'permit', 'arm', 'releaseCoin']);
  });

  it('the guard hears what it permits: the step, its number, its register, and what that has armed', async () => {
    const world = await openActivityWorld();
    const [sale, purchase] = [paidSale(world), duePurchase(world)];
    await release(world, releaseInput(sale));
    await markPaid(world, markPaidInput(purchase));
    await world.asPlacement('r1').run(world.money.placeOrder, placeInput());
    const calls = world.fakeGuard.asked.map(({ number, callId }) => ({ number, callId }));
    expect(new Set(calls.map(({ callId }) => callId)).size).toBe(3);
    expect(world.fakeGuard.asked).toEqual([
      { step: 'release', subject: sale, generation, ...calls[0], number: 1, known: null },
      { step: 'mark-paid', subject: purchase, generation, ...calls[1], number: 2, known: calls[0] },
      { step: 'place', subject: 'r1', generation, ...calls[2], number: 3, known: calls[1] },
    ]);
  });

  it('the cap of a day is about releases: a payment in a currency without a cap is marked as paid all the same', async () => {
    const releasePermission = {
      policies: ['approve'],
      maxRelease: { USD: '1' },
      maxReleasePerDay: { USD: '1' },
    } as const;
    const world = await openActivityWorld({ parts: { releasePermission } });
    const purchase = duePurchase(world);
    expect(await markPaid(world, markPaidInput(purchase))).toMatchObject({ kind: 'executed' });
  });

  it.each(['all', 'releases'] as const)('switch %s thrown while it waits for its code: not sent', async (name) => {
    const [world, end] = await waitingRelease(({ fakeGuard }) => {
      fakeGuard.memory = throwSwitch(fakeGuard.memory, name, thrown);
    });
    expect(end).toMatchObject({ kind: 'rejected', category: 'SWITCHED_OFF' });
    expect(world.callsOf('orderMatch/releaseCoin')).toBe(0);
    world.fakeGuard.memory = openSwitch(world.fakeGuard.memory, name);
    const [{ simulator }, open] = await waitingRelease(() => undefined);
    expect(open).toMatchObject({ kind: 'executed' });
    expect(simulator.ledger().releases).toBe(1);
  });

  it.each(['hold', 'revoke'] as const)(
    'a %s while it waits for its code: not sent, and its claim is withdrawn',
    async (what) => {
      const [world, end] = await waitingRelease(({ deps }, orderNumber) =>
        deps.register.takeBack({ orderNumber, what, by: 'ana', note: '' }),
      );
      expect(end).toMatchObject({ kind: 'rejected', category: what === 'hold' ? 'HELD' : 'TAKEN_BACK' });
      expect(await world.rows('release')).toMatchObject([{ state: 'not-left' }]);
      expect(world.callsOf('orderMatch/releaseCoin')).toBe(0);
    },
  );

  it('a guard that falls silent while it waits for its code: not sent', async () => {
    const [world, end] = await waitingRelease(({ fakeGuard }) => {
      fakeGuard.silent = true;
    });
    expect(end).toMatchObject({ kind: 'rejected', category: 'GUARD_SILENT' });
    expect(world.callsOf('orderMatch/releaseCoin')).toBe(0);
  });
});

describe('promise 2: a payment is used once', () => {
  const owners = ({ deps }: ActivityWorld) => deps.register.paymentOwners(['BANK1']);

  it('only a release that leaves claims: a match on the wrong order burns nothing', async () => {
    const world = await openActivityWorld();
    const [small, right, other] = [paidSale(world, '255.00'), paidSale(world), paidSale(world)];
    const gate = { rules: rulesOf('match'), match: payment(world) };
    expect(await release(world, releaseInput(small, gate))).toMatchObject({ category: 'ORDER_MISMATCH' });
    expect(await owners(world)).toEqual([]);
    expect(await release(world, releaseInput(right, gate))).toMatchObject({ kind: 'executed' });
    expect(await owners(world)).toMatchObject([{ account: 'acme', orderNumber: right }]);
    expect(await release(world, releaseInput(other, gate))).toMatchObject({ category: 'PROOF_USED' });
    expect(world.simulator.ledger().releases).toBe(1);
  });

  it('a release that was approved claims each part of its payment: none backs another order', async () => {
    const world = await openActivityWorld();
    const [whole, rest] = [paidSale(world), paidSale(world, '255.00')];
    const part = payment(world, { amount: '255.00', proofId: 'PART-1' });
    const match = payment(world, { amount: '255.00', proofId: 'PART-2' });
    const payments = [match, part].map(({ proofId: reference, amount }) => ({ reference, amount }));
    const approvals = [await approvalOf(world, whole, { payments })];
    const gate = { rules: rulesOf('approve'), approvals, match, earlierMatches: [part] };
    expect(await release(world, releaseInput(whole, gate))).toMatchObject({ kind: 'executed' });
    const ends = await Promise.all(
      [part, match].map((used) => release(world, releaseInput(rest, { rules: rulesOf('match'), match: used }))),
    );
    expect(ends).toMatchObject([{ category: 'PROOF_USED' }, { category: 'PROOF_USED' }]);
    expect(world.simulator.ledger().releases).toBe(1);
  });

  it('two releases on one proof at the same moment: one leaves, also where both looked before', async () => {
    const { secondFactor, give } = codeOnDemand();
    const world = await openActivityWorld();
    // Each has passed its gate: only the register sees both.
    const waiting = createMoneyQueueActivities({ ...world.deps, secondFactor });
    const gate = { rules: rulesOf('match'), match: payment(world) };
    const [first, second] = [paidSale(world), paidSale(world)].map((number) => releaseInput(number, gate));
    if (first === undefined || second === undefined) throw new Error('two orders are needed');
    const late = world.asOrder(second.orderNumber).run(waiting.releaseCoin, second) as Promise<MoneyAttempt>;
    await eventually('the second has passed its gate', () => world.callsOf('orderMatch/checkIfCanReleaseCoin') === 1);
    expect(await release(world, first)).toMatchObject({ kind: 'executed' });
    give();
    expect(await late).toMatchObject({ kind: 'rejected', category: 'PROOF_USED' });
    expect(world.simulator.ledger().releases).toBe(1);
  });
});

describe('the clock of a worker', () => {
  it.each([5_001, -5_001])('%i ms away from Temporal’s by the permit: CLOCK_SKEW, nothing is sent', async (aheadMs) => {
    const world = await openActivityWorld();
    world.fakeGuard.aheadMs = aheadMs;
    expect(await release(world, releaseInput(paidSale(world)))).toMatchObject({ category: 'CLOCK_SKEW' });
    expect(moneyCalls(world)).toBe(0);
  });

  it.each([5_000, -5_000])('%i ms away is within the limit', async (aheadMs) => {
    const world = await openActivityWorld();
    world.fakeGuard.aheadMs = aheadMs;
    expect(await release(world, releaseInput(paidSale(world)))).toMatchObject({ kind: 'executed' });
  });

  /** A machine with its clock so far behind Temporal's, and a step that was scheduled this long ago by Temporal's. */
  async function behind(
    agoMs: number,
    aheadMs = 4_000,
  ): Promise<[ActivityWorld, ReturnType<ActivityWorld['scheduled']>, string]> {
    const world = await openActivityWorld();
    world.fakeGuard.aheadMs = aheadMs;
    const atMs = world.clock.now() + aheadMs - agoMs;
    const orderNumber = paidSale(world);
    const info = { scheduledTimestampMs: atMs, currentAttemptScheduledTimestampMs: atMs };
    return [world, world.asOrder(orderNumber, info), orderNumber];
  }

  it('a permit that comes late by the server’s time: FENCED, although this clock shows less', async () => {
    const [world, env, orderNumber] = await behind(9_001);
    const end = await release(world, releaseInput(orderNumber), env);
    const message = 'the time of the step was over when the guard answered';
    expect(end).toMatchObject({ category: 'FENCED', message });
    expect(moneyCalls(world)).toBe(0);
  });

  it('what is left of the step is counted by the server’s time', async () => {
    const [world, env, orderNumber] = await behind(8_900);
    const sent = vi.spyOn(world.exchange.orders, 'releaseCoin');
    expect(await release(world, releaseInput(orderNumber), env)).toMatchObject({ kind: 'executed' });
    expect(sent.mock.calls[0]?.[1]?.fence).toMatchObject({ sendBeforeMs: world.clock.now() + 100 });
  });

  it('a clock that is ahead of the server’s leaves a step no more time than it shows itself', async () => {
    const [world, env, orderNumber] = await behind(3_000, -4_000);
    const sent = vi.spyOn(world.exchange.orders, 'releaseCoin');
    expect(await release(world, releaseInput(orderNumber), env)).toMatchObject({ kind: 'executed' });
    expect(sent.mock.calls[0]?.[1]?.fence).toMatchObject({ sendBeforeMs: world.clock.now() + 2_000 });
  });
});

describe('fence: the smaller of the workflow’s and the worker’s own counts', () => {
  it.each([
    ['the worker’s', { boundMs: 600_000, recvWindowMs: 60_000 }, { boundMs: 10_000, recvWindowMs: 3_000 }],
    ['the workflow’s', { boundMs: 4_000, recvWindowMs: 1_000 }, { boundMs: 4_000, recvWindowMs: 1_000 }],
  ])('%s', async (_name, asked, wanted) => {
    const world = await openActivityWorld();
    const sent = vi.spyOn(world.exchange.orders, 'releaseCoin');
    const input = { ...releaseInput(paidSale(world)), fence: asked };
    expect(await release(world, input)).toMatchObject({ kind: 'executed' });
    const sendBeforeMs = world.clock.now() + wanted.boundMs - 1_000;
    expect(sent.mock.calls[0]?.[1]?.fence).toEqual({ sendBeforeMs, recvWindowMs: wanted.recvWindowMs });
  });
});

describe('I12: one step of the one-time code is used once for an account', () => {
  it('two workers with the same seed: the second is refused, and its next try has the next step', async () => {
    const seed = 'JBSWY3DPEHPK3PXP';
    const world = await openActivityWorld({ simulator: { requireReleaseCode: true } });
    const workers = [1, 2].map(() => {
      const sleep = async (ms: number): Promise<void> => world.clock.advance(ms);
      const codes = createOneTimeCodes({ seed, clock: world.clock, sleep });
      const parts: Partial<ActivityDependencies> = { secondFactor: (signal) => codes.next(signal) };
      return createMoneyQueueActivities({ ...world.deps, ...parts });
    });
    const run = async (worker: number, orderNumber: string): Promise<MoneyAttempt> => {
      const activities = workers[worker] ?? world.money;
      const env = world.asOrder(orderNumber);
      return (await env.run(activities.releaseCoin, releaseInput(orderNumber))) as MoneyAttempt;
    };
    const [first, second] = [paidSale(world), paidSale(world)];
    expect(await run(0, first)).toMatchObject({ kind: 'executed' });
    expect(await run(1, second)).toMatchObject({ kind: 'rejected', category: 'CODE_USED' });
    expect(world.callsOf('orderMatch/releaseCoin')).toBe(1);
    world.clock.advance(30_000);
    expect(await run(1, second)).toMatchObject({ kind: 'executed' });
    expect(new Set(world.simulator.snapshot().usedCodes).size).toBe(2);
  });
});

describe('design 2: a service that has not been asked yet what it is', () => {
  it('passes by itself: NOT_SENT, not a refusal that waits for a human', async () => {
    const isIntentOnly = createWriteGuard({ allowLive: false, shadowAds: [], service: () => 'unknown' });
    const world = await openActivityWorld({ parts: { isIntentOnly } });
    expect(await release(world, releaseInput(paidSale(world)))).toMatchObject({ category: 'NOT_SENT' });
    expect(moneyCalls(world)).toBe(0);
  });
});
