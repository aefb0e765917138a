/** Nothing that was claimed and did not leave stays claimed; what left says so until reads have shown it. */
import { describe, expect, it, vi } from 'vitest';
import type { MoneyAttempt } from '../../../src/activities/activity-contract.ts';
import { createMoneyQueueActivities } from '../../../src/activities/index.ts';
import { switchEntry } from '../../../src/domain/guard/restriction.ts';
import { exchangeSettingsOf } from '../../../src/domain/settings.ts';
import { createExchangeClient, ExchangeError } from '../../../src/exchange/index.ts';
import { deskAccount } from '../../simulator/sim-fixture.ts';
import { openActivityWorld, type ActivityWorld } from '../activity-fixture.ts';
import { publishInput } from '../publication/publication-fixture.ts';
import {
  beforeArming,
  beforePermit,
  codeStep,
  duePurchase,
  fence,
  markPaid,
  markPaidInput,
  moneyCalls,
  paidSale,
  payment,
  placeInput,
  release,
  releaseInput,
  rulesOf,
  untilShownMs,
} from './money-fixture.ts';
import { createMarketplace } from '../../../src/marketplace/exchange-marketplace.ts';

const states = async (world: ActivityWorld): Promise<string[]> =>
  (await world.rows('release')).map(({ state }) => state);
const matched = (world: ActivityWorld) => ({ rules: rulesOf('match'), match: payment(world) });

