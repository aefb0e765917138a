import { describe, expect, it } from 'vitest';
import type { MoneyAttempt } from '../../../src/activities/activity-contract.ts';
import type { SecondFactor } from '../../../src/activities/dependencies.ts';
import { throwSwitch, type SwitchName } from '../../../src/domain/guard/guard-memory.ts';
import type { Mode } from '../../../src/domain/mode.ts';
import { createExchangeClient } from '../../../src/exchange/index.ts';
import type { FaultRule } from '../../../src/simulator/world/fault-script.ts';
import { deskAccount } from '../../simulator/sim-fixture.ts';
import { freshName, openActivityWorld, realService, type ActivityWorld, type MockInfo } from '../activity-fixture.ts';
import { publishInput } from '../publication/publication-fixture.ts';
import {
  codeStep,
  duePurchase,
  fence,
  markPaid,
  markPaidInput,
  paidSale,
  placeInput,
  release,
  releaseInput,
} from './money-fixture.ts';
import { createMarketplace } from '../../../src/marketplace/exchange-marketplace.ts';
import { defaultSettings } from '../../../src/domain/settings.ts';

interface StepOptions {
  mode?: Mode;
  info?: MockInfo;
  /** Called with the environment before the activity runs. */
  onEnv?: (env: ReturnType<ActivityWorld['scheduled']>) => void;
}

interface MoneyCase {
  name: string;
  step: 'release' | 'mark-paid' | 'place' | 'publish';
  /** As the simulator's faults name it. */
  operation: string;
  path: string;
  ledger: 'placements' | 'payments' | 'releases' | 'ad-post';
  switches: SwitchName[];
  run: (world: ActivityWorld, options?: StepOptions) => Promise<MoneyAttempt>;
}

const steps: MoneyCase[] = [
  {
    name: 'release',
    step: 'release',
    operation: 'releaseCoin',
    path: 'orderMatch/releaseCoin',
    ledger: 'releases',
    switches: ['all', 'releases'],
    run: async (world, { mode = 'sim', info, onEnv } = {}) => {
      const orderNumber = paidSale(world);
      const env = world.asOrder(orderNumber, info);
      onEnv?.(env);
      return release(world, { ...releaseInput(orderNumber), mode }, env);
    },
  },
  {
    name: 'mark paid',
    step: 'mark-paid',
    operation: 'markOrderAsPaid',
    path: 'orderMatch/markOrderAsPaid',
    ledger: 'payments',
    switches: ['all'],
    run: async (world, { mode = 'sim', info, onEnv } = {}) => {
      const orderNumber = duePurchase(world);
      const env = world.asOrder(orderNumber, info);
      onEnv?.(env);
      return markPaid(world, markPaidInput(orderNumber, { mode }), env);
    },
  },
  {
    name: 'place',
    step: 'place',
    operation: 'placeOrder',
    path: 'orderMatch/placeOrder',
    ledger: 'placements',
    switches: ['all'],
    run: async (world, { mode = 'sim', info, onEnv } = {}) => {
      const requestId = freshName('request');
      const env = world.asPlacement(requestId, info);
      onEnv?.(env);
      return (await env.run(world.money.placeOrder, placeInput({ mode, requestId }))) as MoneyAttempt;
    },
  },
  {
    name: 'publish an ad',
    step: 'publish',
    operation: 'post',
    path: 'ads/post',
    ledger: 'ad-post',
    switches: ['all', 'repricing'],
    run: async (world, { mode = 'sim', info, onEnv } = {}) => {
      const name = freshName('ad');
      const env = world.asPublication(name, info);
      onEnv?.(env);
      return (await env.run(world.money.publishAd, publishInput(world, { mode, name }))) as MoneyAttempt;
    },
  },
];

function done({ simulator }: ActivityWorld, { ledger }: MoneyCase): number {
  const { entries, ...counts } = simulator.ledger();
  return ledger === 'ad-post' ? entries.filter(({ kind }) => kind === ledger).length : counts[ledger];
}

