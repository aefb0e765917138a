import { expect, it } from 'vitest';
import { orderControl } from '../../../src/client/index.ts';
import { account, openDeskWorld, until } from '../desk-harness.ts';
import { json, operatorOf, paidOrderOf } from '../operator.ts';

it('ADR 0059: an order in appeal is shown with its deadline, whose turn it is and why, and the list says who has it', async () => {
  const world = await openDeskWorld();
  const peerdesk = operatorOf(world);
  // The window is of a process with a note: a worker of its own.
  world.startWorker();
  const order = await paidOrderOf(world, { total: '500.00' });
  const control = orderControl(world.client, account, order);
  await until(
    'the order is carried',
    () => control.state(),
    ({ waitingFor }) => waitingFor.code === 'release-gate',
  );
  const { counterparties } = world.simulator;
  counterparties.dispute(order, 'the coin\ndid not come');
  const { untilMs } = await until(
    'it is in appeal',
    () => control.state(),
    ({ waitingFor }) => waitingFor.code === 'appeal',
  );
  expect(untilMs).toBeGreaterThan(Date.now());
  await peerdesk('order', 'take', order, '--by', 'ben');
  const shown = (await peerdesk('order', 'show', order)).stdout;
  expect(shown).toMatch(/appeal +they appealed: YOU ARE TO ACT, in the app, due .* left for it\n/);
  expect(shown).not.toContain('left to release');
  expect(shown).toMatch(/appeal reason +the coin did not come\n/);
  expect(shown).toMatch(/taken +by ben until /);
  expect(shown).toMatch(/next +npx peerdesk order dossier --help\n/);
  const listed = await peerdesk('order', 'list', '--json');
  expect(json(listed)).toMatchObject([{ isAppeal: true, untilMs, assigned: { assignee: 'ben' } }]);
  // What people write stays out of Temporal.
  expect(JSON.stringify(await control.state())).not.toContain('did not come');
});