describe('design 6: every way between the claim and the socket withdraws', () => {
  const sentNothing = async (world: ActivityWorld, end: MoneyAttempt, category: string): Promise<void> => {
    expect(end).toMatchObject({ kind: 'rejected', category });
    expect(moneyCalls(world)).toBe(0);
    expect(await states(world)).toEqual(['not-left']);
    expect(await world.deps.register.paymentOwners(['BANK1'])).toEqual([]);
  };

  it('a guard that refuses, and one that fails', async () => {
    const world = await openActivityWorld();
    const input = releaseInput(paidSale(world), matched(world));
    world.fakeGuard.memory = { ...world.fakeGuard.memory, generation: 'another-mint' };
    await sentNothing(world, await release(world, input), 'GUARD_BEHIND');
    const other = await openActivityWorld();
    other.fakeGuard.permit = () => Promise.reject(new TypeError('a defect'));
    await sentNothing(other, await release(other, releaseInput(paidSale(other), matched(other))), 'NOT_SENT');
  });

  it('a clock that the permit shows to be wrong, and a permit that comes too late', async () => {
    const world = await openActivityWorld();
    world.fakeGuard.aheadMs = 5_001;
    await sentNothing(world, await release(world, releaseInput(paidSale(world), matched(world))), 'CLOCK_SKEW');
    const late = await openActivityWorld();
    beforePermit(late, () => late.clock.advance(9_001));
    await sentNothing(late, await release(late, releaseInput(paidSale(late), matched(late))), 'FENCED');
  });

  it('a client that refuses at the turn, or is closed while the call is being armed', async () => {
    const world = await openActivityWorld();
    beforePermit(world, () => world.exchange.gate.setBan(world.clock.now() + 60_000));
    await sentNothing(world, await release(world, releaseInput(paidSale(world), matched(world))), 'IP_BAN');
    const closing = await openActivityWorld();
    beforeArming(closing, () => void closing.exchange.close());
    const end = await release(closing, releaseInput(paidSale(closing), matched(closing)));
    await sentNothing(closing, end, 'NOT_SENT');
  });

  it.each([
    ['wall', 251, 'NOT_LEFT'],
    ['wall', 250, null],
    ['steady', 251, 'NOT_LEFT'],
    ['steady', 250, null],
  ] as const)('a call that comes to the socket late by the %s clock: %i ms, %s', async (which, ms, category) => {
    const world = await openActivityWorld();
    let steadyMs = 0;
    const exchange = createExchangeClient({
      baseUrl: world.baseUrl,
      credentials: deskAccount,
      settings: exchangeSettingsOf(world.deps.settings),
      clock: world.clock,
      monotonic: () => steadyMs,
    });
    const money = createMoneyQueueActivities({
      ...world.deps,
      marketplace: createMarketplace(exchange, world.deps.settings),
    });
    const orderNumber = paidSale(world);
    beforeArming(world, () => {
      if (which === 'wall') world.clock.advance(ms);
      else steadyMs += ms;
    });
    const input = releaseInput(orderNumber, matched(world));
    const end = (await world.asOrder(orderNumber).run(money.releaseCoin, input)) as MoneyAttempt;
    if (category === null) expect(end).toMatchObject({ kind: 'executed' });
    else await sentNothing(world, end, category);
    await exchange.close();
  });

  it('a refusal at the door keeps its reason, and says until when an earlier call may show', async () => {
    const world = await openActivityWorld();
    const refusal = { armed: false, reason: 'MAY_HAVE_LEFT', code: 'earlier-may-have-left', untilMs: 9_000 } as const;
    vi.spyOn(world.deps.register, 'arm').mockResolvedValue(refusal);
    const end = await release(world, releaseInput(paidSale(world), matched(world)));
    expect(end).toMatchObject({
      openUntilMs: 9_000,
      message: expect.stringContaining('must show first'),
      code: null,
      retryAfterMs: null,
    });
    await sentNothing(world, end, 'MAY_HAVE_LEFT');
  });

  it('money-steps#taking-back: a switch that is engaged meanwhile is named, with who engaged it', async () => {
    const world = await openActivityWorld();
    const thrown = { by: 'ana', reason: 'bank is down', atMs: 1 };
    beforeArming(world, () => world.deps.register.restrict({ entries: [switchEntry('releases', thrown)], by: 'ana' }));
    const end = await release(world, releaseInput(paidSale(world), matched(world)));
    expect(end).toMatchObject({ lacks: [{ name: 'kill-switch', engaged: { name: 'releases', ...thrown } }] });
    await sentNothing(world, end, 'SWITCHED_OFF');
  });

  it('an error of no known kind proves nothing once the call was armed, and everything before', async () => {
    const world = await openActivityWorld();
    const { orders } = world.exchange;
    const input = releaseInput(paidSale(world), matched(world));
    vi.spyOn(orders, 'releaseCoin').mockRejectedValueOnce(new TypeError('a defect'));
    await sentNothing(world, await release(world, input), 'NOT_SENT');
    vi.spyOn(world.deps.register, 'arm').mockRejectedValueOnce(new TypeError('a defect'));
    expect(await release(world, input)).toMatchObject({ category: 'NOT_SENT', message: 'TypeError: a defect' });
    vi.spyOn(orders, 'releaseCoin').mockImplementationOnce(async (_body, options) => {
      await options?.door?.arm();
      throw new TypeError('a defect');
    });
    const reason = 'TypeError: a defect';
    expect(await release(world, input)).toEqual({ kind: 'unknown', reason });
    expect(await states(world)).toEqual(['not-left', 'not-left', 'leaving']);
    expect(await world.deps.register.paymentOwners(['BANK1'])).toHaveLength(1);
  });

  it('an error of the client says itself whether the call has left', async () => {
    const world = await openActivityWorld();
    const { orders } = world.exchange;
    const failing = (sent: 'no' | 'unknown') =>
      vi.spyOn(orders, 'releaseCoin').mockImplementationOnce(async (_body, options) => {
        await options?.door?.arm();
        throw new ExchangeError({ message: 'lost', endpoint: 'releaseCoin', sent, code: null, httpStatus: null });
      });
    const input = releaseInput(paidSale(world), matched(world));
    failing('no');
    await sentNothing(world, await release(world, input), 'NOT_SENT');
    failing('unknown');
    expect(await release(world, input)).toMatchObject({ kind: 'unknown' });
    expect(await states(world)).toEqual(['not-left', 'leaving']);
  });
});

