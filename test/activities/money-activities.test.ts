import { CancelledFailure } from '@temporalio/common';
import { describe, expect, it } from 'vitest';
import type { MoneyAttempt } from '../../src/activities/activity-contract.ts';
import { createExchangeClient } from '../../src/exchange/index.ts';
import type { FaultRule } from '../../src/simulator/simulator.ts';
import { freePort } from '../../src/server/free-port.ts';
import { askAdNo, deskAccount } from '../simulator/sim-fixture.ts';
import { openActivityWorld, realService } from './activity-fixture.ts';
import type { ActivityWorld } from './activity-fixture.ts';

/** An order that the desk sells and that is paid. */
function paidSale(world: ActivityWorld): string {
  const orderNumber = world.simulator.counterparties.take({ adNumber: world.addAd(), totalPrice: '500.00' });
  world.simulator.counterparties.pay(orderNumber);
  return orderNumber;
}

/** An order that the desk buys and has to pay. */
function duePurchase(world: ActivityWorld): string {
  const adNumber = world.addAd({ side: 'BUY', price: '9.80' });
  return world.simulator.counterparties.take({ adNumber, totalPrice: '500.00' });
}

type Mode = 'sim' | 'shadow' | 'live';
type Step = (world: ActivityWorld, mode?: Mode, env?: ReturnType<ActivityWorld['scheduled']>) => Promise<MoneyAttempt>;

interface MoneyCase {
  name: string;
  operation: string;
  path: string;
  ledger: 'placements' | 'payments' | 'releases';
  run: Step;
}

const steps: MoneyCase[] = [
  {
    name: 'release',
    operation: 'releaseCoin',
    path: 'orderMatch/releaseCoin',
    ledger: 'releases',
    run: async (world, mode = 'sim', env = world.scheduled()) => {
      const input = { mode, orderNumber: paidSale(world), payId: null, policy: 'paid' as const };
      return (await env.run(world.acting.releaseCoin, input)) as MoneyAttempt;
    },
  },
  {
    name: 'mark paid',
    operation: 'markOrderAsPaid',
    path: 'orderMatch/markOrderAsPaid',
    ledger: 'payments',
    run: async (world, mode = 'sim', env = world.scheduled()) => {
      const input = { mode, orderNumber: duePurchase(world), payId: null };
      return (await env.run(world.acting.markOrderAsPaid, input)) as MoneyAttempt;
    },
  },
  {
    name: 'place',
    operation: 'placeOrder',
    path: 'orderMatch/placeOrder',
    ledger: 'placements',
    run: async (world, mode = 'sim', env = world.scheduled()) => {
      const wish = { adNumber: askAdNo, asset: 'USDT', fiat: 'BOB', side: 'BUY', totalAmount: '500.00' } as const;
      const input = { mode, ...wish, matchPrice: '10.05', payId: null };
      return (await env.run(world.acting.placeOrder, input)) as MoneyAttempt;
    },
  },
];

const done = (world: ActivityWorld, step: MoneyCase): number => world.simulator.ledger()[step.ledger];

