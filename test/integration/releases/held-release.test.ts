/** A release that the network keeps back for longer than its time, beside the one that follows it. */
import { expect, it, onTestFinished } from 'vitest';
import { startOrder } from '../../../src/client/index.ts';
import { startHoldingService } from '../../setup/held-answers.ts';
import { account, openDeskWorld, quickSettings, until } from '../desk-harness.ts';
import { carriedOrder, effects, paidOrder, releaseRules } from '../operations-world.ts';

it('I7, I8: its worker frozen and followed, it comes when the next one is done: the service refuses it', async () => {
  const world = await openDeskWorld({ idempotentMoney: false }, quickSettings);
  const service = await startHoldingService(world.baseUrl, onTestFinished);
  world.env['PEERDESK_BASE_URL'] = service.baseUrl;
  const first = world.startWorker();
  let isHeld = true;
  const hanging = service.hang((text) => isHeld && text.includes('/orderMatch/releaseCoin'));
  const orderNumber = paidOrder(world);
  await startOrder(world.client, {
    account,
    orderNumber,
    mode: 'sim',
    release: releaseRules('paid'),
    settings: quickSettings,
  });
  await until(
    'the release is on its way',
    () => hanging.count,
    (count) => count === 1,
  );
  isHeld = false;
  process.kill(first.pid, 'SIGSTOP');
  onTestFinished(() => first.kill());
  world.startWorker();
  const order = carriedOrder(world, orderNumber);
  await until(
    'the next one is done',
    () => effects(world.simulator.ledger(), 'release', orderNumber),
    (count) => count === 1,
  );
  let arrived = 0;
  world.simulator.on((event) => {
    if (event.type === 'request' && event.operation.endsWith('/releaseCoin')) arrived += 1;
  });
  hanging.letGo();
  process.kill(first.pid, 'SIGCONT');
  await until(
    'the first one has come, too',
    () => arrived,
    (count) => count === 1,
  );
  await order.waitsFor('nothing');
  expect(effects(world.simulator.ledger(), 'release', orderNumber)).toBe(1);
  expect(world.simulator.ledger()).toMatchObject({ doubleReleases: 0, repeatedAttempts: 0 });
});
