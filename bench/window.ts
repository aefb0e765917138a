/**
 * `npm run bench:window`: on an idle desk, how long from a frame of the chat to the read that it causes (budget: 250 ms,
 * p95), and how long a sheet takes whose facts are fresh (budget: 300 ms), and one that is read. Takes four minutes. The
 * desk polls its orders once a minute here, so that a read soon after a frame is of the frame. A measurement, not a test.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { askDoor } from '../src/cli/door/ask-door.ts';
import { notedWorkers } from '../src/cli/door/worker-note.ts';
import { sheetPath } from '../src/cli/window/window-routes.ts';
import { startDesk } from '../src/client/index.ts';
import { machineFacts } from './report.ts';
import { account, approved, openBenchWorld, say } from './desk-world.ts';
import { quantileOf, spreadOf, spreadText } from './statistics.ts';

const frames = 60;
const freshLooks = 200;
const readLooks = 20;
const pollMs = 60_000;
/** Frames within a second of each other count together, so that a flood costs a read a second. */
const betweenFramesMs = 2_000;
/** What is older is read again. */
const pastFreshMs = 3_100;
const sheetLimitMs = 20_000;

const world = await openBenchWorld({ orderPollIntervalMs: pollMs });
const { simulator, client } = world;
try {
  const { node, cores, processor, loadBefore } = machineFacts();
  say(`Node ${node}; ${cores} cores (${processor}), load ${loadBefore.join(' ')}`);
  world.startWorker();
  await startDesk(client, { account, egress: 'default', mode: 'sim', release: approved, adoptAds: null, settings: {} });
  const order = paidSale();
  await sheetIsThere(order);
  show('from a frame of the chat to the read', await timesOf(frames, () => frameToRead(order)));
  await look(order);
  show('a sheet whose facts are fresh', await timesOf(freshLooks, () => timeOf(() => look(order))));
  show(
    'a sheet that is read',
    await timesOf(readLooks, () => delay(pastFreshMs).then(() => timeOf(() => look(order)))),
  );
} finally {
  await world.close();
}

function paidSale(): string {
  const adNumber = simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.10' });
  const order = simulator.counterparties.take({ adNumber, totalPrice: '500.00' });
  simulator.counterparties.pay(order);
  return order;
}

/** Waits until the worker leads and shows the order, so that its chat is connected, too. */
async function sheetIsThere(order: string): Promise<void> {
  while (!(await look(order).catch(() => false))) await delay(500);
  await delay(pollMs / 2);
}

/** Reports whether the worker shows the sheet with its order. */
async function look(order: string): Promise<boolean> {
  const [worker] = notedWorkers({ PEERDESK_STATE_DIR: world.stateFolder });
  if (worker === undefined) return false;
  const path = sheetPath(account, order);
  const reply = await askDoor(worker, { method: 'GET', path, timeoutMs: sheetLimitMs });
  return reply?.status === 200 && JSON.stringify(reply.data).includes('500');
}

async function frameToRead(order: string): Promise<number> {
  await delay(betweenFramesMs);
  const { promise: read, resolve } = Promise.withResolvers<number>();
  const fromMs = performance.now();
  const end = simulator.on((event) => {
    if (event.type === 'request' && event.operation.endsWith('/listOrders')) resolve(performance.now() - fromMs);
  });
  simulator.counterparties.say(order, 'Hola, ya pague');
  const tookMs = await read;
  end();
  return tookMs;
}

async function timeOf(act: () => Promise<unknown>): Promise<number> {
  const fromMs = performance.now();
  await act();
  return performance.now() - fromMs;
}

async function timesOf(count: number, measure: () => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < count; round += 1) times.push(await measure());
  return times;
}

function show(what: string, times: readonly number[]): void {
  const p95 = quantileOf(times, 0.95).toFixed(1);
  say(`${what}, ms of ${times.length}: ${spreadText(spreadOf(times, 1))}, p95 ${p95}`);
}