describe.each(steps)('design 6, money step $name', (step) => {
  it.each(['closed', 'unknown'] as const)(
    'a kill switch that is %s right before the call: nothing is sent',
    async (state) => {
      const world = await openActivityWorld();
      world.fakeDesk.switches = { releases: state, repricing: 'open', money: state };
      expect(await step.run(world)).toMatchObject({ kind: 'rejected', category: 'SWITCHED_OFF', retryAfterMs: 15_000 });
      expect(world.callsOf(step.path)).toBe(0);
    },
  );

  const faulty = async (fault: FaultRule['fault']): Promise<ActivityWorld> => {
    const world = await openActivityWorld();
    world.simulator.setFaults([{ operation: step.operation, when: { nth: 1 }, fault }]);
    return world;
  };

  it('EP-17, EP-18, EP-20: a clear success is believed', async () => {
    const world = await openActivityWorld();
    expect(await step.run(world)).toMatchObject({ kind: 'executed' });
    expect(done(world, step)).toBe(1);
  });

  it('I7, fence: nothing is sent once the bound has passed', async () => {
    const world = await openActivityWorld();
    const late = world.scheduled({ currentAttemptScheduledTimestampMs: world.clock.now() - 9_001 });
    expect(await step.run(world, 'sim', late)).toMatchObject({ kind: 'rejected', category: 'FENCED' });
    expect(world.callsOf(step.path)).toBe(0);
    const justInTime = world.scheduled({ currentAttemptScheduledTimestampMs: world.clock.now() - 9_000 });
    expect(await step.run(world, 'sim', justInTime)).toMatchObject({ kind: 'executed' });
  });

  it('fence: a cancel that waits is seen before anything leaves, behind a heartbeat', async () => {
    const world = await openActivityWorld();
    const env = world.scheduled();
    const beats: number[] = [];
    env.on('heartbeat', () => beats.push(world.callsOf(step.path)));
    env.cancel();
    await expect(step.run(world, 'sim', env)).rejects.toBeInstanceOf(CancelledFailure);
    expect(beats).toEqual([0]);
    expect(world.callsOf(step.path)).toBe(0);
  });

  it.each(['before', 'after'] as const)(
    'I4: a connection reset %s the effect leaves the outcome unknown',
    async (when) => {
      const world = await faulty({ kind: 'reset', when });
      expect(await step.run(world)).toMatchObject({ kind: 'unknown' });
      expect(world.callsOf(step.path)).toBe(1);
      expect(done(world, step)).toBe(when === 'after' ? 1 : 0);
    },
  );

  it.each([
    ['-1000', { kind: 'error', code: -1000 }],
    ['-9000', { kind: 'error', code: -9000, message: 'busy' }],
    ['HTTP 502', { kind: 'http', status: 502, body: 'Bad Gateway' }],
    ['a code that nobody knows', { kind: 'error', code: 990_001 }],
  ] as const)('I4: %s leaves the outcome unknown, and nothing is sent again', async (_name, fault) => {
    const world = await faulty(fault);
    expect(await step.run(world)).toMatchObject({ kind: 'unknown' });
    expect(world.callsOf(step.path)).toBe(1);
  });

  it('a clear refusal is believed: -1013 was not executed', async () => {
    const world = await faulty({ kind: 'error', code: -1013, message: 'Invalid quantity.' });
    const attempt = await step.run(world);
    expect(attempt).toMatchObject({ kind: 'rejected', category: 'NON_RETRIABLE_BUSINESS', code: '-1013' });
    expect(done(world, step)).toBe(0);
  });

  it('7.1: 429 and 418 were not executed, and say how long to wait', async () => {
    const limited = await faulty({ kind: 'http', status: 429, retryAfterS: 7 });
    const refused = { kind: 'rejected', category: 'RATE_LIMITED', retryAfterMs: 7_000 };
    expect(await step.run(limited)).toMatchObject(refused);
    const banned = await faulty({ kind: 'http', status: 418, retryAfterS: 7_200 });
    expect(await step.run(banned)).toMatchObject({ kind: 'rejected', category: 'IP_BAN', retryAfterMs: 7_200_000 });
    const sent = banned.callsOf(step.path);
    expect(await step.run(banned)).toMatchObject({ category: 'IP_BAN', retryAfterMs: 7_200_000 });
    expect(banned.callsOf(step.path)).toBe(sent);
  });

  it('reliability 2.3: -1021 is a refusal, and nothing is signed a second time', async () => {
    const world = await faulty({ kind: 'error', code: -1021 });
    expect(await step.run(world)).toMatchObject({ kind: 'rejected', category: 'RETRY_WITH_SYNC', code: '-1021' });
    expect(world.callsOf(step.path)).toBe(1);
    expect(done(world, step)).toBe(0);
  });

  it('S17: a clock that is too far from the service’s is a refusal of our own, and passes by itself', async () => {
    const world = await openActivityWorld();
    world.simulator.setFaults([{ operation: 'time', when: { nth: 1 }, fault: { kind: 'skew', ms: 6_000 } }]);
    await world.deps.exchange.time();
    expect(await step.run(world)).toMatchObject({ kind: 'rejected', category: 'NOT_SENT', code: 'CLOCK_SKEW' });
    expect(world.callsOf(step.path)).toBe(0);
  });

  it('a call that never reached the service passes by itself: no human is needed', async () => {
    const baseUrl = `http://127.0.0.1:${await freePort()}`;
    const exchange = createExchangeClient({ baseUrl, credentials: deskAccount, sleep: async () => {} });
    const world = await openActivityWorld({ parts: { exchange, clock: Date } });
    const env = world.scheduled({ currentAttemptScheduledTimestampMs: Date.now() });
    expect(await step.run(world, 'sim', env)).toMatchObject({ kind: 'rejected', category: 'NOT_SENT', code: null });
    await exchange.close();
  });

  it('shadow: an intent is recorded, and nothing is sent', async () => {
    const world = await openActivityWorld();
    expect(await step.run(world, 'shadow')).toEqual({ kind: 'intent' });
    expect(world.intents).toMatchObject([{ operation: step.operation }]);
    expect(world.calls).toEqual([]);
  });

  it('design 2: a mode that this process does not allow is refused, and nothing is sent', async () => {
    const world = await openActivityWorld({ parts: realService });
    expect(await step.run(world, 'live')).toMatchObject({ kind: 'rejected', category: 'MODE_NOT_ALLOWED' });
    expect(world.calls).toEqual([]);
  });
});

