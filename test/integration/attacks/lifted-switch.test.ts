/** A switch that a stranger lifts at the guard, which is all that he reaches; the prices at the service are the judge. */
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { adControl, guardControl, startAd } from '../../../src/client/index.ts';
import { pricingRulesSchema } from '../../../src/domain/pricing/pricing-rules.ts';
import { account, openDeskWorld, quickSettings, until } from '../desk-harness.ts';
import { liftSwitch } from '../operations-world.ts';
import { registerOf } from './attack-world.ts';

const rules = pricingRulesSchema.parse({
  strategy: { kind: 'undercut', ticks: 1 },
  limits: { floor: '9.00', ceiling: '11.00' },
  answerHoldMs: 0,
});
/** Several looks at the market. */
const whileMs = 5_000;

it('P4: "repricing" that a person engaged stays engaged in the register: no ad is priced until it is lifted there', async () => {
  const world = await openDeskWorld();
  await world.runWorker();
  const { client, simulator, market } = world;
  const adNumber = simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.50' });
  await startAd(client, { account, adNumber, mode: 'sim', rules, settings: quickSettings });
  const priced = (price: string) =>
    until(
      `the ad is at ${price}`,
      () => adControl(client, account, adNumber).state(),
      (view) => view.price === price,
    );
  await priced('10.04');
  const guard = guardControl(client, account);
  await guard.sendKillSwitch({ name: 'repricing', thrown: true, by: 'ana' });
  await until(
    'the switch is kept',
    () => guard.state(),
    ({ switches, isKept }) => switches.repricing !== null && isKept,
  );
  expect((await guard.killSwitch({ name: 'repricing', thrown: false, by: 'mallory' })).switches.repricing).toBeNull();
  const { entries } = await (await registerOf(world, onTestFinished)).restrictions({ account });
  expect(entries).toMatchObject([{ kind: 'switch', key: 'repricing' }]);
  // What the guard said before the switch was engaged is used for two seconds.
  await delay(2_500);
  const { reprices } = simulator.ledger();
  market.move('10.00', '10.30', '9.70');
  await delay(whileMs);
  expect(simulator.ledger().reprices).toBe(reprices);
  await liftSwitch(world, 'repricing');
  await priced('10.29');
});