describe('money-steps#one-call: what fails before the claim', () => {
  it('a code that cannot be made is not one that came too late: nothing is claimed, and nothing leaves', async () => {
    const secondFactor = () => Promise.reject(new TypeError('a defect'));
    const world = await openActivityWorld({ parts: { secondFactor } });
    const end = await release(world, releaseInput(paidSale(world)));
    expect(end).toMatchObject({ kind: 'rejected', category: 'NOT_SENT', message: 'TypeError: a defect' });
    expect([await states(world), moneyCalls(world)]).toEqual([[], 0]);
  });

  it('an order that the service refuses to show is not read: no refusal of the release, and nothing leaves', async () => {
    const world = await openActivityWorld();
    const fault = { kind: 'error', code: -2019, message: 'no' } as const;
    world.simulator.setFaults([{ operation: 'getUserOrderDetail', fault }]);
    const end = await release(world, releaseInput(paidSale(world)));
    const message = expect.stringMatching(/^not read: /) as string;
    expect(end).toMatchObject({ kind: 'rejected', category: 'NOT_SENT', message });
    expect([await states(world), moneyCalls(world)]).toEqual([[], 0]);
  });

  it('a defect in the check of the mode is no refusal, and nothing leaves', async () => {
    const isIntentOnly = () => {
      throw new TypeError('a defect');
    };
    const world = await openActivityWorld({ parts: { isIntentOnly } });
    await expect(release(world, releaseInput(paidSale(world)))).rejects.toThrow('a defect');
    expect([await states(world), moneyCalls(world)]).toEqual([[], 0]);
  });
});

describe('design 6: what the register has of a call', () => {
  it.each([
    ['its bound', fence.boundMs, untilShownMs],
    ['the lease, where the bound is shorter', 3_000, 6_000 + untilShownMs - fence.boundMs],
  ])('until when it may show: from its schedule on by %s, window and lag', async (_name, boundMs, afterMs) => {
    const world = await openActivityWorld();
    const scheduledAtMs = world.clock.now();
    const orderNumber = paidSale(world);
    const env = world.asOrder(orderNumber);
    world.clock.advance(1_000);
    const input = { ...releaseInput(orderNumber, matched(world)), fence: { ...fence, boundMs } };
    expect(await release(world, input, env)).toMatchObject({ kind: 'executed' });
    const [row] = await world.rows('release');
    expect(row).toMatchObject({ untilMs: scheduledAtMs + afterMs, armedAtMs: scheduledAtMs + 1_000 });
  });

  it('the window of the service is the workflow’s, also where this worker sends with a shorter one', async () => {
    const world = await openActivityWorld({ settings: { moneyRecvWindowMs: 1_000 } });
    await release(world, releaseInput(paidSale(world)));
    const [row] = await world.rows('release');
    expect(row?.untilMs).toBe(world.clock.now() + untilShownMs);
  });

  it('order, trade, payments and step of the code; and what was answered', async () => {
    const secondFactor = async () => ({ code: '123456', step: codeStep });
    const world = await openActivityWorld({ parts: { secondFactor } });
    const orderNumber = paidSale(world);
    await release(world, releaseInput(orderNumber, matched(world)));
    const fault = { kind: 'error', code: -1013, message: 'no' } as const;
    world.simulator.setFaults([
      { operation: 'markOrderAsPaid', fault },
      { operation: 'placeOrder', fault: { kind: 'http', status: 502, body: 'Bad Gateway' } },
      { operation: 'post', fault: { kind: 'reset', when: 'before' } },
    ]);
    await markPaid(world, markPaidInput(duePurchase(world)));
    await world.asPlacement('r1').run(world.money.placeOrder, placeInput());
    await world.asPublication('usdt-bob').run(world.money.publishAd, publishInput(world));
    const journal = await world.journal();
    const trade = { asset: 'USDT', amount: '50.00000000', price: '10.20000000', total: '510.00000000', fiat: 'BOB' };
    const [asked] = journal.filter(({ kind }) => kind === 'asked');
    expect(asked).toMatchObject({
      subject: orderNumber,
      body: { number: 1, step: 'release', ...trade, payments: ['BANK-1'] },
    });
    const answers = journal.filter(({ kind }) => kind === 'answered').map(({ body }) => [body['step'], body['answer']]);
    expect(answers).toEqual([
      ['release', 'executed'],
      ['mark-paid', '-1013'],
      ['place', '502'],
      ['publish', 'none'],
    ]);
    expect(JSON.stringify(journal)).not.toContain('123456');
  });
});
