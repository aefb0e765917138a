import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { MoneyAttempt } from '../../../src/activities/activity-contract.ts';
import { createMoneyQueueActivities } from '../../../src/activities/index.ts';
import { exchangeSettingsOf } from '../../../src/domain/settings.ts';
import { createExchangeClient, createOneTimeCodes } from '../../../src/exchange/index.ts';
import { AccountRegister } from '../../../src/register/account-register.ts';
import { generation } from '../../register/memory-register.ts';
import { deskAccount } from '../../simulator/sim-fixture.ts';
import { openActivityWorld, type ActivityWorld } from '../activity-fixture.ts';
import { codeStep, moneyCalls, paidSale, release, releaseInput } from './money-fixture.ts';
import { createMarketplace } from '../../../src/marketplace/exchange-marketplace.ts';

const sixHoursMs = 6 * 3_600_000;

/** A worker of the same account, lead and seed, whose clock is ahead until the test sets it right. */
function workerAhead({ deps, memory, clock, baseUrl }: ActivityWorld) {
  let aheadMs = sixHoursMs;
  const own = { now: () => clock.now() + aheadMs };
  const sleep = async (ms: number): Promise<void> => clock.advance(ms);
  const codes = createOneTimeCodes({ seed: 'JBSWY3DPEHPK3PXP', clock: own, sleep });
  const exchange = createExchangeClient({
    baseUrl,
    credentials: deskAccount,
    settings: exchangeSettingsOf(deps.settings),
    clock: own,
  });
  const term = async () => ({ term: 1, generation, known: null, isOtherTemporal: false });
  const register = new AccountRegister({
    register: memory.register,
    account: deps.account,
    term,
    uncompared: async () => null,
    clock: own,
    nextCallId: randomUUID,
  });
  const secondFactor = (signal: AbortSignal) => codes.next(signal);
  const marketplace = createMarketplace(exchange, deps.settings);
  const parts = { ...deps, clock: own, register, marketplace, secondFactor };
  return {
    close: () => exchange.close(),
    money: createMoneyQueueActivities(parts),
    setRight: () => void (aheadMs = 0),
  };
}

describe('I12: a worker whose clock is hours ahead', () => {
  it('uses up no code and releases nothing, and releases at once when its clock is right', async () => {
    const world = await openActivityWorld({ simulator: { requireReleaseCode: true } });
    const { close, money, setRight } = workerAhead(world);
    const run = async (): Promise<MoneyAttempt> => {
      const orderNumber = paidSale(world);
      return (await world.asOrder(orderNumber).run(money.releaseCoin, releaseInput(orderNumber))) as MoneyAttempt;
    };
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect(await run()).toMatchObject({ kind: 'rejected', category: 'CLOCK_SKEW' });
    }
    expect(moneyCalls(world)).toBe(0);
    expect((await world.rows('release')).map(({ state }) => state)).toEqual(['not-left', 'not-left', 'not-left']);
    setRight();
    expect(await run()).toMatchObject({ kind: 'executed' });
    expect(world.simulator.ledger().releases).toBe(1);
    await close();
  });

  it('ends no call of another one by reads that began before it could show', async () => {
    const world = await openActivityWorld();
    const orderNumber = paidSale(world);
    world.simulator.setFaults([{ operation: 'releaseCoin', fault: { kind: 'reset', when: 'before' } }]);
    expect(await release(world, releaseInput(orderNumber))).toMatchObject({ kind: 'unknown' });
    const { close, money } = workerAhead(world);
    for (let look = 0; look < 3; look += 1) {
      world.clock.advance(1_000);
      await world.asOrder(orderNumber).run(money.checkRelease, releaseInput(orderNumber).gate);
    }
    expect(await world.rows('release')).toMatchObject([{ state: 'leaving', unseenReads: 0 }]);
    await close();
  });

  it('is told by the clock of the guard, not by its own: a code is as old as that says', async () => {
    const step = codeStep - 2;
    const world = await openActivityWorld({ parts: { secondFactor: async () => ({ code: '123456', step }) } });
    world.clock.advance(26_000);
    expect(await release(world, releaseInput(paidSale(world)))).toMatchObject({ kind: 'executed' });
    world.fakeGuard.aheadMs = 5_000;
    const end = await release(world, releaseInput(paidSale(world)));
    const message = `the one-time code is of step ${step}, and by this clock it is step ${codeStep + 1}`;
    expect(end).toMatchObject({ kind: 'rejected', category: 'CLOCK_SKEW', message });
    expect(moneyCalls(world)).toBe(1);
  });
});
