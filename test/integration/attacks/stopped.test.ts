/** What a person has ended of an order that would release by itself; the ledger of the service is the judge. */
import { expect, it } from 'vitest';
import type { OrderView } from '../../../src/client/index.ts';
import { until } from '../desk-harness.ts';
import { completesOnce, effects, shareOperationsWorld, type CarriedOrder } from '../operations-world.ts';
import { lacksSomething, resetWithoutMessages, soldTo } from './attack-world.ts';

const the = shareOperationsWorld();
const ana = { by: 'ana' };

/** An order that releases without a word of a person, once nothing is missing. */
async function waitingOrder(): Promise<CarriedOrder> {
  const world = the();
  const orderNumber = soldTo(world, 'Juan Perez');
  world.simulator.setFaults(lacksSomething(orderNumber));
  const order = await world.carry(orderNumber, 'paid');
  await order.waitsFor('release-gate');
  return order;
}

/** The order goes on held, and releases nothing with one more look. */
async function staysHeld({ orderNumber, control }: CarriedOrder): Promise<void> {
  const { simulator } = the();
  const releases = (): number => effects(simulator.ledger(), 'release', orderNumber);
  for (const look of ['first', 'second']) {
    const isOver = ({ waitingFor }: OrderView): boolean => waitingFor.code === 'held' || releases() > 0;
    const view = await until(`the ${look} look of order ${orderNumber} is over`, () => control.state(), isOver);
    expect(releases()).toBe(0);
    expect(view).toMatchObject({ waitingFor: { code: 'held' }, needsHuman: true });
    await control.report([{ status: null, atMs: Date.now(), source: 'test' }]);
  }
}

it('S22, P2: stopped, and reset by a stranger: it is held, and releases once when a person says so', async () => {
  const world = the();
  const order = await waitingOrder();
  await order.control.stop(ana);
  await order.waitsFor('nothing');
  world.simulator.setFaults([]);
  await resetWithoutMessages(world, order.workflowId);
  await staysHeld(order);
  await order.control.unhold(ana);
  await completesOnce(world, order);
});

it('S22, P2: stopped, and its workflow deleted or forgotten by Temporal: taken up again it is held', async () => {
  const world = the();
  const order = await waitingOrder();
  await order.control.stop(ana);
  await order.waitsFor('nothing');
  world.simulator.setFaults([]);
  const { workflow, workflowService, options } = world.client;
  const workflowExecution = { workflowId: order.workflowId };
  await workflowService.deleteWorkflowExecution({ namespace: options.namespace, workflowExecution });
  const isGone = (): Promise<boolean> =>
    workflow
      .getHandle(order.workflowId)
      .describe()
      .then(
        () => false,
        () => true,
      );
  await until('its workflow is deleted', isGone, (gone) => gone);
  await world.carry(order.orderNumber, 'paid');
  await staysHeld(order);
});

it('S22, P2: carried in shadow by a person, and reset by a stranger to before that: it is held', async () => {
  const world = the();
  const order = await waitingOrder();
  const { runId } = await world.client.workflow.getHandle(order.workflowId).describe();
  await order.control.changeMode('shadow', ana);
  await until(
    'it is carried in shadow',
    () => order.control.state(),
    ({ mode }) => mode === 'shadow',
  );
  world.simulator.setFaults([]);
  await resetWithoutMessages(world, order.workflowId, runId);
  await staysHeld(order);
});
