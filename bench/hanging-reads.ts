/**
 * `npm run bench:hanging`: how long from an approval to the release at the marketplace, with nothing else to do and
 * beside 200 orders whose reads hang (budget: one second more), with the settings of the product. Takes two to three
 * minutes. A measurement, not a test: `test/integration/hanging-reads.test.ts` holds the order of events.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { connectTemporal, orderControl, registerSearchAttributes, startOrder } from '../src/client/index.ts';
import { findTemporalCli } from '../src/server/find-server.ts';
import { inProject } from '../src/server/project-root.ts';
import { startTemporalServer } from '../src/server/temporal-server.ts';
import { createSimulator } from '../src/simulator/simulator.ts';
import { createStillMarket } from '../test/setup/still-markets.ts';
import { approved } from './desk-world.ts';
import { spreadOf, spreadText } from './statistics.ts';

const account = 'bench';
const keys = { apiKey: 'key-of-bench-0123456789', apiSecret: 'secret-of-bench-0123456789' };
const approvals = 5;
const hangingReads = 200;
/** Long enough for the reads to fill every place, to time out, and to open the breaker. */
const hangingForMs = 30_000;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const { path: cliPath } = await findTemporalCli({ env: process.env, log: say });
const server = await startTemporalServer({ cliPath, uiPort: null });
const peerdesk = await connectTemporal({ address: server.address, namespace: 'default' });
const { client } = peerdesk;
const market = createStillMarket();
const simulator = createSimulator({
  seed: 1,
  accounts: [{ name: account, ...keys }],
  market: market.feed,
  rateLimit: { requests: 1_000, windowMs: 10_000 },
});
const { baseUrl } = await simulator.listen();
await registerSearchAttributes(client);
const worker = spawn(process.execPath, [inProject('bin', 'peerdesk.mjs'), 'worker'], {
  env: {
    ...process.env,
    TEMPORAL_ADDRESS: server.address,
    TEMPORAL_NAMESPACE: 'default',
    PEERDESK_ACCOUNT: account,
    PEERDESK_BASE_URL: baseUrl,
    PEERDESK_API_KEY: keys.apiKey,
    PEERDESK_API_SECRET: keys.apiSecret,
  },
  stdio: 'ignore',
});
try {
  const quiet = await approveInTurn(await ordersAtGate(approvals));
  const beside = await ordersAtGate(approvals);
  await hang();
  const busy = await approveInTurn(beside);
  say(`approval to release, ms: ${spreadText(spreadOf(quiet, 0))} alone`);
  say(`approval to release, ms: ${spreadText(spreadOf(busy, 0))} beside ${hangingReads} reads that hang`);
} finally {
  worker.kill('SIGKILL');
  if (worker.exitCode === null && worker.signalCode === null) await once(worker, 'exit');
  await simulator.close();
  await peerdesk.close();
  await server.stop();
}

function paidOrder(): string {
  const adNumber = simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.10' });
  const orderNumber = simulator.counterparties.take({ adNumber, totalPrice: '500.00' });
  simulator.counterparties.pay(orderNumber);
  return orderNumber;
}

async function carriedOrders(count: number): Promise<string[]> {
  const orders = Array.from({ length: count }, paidOrder);
  for (const orderNumber of orders) await startOrder(client, { account, orderNumber, mode: 'sim', release: approved });
  return orders;
}

async function ordersAtGate(count: number): Promise<string[]> {
  const orders = await carriedOrders(count);
  for (const orderNumber of orders) {
    const control = orderControl(client, account, orderNumber);
    while ((await control.state().catch(() => null))?.waitingFor.code !== 'release-gate') await delay(100);
  }
  return orders;
}

/** Lets every read of an order that is made from now on hang, and makes 200 of them. */
async function hang(): Promise<void> {
  const orders = Array.from({ length: hangingReads }, paidOrder);
  simulator.setFaults(
    orders.map((orderNumber) => ({
      operation: 'getUserOrderDetail',
      when: { orderNumber },
      fault: { kind: 'hang', when: 'before' },
    })),
  );
  for (const orderNumber of orders) await startOrder(client, { account, orderNumber, mode: 'sim', release: approved });
  await delay(hangingForMs);
}

async function approveInTurn(orders: readonly string[]): Promise<number[]> {
  const took: number[] = [];
  for (const orderNumber of orders) {
    const { promise: released, resolve } = Promise.withResolvers<void>();
    const end = simulator.on((event) => {
      if (event.type === 'order' && event.event === 'completed' && event.orderNumber === orderNumber) resolve();
    });
    const fromMs = performance.now();
    const approved = orderControl(client, account, orderNumber).approve({ by: 'ana' });
    await released;
    took.push(performance.now() - fromMs);
    await approved;
    end();
  }
  return took;
}
