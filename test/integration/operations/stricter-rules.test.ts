import { expect, it } from 'vitest';
import { account, openDeskWorld, until } from '../desk-harness.ts';
import { operatorOf } from '../operator.ts';

it('`desk set` says whom new rules reach: a stricter one holds the order that runs, a looser one does not free it', async () => {
  const world = await openDeskWorld();
  const peerdesk = operatorOf(world);
  const { simulator } = world;
  await world.runWorker();
  await until(
    'the desk starts',
    () => peerdesk('desk', 'start', '--release', 'approve', '--amount-cap', '450 BOB'),
    (run) => run.exitCode === 0,
  );
  const ad = simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.10' });
  const order = simulator.counterparties.take({ adNumber: ad, totalPrice: '400.00' });
  simulator.counterparties.pay(order);
  await until(
    'the order waits for an approval',
    () => peerdesk('order', 'show', order),
    (run) => run.stdout.includes('no human has approved'),
  );
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
  await until(
    'the desk starts',
    () => peerdesk('desk', 'start', '--release', 'approve'),
    (run) => run.exitCode === 0,
  );
  const ad = simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.10' });
  const order = simulator.counterparties.take({ adNumber: ad, totalPrice: '400.00' });
  simulator.counterparties.pay(order);
  const { stdout } = await until(
    'the order waits for an approval',
    () => peerdesk('order', 'show', order),
    (run) => run.stdout.includes('no human has approved'),
  );
  const user = /counterparty +(\S+)/.exec(stdout)?.[1] ?? '';
  expect(await peerdesk('desk', 'block', user, '--note', 'to be looked at')).toMatchObject({ exitCode: 0 });
  const approval = await peerdesk('order', 'approve-release', order, '--amount', '400.00');
  expect(approval).toMatchObject({
    exitCode: 6,
    stdout: expect.stringMatching(/nothing is released now: .*block list.*, and counts once that is gone\n$/),
  });
  const again = await peerdesk('order', 'approve-release', order, '--amount', '400.00');
  expect(again).toMatchObject({ exitCode: 6, stderr: expect.stringMatching(/has approved already/) });
  expect(await peerdesk('desk', 'unblock', user)).toMatchObject({ exitCode: 0 });
  await until(
    'the order completes by itself',
    () => simulator.ledger().releases,
    (count) => count === 1,
  );
});
