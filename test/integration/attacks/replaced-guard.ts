/** A desk whose guard knows of a used payment and an engaged switch, and is replaced. */
import { WorkflowNotFoundError } from '@temporalio/client';
import { expect } from 'vitest';
import { guardControl, type GuardRunMemory } from '../../../src/client/index.ts';
import type { AtEnd } from '../../setup/temporary-directory.ts';
import { account, until } from '../desk-harness.ts';
import { completesOnce, effects, type CarriedOrder, type OperationsWorld } from '../operations-world.ts';
import { lift, paymentOf, registerOf, soldTo } from './attack-world.ts';

export const guardId = `guard:${account}`;
const ana = { by: 'ana' };
const buyer = 'Juan Perez';

/** Puts another guard in the place of the one that runs, with its memory and an older run, which knows less. */
export type Replace = (memory: GuardRunMemory, runs: { older: string }) => Promise<unknown>;

interface Scene {
  /** Asks for a release by a payment that was used. */
  used: CarriedOrder;
  /** Asks for one by a payment of its own. */
  unused: CarriedOrder;
}

/** One order was released on a payment, a second one on it was refused, and releases are switched off. */
async function killedDesk(world: OperationsWorld, name: string): Promise<Scene> {
  const attached = async (proof: string): Promise<CarriedOrder> => {
    const order = await world.carry(soldTo(world, buyer, { reference: proof }), 'match');
    await order.waitsFor('release-gate');
    await order.control.attachMatch(paymentOf(buyer, proof));
    return order;
  };
  const first = await attached(`TRX-77 ${name}`);
  await completesOnce(world, first);
  const used = await attached(`TRX-77 ${name}`);
  expect(await used.control.state()).toMatchObject({
    waitingFor: { code: 'release-gate' },
    payments: [{ backs: first.orderNumber }],
  });
  const guard = guardControl(world.client, account);
  await guard.killSwitch({ name: 'releases', thrown: true, ...ana });
  await until(
    'the kill is kept',
    () => guard.state(),
    ({ isKept }) => isKept,
  );
  return { used, unused: await attached(`TRX-78 ${name}`) };
}

/** Makes an order look again, and waits for what the look leads to. */
async function looksAgain({ control }: CarriedOrder): Promise<void> {
  await control.report([{ status: null, atMs: Date.now(), source: 'test' }]);
  const told = Date.now();
  await until(
    'it has looked',
    () => control.state(),
    ({ waitingFor }) => waitingFor.code === 'release-gate' && Date.now() > told + 1_500,
  );
}

/** Replaces the guard: nothing is released while releases are off, and nothing on the payment after that. */
export async function replaceGuard(
  world: OperationsWorld,
  replace: Replace,
  { name, atEnd }: { name: string; atEnd: AtEnd },
): Promise<void> {
  const releases = ({ orderNumber }: CarriedOrder): number => effects(world.simulator.ledger(), 'release', orderNumber);
  const register = await registerOf(world, atEnd);
  const guard = guardControl(world.client, account);
  const handle = world.client.workflow.getHandle(guardId);
  // A run that fails ends only after its start was answered.
  const started = async () => {
    await guard.start();
    return guard.state();
  };
  await until('a guard is there', started, ({ state }) => state === 'guarding');
  const { runId: older } = await handle.describe();
  await handle.terminate('a person');
  await until('the next one is there', started, ({ state }) => state === 'guarding');
  const { used, unused } = await killedDesk(world, name);
  const { runId } = await handle.describe();
  await replace(await guard.memory(), { older });
  expect((await handle.describe()).runId).not.toBe(runId);
  await until('another guard is there', started, ({ state }) => state === 'guarding');
  for (const order of [used, unused]) await looksAgain(order);
  expect([used, unused].map(releases)).toEqual([0, 0]);
  expect(await unused.control.state()).toMatchObject({ checks: [{ name: 'kill-switch' }] });

  // The first call that asks it brings it what it does not know: a payment, which the switch does not stop.
  const purchase = await world.purchase();
  await purchase.control.confirmPayment({ ...ana, payId: null, proof: 'REF' });
  await purchase.waitsFor('awaiting-release');
  expect((await guard.state()).switches.releases).toMatchObject(ana);

  // Lifted at the guard alone, which a stranger can do as well, nothing is released either.
  await guard.killSwitch({ name: 'releases', thrown: false, by: 'mallory' });
  for (const order of [used, unused]) await looksAgain(order);
  expect([used, unused].map(releases)).toEqual([0, 0]);

  await lift(register, 'releases');
  // It may have looked by itself already, and ended.
  await unused.control.report([{ status: null, atMs: Date.now(), source: 'test' }]).catch((error: unknown) => {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  });
  await completesOnce(world, unused);
  await looksAgain(used);
  expect(releases(used)).toBe(0);
  expect(await used.control.state()).toMatchObject({ payments: [{ backs: expect.any(String) }] });
  expect(world.simulator.ledger()).toMatchObject({ doubleReleases: 0, releasesOnUsedPayment: 0 });
}
