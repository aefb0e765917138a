/** A release that the network keeps back for longer than its time, beside the one that follows it. */
import { expect, it, onTestFinished } from 'vitest';
import { startOrder } from '../../../src/client/index.ts';
import { startHoldingService } from '../../setup/wire/held-answers.ts';
import { account, openDeskWorld, quickSettings, until } from '../desk-harness.ts';
import { carriedOrder, effects, paidOrder, releaseRules } from '../operations-world.ts';

/**
 * A frozen worker's polls take tasks for up to a minute, and each task that they take is lost for its bound: the outcome
 * is looked for as long as the product does, and the third attempt leaves after that minute, so that no human is asked.
 */
const settings = { ...quickSettings, moneySettleMs: 20_000, reconcileWindowMs: 120_000 };

it('I7, I8: its worker frozen and followed, it comes when the next one is done: the service refuses it', async () => {
  const world = await openDeskWorld({ idempotentMoney: false }, settings);
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
    settings,
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
    async () => {
      const { waitingFor, why } = await order.control.state();
      return { releases: effects(world.simulator.ledger(), 'release', orderNumber), waitingFor, why };
    },
    ({ releases }) => releases === 1,
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
