import { expect, it } from 'vitest';
import { openDeskWorld, until } from '../desk-harness.ts';
import { approvalAsked, operatorOf, paidOrderOf } from '../operator.ts';

it('`desk set` says whom new rules reach: a stricter one holds the order that runs, a looser one does not free it', async () => {
  const world = await openDeskWorld();
  const peerdesk = operatorOf(world);
  const { simulator } = world;
  await world.runWorker();
  const order = await paidOrderOf(world, { total: '400.00', flags: ['--amount-cap', '450 BOB'] });
  await approvalAsked(peerdesk, order);
  const approve = () => peerdesk('order', 'approve-release', order, '--amount', '400.00');
  const stricter = await peerdesk('desk', 'set', '--amount-cap', '300 BOB');
  expect(stricter.stdout).toMatch(/^account \w+: all orders, also those that run: .*300 BOB/);
  expect(await approve()).toMatchObject({
    exitCode: 6,
    stdout: expect.stringMatching(/nothing is released now: .*cap of 300/),
  });
  const looser = await peerdesk('desk', 'set', '--amount-cap', '350 BOB', '--yes');
  expect(looser.stdout).toMatch(/: orders that arrive from now on, while those that run keep what was stricter: /);
  expect(simulator.ledger().releases).toBe(0);
  expect(await peerdesk('desk', 'set', '--amount-cap', '450 BOB', '--yes')).toMatchObject({ exitCode: 0 });
  await until(
    'the approval counts as soon as the rules let it',
    () => simulator.ledger().releases,
    (count) => count === 1,
  );
});

it('an approval of a blocked counterparty stands, says so, and releases once the block is lifted', async () => {
  const world = await openDeskWorld();
  const peerdesk = operatorOf(world);
  const { simulator } = world;
  await world.runWorker();
  const order = await paidOrderOf(world, { total: '400.00' });
  const { stdout } = await approvalAsked(peerdesk, order);
  const user = /counterparty +(\S+)/.exec(stdout)?.[1] ?? '';
  expect(await peerdesk('person', 'block', user, '--note', 'to be looked at')).toMatchObject({ exitCode: 0 });
  const approval = await peerdesk('order', 'approve-release', order, '--amount', '400.00');
  expect(approval).toMatchObject({
    exitCode: 6,
    stdout: expect.stringMatching(/nothing is released now: .*block list.*, and counts once that is gone\n$/),
  });
  const again = await peerdesk('order', 'approve-release', order, '--amount', '400.00');
  expect(again).toMatchObject({ exitCode: 6, stderr: expect.stringMatching(/has approved already/) });
  expect(await peerdesk('person', 'allow', user)).toMatchObject({ exitCode: 0 });
  await until(
    'the order completes by itself',
    () => simulator.ledger().releases,
    (count) => count === 1,
  );
});