describe('EP-20: what only a release knows', () => {
  it('I1: -3026 after an own release is unknown, never a failure: reading tells that it was done', async () => {
    const world = await openActivityWorld();
    const input = { mode: 'sim', orderNumber: paidSale(world), payId: null, policy: 'paid' as const } as const;
    expect(await world.scheduled().run(world.acting.releaseCoin, input)).toMatchObject({ kind: 'executed' });
    expect(await world.scheduled().run(world.acting.releaseCoin, input)).toMatchObject({ kind: 'unknown' });
    expect(world.simulator.ledger()).toMatchObject({ releases: 1, doubleReleases: 0, repeatedAttempts: 1 });
  });

  it('I12, S1: the one-time code is made at send time, used by the service, and part of no result', async () => {
    const codes = ['123456', '654321'];
    const secondFactor = async (): Promise<string> => codes.shift() ?? '';
    const world = await openActivityWorld({ simulator: { requireReleaseCode: true }, parts: { secondFactor } });
    const first = await steps[0]?.run(world);
    expect(first).toEqual({ kind: 'executed', orderNumber: null });
    await steps[0]?.run(world);
    expect(world.simulator.snapshot().usedCodes).toEqual(['acme:123456', 'acme:654321']);
    expect(world.simulator.ledger().releases).toBe(2);
  });

  it('I12, fence: without an unused code in time nothing is sent, and the step waits for the next one', async () => {
    const secondFactor = (signal: AbortSignal): Promise<string> =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      });
    const world = await openActivityWorld({ parts: { secondFactor } });
    const env = world.scheduled({ startToCloseTimeoutMs: 1_020 });
    expect(await steps[0]?.run(world, 'sim', env)).toMatchObject({ kind: 'rejected', category: 'FENCED' });
    expect(world.callsOf('orderMatch/releaseCoin')).toBe(0);
  });

  it('fence: a code that came too late is not sent', async () => {
    const late: { move: () => void } = { move: () => undefined };
    const secondFactor = async (): Promise<string> => {
      late.move();
      return '123456';
    };
    const world = await openActivityWorld({ parts: { secondFactor } });
    late.move = () => world.clock.advance(9_001);
    expect(await steps[0]?.run(world)).toMatchObject({ kind: 'rejected', category: 'FENCED' });
    expect(world.callsOf('orderMatch/releaseCoin')).toBe(0);
  });
});
