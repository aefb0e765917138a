import { expect, it } from 'vitest';
import { adControl, startAd } from '../../src/client/index.ts';
import { pricingRulesSchema } from '../../src/domain/pricing/pricing-rules.ts';
import { account, openDeskWorld, quickSettings, until } from './desk-harness.ts';

const rules = pricingRulesSchema.parse({
  strategy: { kind: 'undercut', ticks: 1 },
  limits: { floor: '9.50', ceiling: '10.50' },
});

it('design 6: a worker takes over what one that was killed on its host has left, and the ad is watched again', async () => {
  const world = await openDeskWorld();
  const { client, simulator } = world;
  const killed = world.startWorker();
  const adNumber = simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.10' });
  await startAd(client, { account, adNumber, mode: 'sim', rules, settings: quickSettings });
  const handle = client.workflow.getHandle(adControl(client, account, adNumber).workflowId);
  const watch = async () => {
    const { pendingActivities } = (await handle.describe()).raw;
    return (pendingActivities ?? []).find(({ activityType }) => activityType?.name === 'watchMarket') ?? null;
  };
  const pidOf = (identity: string | null | undefined): number => Number((identity ?? '').split('@')[0]);
  await until('the first worker watches', watch, (found) => pidOf(found?.lastWorkerIdentity) === killed.pid);
  await killed.kill();
  const next = world.startWorker();
  const again = await until('the next one watches', watch, (found) => pidOf(found?.lastWorkerIdentity) === next.pid);
  // Which of the two ended the lost attempt depends on how soon the process starts; both lead to the same.
  console.log(`the lost watch ended with: ${again?.lastFailure?.message ?? 'nothing'}`);
  expect(again?.attempt).toBeGreaterThan(1);
  expect(await world.log()).toContain('took over from a worker that died on this host');
});