describe.each(steps)('design 6, money step $name', (step) => {
  it.each(step.switches)('the kill switch %s is thrown: nothing is sent', async (name) => {
    const world = await openActivityWorld();
    const thrown = { by: 'ana', reason: '', atMs: world.clock.now() };
    world.fakeGuard.memory = throwSwitch(world.fakeGuard.memory, name, thrown);
    // Waiting does not lift a switch: the guard wakes the orders that wait for it.
    expect(await step.run(world)).toMatchObject({ kind: 'rejected', category: 'SWITCHED_OFF', retryAfterMs: null });
    expect(world.callsOf(step.path)).toBe(0);
  });

  it('a guard that does not answer permits nothing', async () => {
    const world = await openActivityWorld();
    world.fakeGuard.silent = true;
    expect(await step.run(world)).toMatchObject({ kind: 'rejected', category: 'GUARD_SILENT' });
    expect(world.callsOf(step.path)).toBe(0);
  });

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
    const scheduled = (agoMs: number): MockInfo => {
      const atMs = world.clock.now() - agoMs;
      return { scheduledTimestampMs: atMs, currentAttemptScheduledTimestampMs: atMs };
    };
    expect(await step.run(world, { info: scheduled(9_001) })).toMatchObject({ kind: 'rejected', category: 'FENCED' });
    expect(world.callsOf(step.path)).toBe(0);
    expect(await step.run(world, { info: scheduled(9_000) })).toMatchObject({ kind: 'executed' });
  });

  it('fence: a cancel that waits is seen before anything leaves, behind a heartbeat', async () => {
    const world = await openActivityWorld();
    const beats: number[] = [];
    const end = await step.run(world, {
      onEnv: (env) => {
        env.on('heartbeat', () => beats.push(world.callsOf(step.path)));
        env.cancel();
      },
    });
    // Not a cancellation: the workflow learns that nothing has left.
    expect(end).toMatchObject({ kind: 'rejected', category: 'NOT_SENT' });
    expect(beats).toEqual([0, 0]);
    expect(world.callsOf(step.path)).toBe(0);
    expect(await world.rows(step.step)).toEqual([]);
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
    ['a code that no one knows', { kind: 'error', code: 990_001 }],
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
    world.simulator.setFaults([{ operation: '*', fault: { kind: 'skew', ms: 6_000 } }]);
    await world.exchange.time();
    expect(await step.run(world)).toMatchObject({ kind: 'rejected', category: 'CLOCK_SKEW' });
    expect(world.callsOf(step.path)).toBe(0);
  });

  it('a call that never reached the service passes by itself: no human is needed', async () => {
    const exchange = createExchangeClient({
      baseUrl: 'http://127.0.0.1:1',
      credentials: deskAccount,
      sleep: async () => {},
    });
    const world = await openActivityWorld({
      parts: { marketplace: createMarketplace(exchange, defaultSettings), clock: Date },
    });
    world.fakeGuard.aheadMs = Date.now() - world.clock.now();
    const atMs = Date.now();
    const info = { scheduledTimestampMs: atMs, currentAttemptScheduledTimestampMs: atMs };
    expect(await step.run(world, { info })).toMatchObject({ kind: 'rejected', category: 'NOT_SENT', code: null });
    await exchange.close();
  });

  it('shadow: an intent is recorded, and nothing is sent', async () => {
    const world = await openActivityWorld();
    expect(await step.run(world, { mode: 'shadow' })).toEqual({ kind: 'intent' });
    expect(world.intents).toMatchObject([{ operation: step.step }]);
    expect(world.calls).toEqual([]);
  });

  it('design 2: a mode that this process does not allow is refused, and nothing is sent', async () => {
    const world = await openActivityWorld({ parts: realService });
    const refused = { kind: 'rejected', category: 'MODE_NOT_ALLOWED' };
    expect(await step.run(world, { mode: 'live' })).toMatchObject(refused);
    expect(world.calls).toEqual([]);
  });
});

/** A second factor that returns these codes, one after the other. */
function codesInTurn(...codes: string[]): SecondFactor {
  let step = codeStep - 1;
  return async () => {
    step += 1;
    return { code: codes.shift() ?? '', step };
  };
}

describe('EP-20: what only a release knows', () => {
  it('I12, S1: the one-time code is made at send time, used by the service, and part of no result', async () => {
    const secondFactor = codesInTurn('123456', '654321');
    const world = await openActivityWorld({ simulator: { requireReleaseCode: true }, parts: { secondFactor } });
    const first = await release(world, releaseInput(paidSale(world)));
    expect(first).toEqual({ kind: 'executed', orderNumber: null });
    await release(world, releaseInput(paidSale(world)));
    expect(world.simulator.snapshot().usedCodes).toEqual(['acme:123456', 'acme:654321']);
    expect(world.simulator.ledger().releases).toBe(2);
  });

  it('I12, fence: without an unused code in time nothing is sent, and the step waits for the next one', async () => {
    const secondFactor: SecondFactor = (signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      });
    const world = await openActivityWorld({ parts: { secondFactor } });
    const input = { ...releaseInput(paidSale(world)), fence: { ...fence, boundMs: 1_020 } };
    expect(await release(world, input)).toMatchObject({ kind: 'rejected', category: 'NO_CODE' });
    expect(world.callsOf('orderMatch/releaseCoin')).toBe(0);
  });

  it('fence: a code that came too late is not sent', async () => {
    const late: { move: () => void } = { move: () => undefined };
    const secondFactor: SecondFactor = async () => {
      late.move();
      return { code: '123456', step: codeStep };
    };
    const world = await openActivityWorld({ parts: { secondFactor } });
    late.move = () => world.clock.advance(9_001);
    const end = await release(world, releaseInput(paidSale(world)));
    expect(end).toMatchObject({ kind: 'rejected', category: 'FENCED' });
    expect(world.callsOf('orderMatch/releaseCoin')).toBe(0);
  });
});
