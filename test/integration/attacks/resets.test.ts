/** Temporal's stock reset of an order, with its messages sent again: the order goes on from each point. */
import { expect, it } from 'vitest';
import { until } from '../desk-harness.ts';
import { completesOnce, effects, shareOperationsWorld, type CarriedOrder } from '../operations-world.ts';
import { lacksSomething, paymentOf, soldTo } from './attack-world.ts';

const the = shareOperationsWorld();
const ana = { by: 'ana' };
const buyer = 'Juan Perez';

/** The ends of the tasks of a run: where a reset may go back to. */
async function pointsOf(workflowId: string, runId: string): Promise<string[]> {
  const { events } = await the().client.workflow.getHandle(workflowId, runId).fetchHistory();
  return (events ?? []).flatMap(({ eventId, workflowTaskCompletedEventAttributes: completed }) =>
    completed === undefined || completed === null ? [] : [String(eventId)],
  );
}

/** The problem of the present task of a workflow; null: it has none. */
async function taskProblem(workflowId: string): Promise<string | null> {
  const { events } = await the().client.workflow.getHandle(workflowId).fetchHistory();
  // A reset itself is written down as a failed task.
  const texts = (events ?? []).map(({ workflowTaskFailedEventAttributes: failed }) => failed?.failure?.message ?? '');
  return texts.findLast((text) => text !== '' && !text.endsWith('a test')) ?? null;
}

/** An order that lacks something, to which everything was said: by commands, and by signals. */
async function muchSaid(): Promise<CarriedOrder> {
  const world = the();
  const orderNumber = soldTo(world, buyer);
  world.simulator.setFaults(lacksSomething(orderNumber));
  const order = await world.carry(orderNumber, 'approve');
  await order.waitsFor('release-gate');
  const { control, workflowId } = order;
  const handle = world.client.workflow.getHandle(workflowId);
  await control.attachMatch(paymentOf(buyer, 'BANK-1'));
  await control.approve(ana);
  await handle.signal('detachMatch', { ...ana, proofId: 'BANK-1' });
  await until(
    'the payment is taken back',
    () => control.state(),
    ({ payments, isKept }) => payments.length === 0 && isKept,
  );
  await control.approve(ana);
  await handle.signal('hold', ana);
  await order.waitsFor('held');
  await control.unhold(ana);
  await control.approve(ana);
  return order;
}

it('design 6, P5: after approvals, a payment taken back and a hold, from the last task and from every third one: it goes on, and is held', async () => {
  const world = the();
  const order = await muchSaid();
  const { workflowId, control, orderNumber } = order;
  const { runId } = await world.client.workflow.getHandle(workflowId).describe();
  const points = (await pointsOf(workflowId, runId)).filter((_, at) => at % 3 === 0);
  expect(points.length).toBeGreaterThan(2);
  const ways = [['--type', 'LastWorkflowTask'], ...points.map((point) => ['--run-id', runId, '--event-id', point])];
  for (const way of ways) {
    const before = (await control.state()).mark?.epoch ?? 0;
    await world.mustTemporal('workflow', 'reset', '--workflow-id', workflowId, ...way, '--reason', 'a test');
    await control.report([{ status: null, atMs: Date.now(), source: 'test' }]);
    const view = await until(
      `it goes on after ${way.join(' ')}`,
      () => control.state(),
      ({ mark, waitingFor, isKept }) => (mark?.epoch ?? 0) > before && isKept && waitingFor.code === 'held',
    );
    // What was ever held is held again.
    expect(view, way.join(' ')).toMatchObject({ needsHuman: true, waitingFor: { code: 'held' } });
    expect(await taskProblem(workflowId)).toBeNull();
    expect(effects(world.simulator.ledger(), 'release', orderNumber)).toBe(0);
  }
  world.simulator.setFaults([]);
  await control.unhold(ana);
  await control.approve(ana);
  await completesOnce(world, order);
});
