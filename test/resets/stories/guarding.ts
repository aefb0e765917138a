/** The guard of an account. */
import { setTimeout as delay } from 'node:timers/promises';
import { guardControl, orderControl } from '../../../src/client/index.ts';
import { account } from '../../integration/desk-harness.ts';
import { doublesIn, firstOf } from '../judge.ts';
import type { ResetWorld, Story } from '../story.ts';
import { keptAd, must, openSwitch, orProblem, releasesOne, shows } from './account-wide.ts';
import { operator, rulesOf, waitsFor } from './order-subject.ts';

/** What an ad knows of the switches holds two seconds: until then a price of before the switch may still follow. */
const lookHoldsMs = 3_000;

const guard: Story = {
  workflow: 'guard',
  name: 'switch, rules, block and permits',
  isOnce: false,
  desk: rulesOf('approve'),
  play: async (world) => {
    const { client, simulator, market } = world;
    const control = guardControl(client, account);
    await control.setReleaseRules(rulesOf('approve', { amountCap: null }));
    await releasesOne(world);
    await control.killSwitch({ name: 'releases', thrown: true, by: 'ana', reason: 'a doubt' });
    await openSwitch(world, 'releases');
    await control.block('nickname:Blocked-Bob', operator('ana'));
    await releasesOne(world);
    await control.killSwitch({ name: 'repricing', thrown: true, by: 'ana', reason: 'a doubt' });
    await shows(
      () => control.state(),
      ({ isKept }) => isKept,
    );
    const adNumber = await keptAd(world, '10.50');
    await delay(lookHoldsMs);
    const price = (): string => simulator.marketplace.ads.get(adNumber)?.price ?? '';
    let before = price();
    return {
      workflowId: control.workflowId,
      said: () =>
        shows(
          () => control.state(),
          ({ switches, blocked, rules, isKept, state }) =>
            switches.repricing !== null &&
            blocked.length === 1 &&
            rules?.policy === 'approve' &&
            isKept &&
            state === 'guarding',
        ),
      left: async (stage) => {
        if (stage === 'reset') before = price();
        market.move('10.00', stage === 'reset' ? '10.30' : '10.20', '9.95');
        return firstOf(
          () => doublesIn(world),
          () => blockedProblem(world, stage),
          () => (price() === before ? null : `an ad was repriced to ${price()} although the switch is engaged`),
        );
      },
      goesOn: () =>
        orProblem(async () => {
          // Without its messages it stands where it was engaged: it is lifted again, in both places.
          if ((await control.state()).switches.releases !== null) await openSwitch(world, 'releases');
          must(await releasesOne(world));
        }),
    };
  },
};

/** One blocked order a stage is enough. */
async function blockedProblem(world: ResetWorld, stage: string): Promise<string | null> {
  if (stage !== 'reset') return null;
  const { client, simulator } = world;
  const adNumber = simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.10' });
  const orderNumber = simulator.counterparties.take({ adNumber, totalPrice: '500.00', nickname: 'Blocked-Bob' });
  simulator.counterparties.pay(orderNumber);
  const order = orderControl(client, account, orderNumber);
  await waitsFor(order, 'held');
  await order.unhold(operator('ana'));
  await waitsFor(order, 'release-gate');
  await order.approve(operator('ana'));
  const { why, waitingFor } = await waitsFor(order, 'release-gate', 'blocked', 'nothing');
  await order.stop(operator('ana'));
  return waitingFor.code === 'nothing' || !why.includes('lock')
    ? `an order of who is blocked: ${waitingFor.code}, ${why}`
    : null;
}

export const guardingStories: readonly Story[] = [guard];
