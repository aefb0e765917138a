import { expect, it, onTestFinished } from 'vitest';
import { createExchangeClient, toHistoryPage } from '../../../src/exchange/index.ts';
import { hasEnded, type EndedHistoryOrder } from '../../../src/domain/books/trade.ts';
import { createSimulator } from '../../../src/simulator/simulator.ts';
import { sightingOf } from '../../domain/payments/payment-fixture.ts';
import { changeFile } from '../../register/sqlite-folder.ts';
import { deskAccount, stillMarket } from '../../simulator/sim-fixture.ts';
import { account, ended, machineWith, readTo } from './report-world.ts';

const { apiKey, apiSecret } = deskAccount;

/** A simulator in which two orders were cancelled, as the service shows them. */
async function openService() {
  const simulator = createSimulator({ seed: 1, accounts: [{ ...deskAccount, name: account }], market: stillMarket() });
  const { baseUrl } = await simulator.listen();
  onTestFinished(() => simulator.close());
  const adNumber = simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.20' });
  for (const totalPrice of ['120.00', '130.00']) {
    simulator.counterparties.cancel(simulator.counterparties.take({ adNumber, totalPrice }));
  }
  const client = createExchangeClient({ baseUrl, credentials: { apiKey, apiSecret } });
  onTestFinished(() => client.close());
  const { items } = toHistoryPage(await client.orders.listUserOrderHistory({ page: 1, rows: 100 }));
  return { baseUrl, orders: items.filter(hasEnded) };
}

type Service = Awaited<ReturnType<typeof openService>>;

/** A machine of that service; its worker has read these orders. */
async function machineOf({ baseUrl }: Service, orders: readonly EndedHistoryOrder[], readToMs = Date.now() + 60_000) {
  const machine = await machineWith(orders, readTo(readToMs), 'register-sim');
  const keys = { PEERDESK_API_KEY: apiKey, PEERDESK_API_SECRET: apiSecret };
  Object.assign(machine.env, { PEERDESK_BASE_URL: baseUrl, ...keys });
  return machine;
}

it('ADR 0054: the journal has what the service shows', async () => {
  const service = await openService();
  const machine = await machineOf(service, service.orders);
  const run = await machine.peerdesk('report', 'check');
  expect(run.exitCode).toBe(0);
  expect(run.stdout).toContain('the chain of the journal is whole');
  expect(run.stdout).toContain('the journal has what the service shows');
});

it('payments: names sales that no reported payment backs and counts payments that back none, and is no mistake by that', async () => {
  const service = await openService();
  const sold = ended('77', { side: 'SELL', createdAtMs: Date.now() - 400 * 86_400_000 });
  const machine = await machineOf(service, [...service.orders, sold]);
  const before = await machine.peerdesk('report', 'check', '--json');
  expect(JSON.parse(before.stdout)).toMatchObject({ unpaidSales: [], unmatchedPayments: [] });
  const sighting = sightingOf({ seenAtMs: sold.createdAtMs });
  await machine.within((register) => register.seePayment({ sighting }), machine.file('register-sim'));
  const { stdout, exitCode } = await machine.peerdesk('report', 'check');
  expect(stdout).toContain('1 sales were released without a payment that a source has reported: 77\n');
  expect(stdout).toContain('1 payments back no order: `peerdesk payment list --unmatched --since 30d` shows them\n');
  expect(exitCode).toBe(0);
});

it('ADR 0054: each difference has its name, and the command fails', async () => {
  const service = await openService();
  const [first, second] = service.orders;
  if (first === undefined || second === undefined) throw new Error('the service shows no two orders');
  const wrong = { ...first, total: '999', createdAtMs: first.createdAtMs - 1 };
  const machine = await machineOf(service, [wrong, ended('1', { createdAtMs: Date.now() - 1_000 })]);
  const run = await machine.peerdesk('report', 'check', '--json');
  expect(run.exitCode).toBe(6);
  const { differences } = JSON.parse(run.stdout) as { differences: { kind: string; orderNumber: string }[] };
  expect(differences.map(({ kind, orderNumber }) => [kind, orderNumber])).toEqual([
    ['vanished', '1'],
    ...[
      ['total', first.orderNumber],
      ['created', first.orderNumber],
      ['missing', second.orderNumber],
    ].toSorted(([, left = ''], [, right = '']) => (left < right ? -1 : left > right ? 1 : 0)),
  ]);
  const { stdout } = await machine.peerdesk('report', 'check');
  expect(stdout).toMatch(/created +\d{4}-\d\d-\d\dT/);
});

it('ADR 0054: what the next reading brings is not missing yet', async () => {
  const service = await openService();
  const machine = await machineOf(service, [], Date.now() - 3_600_000);
  const run = await machine.peerdesk('report', 'check');
  expect(run).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('2 orders that have ended wait') });
});

it('ADR 0054: a broken chain is shown by its first entry', async () => {
  const service = await openService();
  const machine = await machineOf(service, service.orders);
  changeFile(
    machine.file('register-sim'),
    `UPDATE journal SET body = REPLACE(body, '120', '121') WHERE kind = 'trade'`,
  );
  const run = await machine.peerdesk('report', 'check');
  expect(run).toMatchObject({ exitCode: 6, stdout: expect.stringMatching(/BROKEN: entry \d+ of the journal/) });
});
