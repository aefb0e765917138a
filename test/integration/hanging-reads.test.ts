/** Reads that hang beside an approved release: the order of events shows what must not wait, not a clock. */
import { expect, it, onTestFinished } from 'vitest';
import { orderControl, startOrder } from '../../src/client/index.ts';
import { defaultSettings } from '../../src/domain/settings.ts';
import { startHoldingService } from '../setup/wire/held-answers.ts';
import { account, openDeskWorld, quickSettings, until, type DeskWorld } from './desk-harness.ts';
import { carriedOrder, effects, paidOrder, releaseRules } from './operations-world.ts';

/** More than the money slots of a worker, each. */
const atTheGate = 40;
const notReadYet = 160;
const askedAtOnce = 10;

/** No call ends by itself while the test runs, and no rate delays any: only the places in flight do. */
const settings = {
  ...quickSettings,
  requestTimeoutMs: 600_000,
  moneyStepBoundMs: 100_000,
  accountRequestsPerSecond: 10_000,
};

async function start({ client }: DeskWorld, orderNumber: string): Promise<void> {
  await startOrder(client, { account, orderNumber, mode: 'sim', release: releaseRules('approve'), settings });
}

const times = async <T>(count: number, make: () => T | Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, make));

/** The orders that wait for a read. */
async function reading({ client }: DeskWorld, orders: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    orders.map(async (orderNumber) => {
      const handle = client.workflow.getHandle(orderControl(client, account, orderNumber).workflowId);
      const { pendingActivities } = (await handle.describe()).raw;
      const reads = (pendingActivities ?? []).some(({ activityType }) =>
        /^(readOrder|checkRelease)$/.test(activityType?.name ?? ''),
      );
      return reads ? [orderNumber] : [];
    }),
  );
  return found.flat();
}

it('W9a, 200 reads hang: a release that is approved then leaves before any of them is answered', async () => {
  const world = await openDeskWorld({ rateLimit: { requests: 1_000_000, windowMs: 10_000 } }, settings);
  const service = await startHoldingService(world.baseUrl, onTestFinished);
  world.env['PEERDESK_BASE_URL'] = service.baseUrl;
  world.startWorker();
  const orders = await times(1 + atTheGate, () => paidOrder(world));
  await Promise.all(orders.map((orderNumber) => start(world, orderNumber)));
  for (const orderNumber of orders) await carriedOrder(world, orderNumber).waitsFor('release-gate');
  const [approved = '', ...gated] = orders;
  const hanging = service.hang((text) => text.includes('/orderMatch/') && !text.includes(approved));
  const fresh = await times(notReadYet, () => paidOrder(world));
  await Promise.all(fresh.map((orderNumber) => start(world, orderNumber)));
  // A hold makes an order look at its gate again.
  await Promise.all(
    gated.map((orderNumber) =>
      orderControl(world.client, account, orderNumber).sendTakeBack({ what: 'hold', by: 'ana' }),
    ),
  );
  let rest = [...gated, ...fresh];
  await until(
    'all of them read',
    async () => {
      // A hanging read keeps hanging: it is not asked about again. Questions about all others would be the load that
      // they wait for.
      const found = new Set(await reading(world, rest.slice(0, askedAtOnce)));
      rest = rest.filter((orderNumber) => !found.has(orderNumber));
      return rest.length;
    },
    (count) => count === 0,
  );
  await until(
    'every place of reads is taken',
    () => hanging.count,
    (count) => count >= defaultSettings.requestsInFlight - 1,
  );
  await carriedOrder(world, approved).control.approve({ by: 'ana' });
  await until(
    'the release has come',
    () => effects(world.simulator.ledger(), 'release', approved),
    (count) => count === 1,
  );
  // None of them was answered, and one place was left for money all the time. Those that have waited for 40 s say so.
  expect(hanging.count).toBe(defaultSettings.requestsInFlight - 1);
  expect(world.simulator.ledger()).toMatchObject({ releases: 1, doubleReleases: 0 });
});
