/** A placement whose call has left, and whose workflow is begun again before any read has shown its order; the ledger is the judge. */
import { expect, it, onTestFinished } from 'vitest';
import { placeOrder, type PlacementControl } from '../../../src/client/index.ts';
import { registerOf, resetWithoutMessages } from '../attacks/attack-world.ts';
import { account, askAdNumber, provingSettings, until } from '../desk-harness.ts';
import { releaseRules, shareOperationsWorld } from '../operations-world.ts';

const the = shareOperationsWorld();

it('design 6: no reset makes a second order: what was on the ad when it began again proves nothing of a call from before', async () => {
  const world = the();
  const register = await registerOf(world, onTestFinished);
  const unread = { operation: 'listOrders', when: { adNumber: askAdNumber, nth: 2, count: 1_000 } } as const;
  world.simulator.setFaults([
    { operation: 'placeOrder', when: { nth: 1, count: 1 }, fault: { kind: 'reset', when: 'after' } },
    { ...unread, fault: { kind: 'http', status: 400 } },
  ]);
  const trade = { asset: 'USDT', fiat: 'BOB', side: 'BUY', totalAmount: '500.00', matchPrice: '10.05' } as const;
  const rest = { account, requestId: 'r1', mode: 'sim', adNumber: askAdNumber, settings: provingSettings } as const;
  const control = await placeOrder(world.client, { ...trade, ...rest, release: releaseRules('approve') });
  const states = async (): Promise<string[]> =>
    (await register.stepRows({ account, step: 'place', subject: 'r1' })).map(({ state }) => state);
  await until('it has left', states, ([state]) => state === 'leaving');
  await until(
    'its outcome is not known',
    () => control.state(),
    ({ state }) => state === 'outcome-unknown',
  );
  expect(world.simulator.ledger()).toMatchObject({ placements: 1 });
  await resetWithoutMessages(world, control.workflowId);
  // What the run before has asked has ended by the second attempt of this one.
  await until(
    'the next run has asked in vain',
    async () => (await world.client.workflow.getHandle(control.workflowId).describe()).raw.pendingActivities ?? [],
    (asked) => asked.some(({ activityType, attempt }) => activityType?.name === 'checkPlacement' && (attempt ?? 0) > 2),
  );
  world.simulator.setFaults([]);
  const placed = { state: 'placed', orderNumber: expect.any(String) };
  expect(await ended(control)).toMatchObject(placed);
  expect(await states()).toEqual(['done']);
  await resetWithoutMessages(world, control.workflowId);
  expect(await ended(control)).toMatchObject(placed);
  expect(world.simulator.ledger()).toMatchObject({ placements: 1, doublePlacements: 0 });
});

const ended = (control: PlacementControl) =>
  until(
    'it has an end, or asks a human',
    () => control.state(),
    ({ state }) => ['placed', 'needs-human', 'refused'].includes(state),
  );
