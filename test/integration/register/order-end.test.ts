/** An order that ends while the register does not answer, and whose worker dies then. */
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { registerPlace } from '../../../src/config/environment/register-environment.ts';
import { registerOf, resetWithoutMessages } from '../attacks/attack-world.ts';
import { account, until, type WorkerProcess } from '../desk-harness.ts';
import { shareOperationsWorld } from '../operations-world.ts';

const workers: WorkerProcess[] = [];
const the = shareOperationsWorld((world) => void workers.push(world.startWorker()));

it('ADR 0054: it is over only once the register has its end: through a silent register, a dead worker and a reset, once', async () => {
  const world = the();
  const { simulator, client, env } = world;
  const register = await registerOf(world, onTestFinished);
  const adNumber = simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.10' });
  const order = await world.carry(simulator.counterparties.take({ adNumber, totalPrice: '500.00' }), 'approve');
  const { orderNumber, workflowId, control } = order;
  await order.waitsFor('awaiting-payment');
  const place = registerPlace(env, true);
  const other = new DatabaseSync(place.kind === 'sqlite' ? place.file : '');
  onTestFinished(() => other.close());
  // Another process holds the file: nothing can be written.
  other.exec('BEGIN IMMEDIATE');
  simulator.counterparties.cancel(orderNumber);
  await control.report([{ status: null, atMs: Date.now(), source: 'list' }]);
  await order.waitsFor('keeping-end');
  const statusOf = async () => (await client.workflow.getHandle(workflowId).describe()).status.name;
  expect(await statusOf()).toBe('RUNNING');
  await workers[0]?.kill();
  world.startWorker();
  other.exec('ROLLBACK');
  await until('it is over', statusOf, (status) => status === 'COMPLETED');
  const ends = async () => {
    const entries = await register.orderEntries({ account, orderNumber });
    return entries.filter(({ kind }) => kind === 'order-end').map(({ body }) => JSON.parse(body) as unknown);
  };
  const trade = { side: 'SELL', totalPrice: '500.00000000', price: '10.10000000', status: 'CANCELLED', adNumber };
  const end = { end: 'cancelled', firstPrice: '10.10000000', trade, payments: [], approvedBy: [] };
  expect(await ends()).toMatchObject([end]);
  await resetWithoutMessages(world, workflowId);
  await until('it is over again', statusOf, (status) => status === 'COMPLETED');
  expect(await ends()).toHaveLength(1);
  expect(await register.brokenJournalEntry()).toBeNull();
});
