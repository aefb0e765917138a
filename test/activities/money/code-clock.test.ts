import { describe, expect, it } from 'vitest';
import type { MoneyAttempt } from '../../../src/activities/activity-contract.ts';
import { createMoneyQueueActivities } from '../../../src/activities/index.ts';
import { openActivityWorld } from '../activity-fixture.ts';
import { codeStep, paidSale, releaseInput } from './money-fixture.ts';

describe('I12: a worker whose clock is hours ahead', () => {
  it('is refused by the guard, and uses up no code of the others', async () => {
    const world = await openActivityWorld();
    const withStep = (step: number) =>
      createMoneyQueueActivities({ ...world.deps, secondFactor: async () => ({ code: '123456', step }) });
    const run = async (activities: ReturnType<typeof withStep>): Promise<MoneyAttempt> => {
      const orderNumber = paidSale(world);
      const env = world.asOrder(orderNumber);
      return (await env.run(activities.releaseCoin, releaseInput(orderNumber))) as MoneyAttempt;
    };
    expect(await run(withStep(codeStep + 720))).toMatchObject({ kind: 'rejected', category: 'CLOCK_SKEW' });
    expect(await run(withStep(codeStep))).toMatchObject({ kind: 'executed' });
  });
});
