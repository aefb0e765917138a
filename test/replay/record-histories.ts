/**
 * Records the histories that replay.test.ts replays. Run it by hand after a change that is meant to break old histories
 * (and then bump the version): `npx node test/replay/record-histories.ts`. It starts a development server and a simulator,
 * runs the real worker, walks through the main paths, and writes what the server kept, without names of this machine.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Client } from '@temporalio/client';
import * as peerdesk from '../../src/client/index.ts';
import { settingsEnvironment } from '../../src/cli/up/demo-desk.ts';
import { pricingRulesSchema } from '../../src/domain/pricing-rules.ts';
import type { DeskSettings } from '../../src/domain/settings.ts';
import { findTemporalCli } from '../../src/server/find-server.ts';
import { startTemporalServer } from '../../src/server/temporal-server.ts';
import { createSimulator } from '../../src/simulator/simulator.ts';
import type { Simulator } from '../../src/simulator/simulator.ts';
import { createLogger } from '../../src/workers/logger.ts';
import { runWorker } from '../../src/workers/run-worker.ts';
import { readWorkerConfig } from '../../src/workers/worker-environment.ts';
import { account, keys, plainText, spellings, toPlain } from './recording.ts';
import { askAdNumber, recordingMarket } from './recording-market.ts';

/** Short bounds, so that a path that proves "not done" takes seconds. */
const settings: Partial<DeskSettings> = {
  marketIntervalMs: 1_000,
  priceRangeTtlMs: 1_000,
  orderPollIntervalMs: 500,
  offlineCheckIntervalMs: 1_000,
  moneyStepBoundMs: 4_000,
  moneyRecvWindowMs: 1_000,
  moneySettleMs: 2_000,
  reconcileWindowMs: 20_000,
  requestTimeoutMs: 3_500,
};

const counterparty = { minCompletedOrders: null, minFinishRate: null, minRegisterDays: null };
const release = { policy: 'paid', amountCap: null, counterparty } as const;
const me = { by: 'ana' };
const { limits: _limits, ...rules } = pricingRulesSchema.parse({
  strategy: { kind: 'undercut', ticks: 1 },
  limits: { floor: '1', ceiling: '2' },
});

interface World {
  client: Client;
  simulator: Simulator;
  sellAd: string;
  buyAd: string;
}

async function until<T>(what: string, read: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  for (let round = 0; round < 600; round += 1) {
    const value = await read().catch(() => undefined);
    if (value !== undefined && holds(value)) return value;
    await delay(100);
  }
  throw new Error(`never came true: ${what}`);
}

function take({ simulator }: World, adNumber: string): string {
  const people = { realName: 'CANARY PERSON', nickname: 'canary-nick' };
  return simulator.counterparties.take({ adNumber, totalPrice: '500.00', ...people });
}

function orderOf({ client }: World, orderNumber: string): peerdesk.OrderControl {
  return peerdesk.orderControl(client, account, orderNumber);
}

async function waits(world: World, orderNumber: string, reason: peerdesk.OrderView['waitingFor']): Promise<void> {
  const order = orderOf(world, orderNumber);
  await until(
    `${orderNumber} waits for ${reason}`,
    () => order.state(),
    (view) => view.waitingFor === reason,
  );
}

async function ended(world: World, orderNumber: string): Promise<string> {
  await waits(world, orderNumber, 'nothing');
  return peerdesk.orderWorkflowId(account, orderNumber);
}

/** Each path leaves one closed or quiet workflow behind; gives its id. */
type Path = (world: World) => Promise<string>;

const orderPaths: Record<string, Path> = {
  'order-released': async (world) => {
    const orderNumber = take(world, world.sellAd);
    await waits(world, orderNumber, 'awaiting-payment');
    world.simulator.counterparties.pay(orderNumber);
    return ended(world, orderNumber);
  },
  'order-release-unknown-done': async (world) => {
    world.simulator.setFaults([
      { operation: 'releaseCoin', when: { nth: 1 }, fault: { kind: 'reset', when: 'after' } },
    ]);
    const orderNumber = take(world, world.sellAd);
    world.simulator.counterparties.pay(orderNumber);
    return ended(world, orderNumber);
  },
  'order-release-unknown-not-done': async (world) => {
    world.simulator.setFaults([
      { operation: 'releaseCoin', when: { nth: 1 }, fault: { kind: 'reset', when: 'before' } },
    ]);
    const orderNumber = take(world, world.sellAd);
    world.simulator.counterparties.pay(orderNumber);
    return ended(world, orderNumber);
  },
  'order-approved': async (world) => {
    const desk = peerdesk.deskControl(world.client, account);
    await desk.setReleaseRules({ ...release, policy: 'approve' });
    await delay(2_500);
    const orderNumber = take(world, world.sellAd);
    world.simulator.counterparties.pay(orderNumber);
    await waits(world, orderNumber, 'release-gate');
    const order = orderOf(world, orderNumber);
    await order.hold({ ...me, note: 'third party' });
    await waits(world, orderNumber, 'held');
    await order.unhold(me);
    await order.approve(me);
    return ended(world, orderNumber);
  },
  'order-appeal': async (world) => {
    const orderNumber = take(world, world.sellAd);
    world.simulator.counterparties.pay(orderNumber);
    await waits(world, orderNumber, 'release-gate');
    world.simulator.counterparties.dispute(orderNumber);
    await waits(world, orderNumber, 'appeal');
    world.simulator.counterparties.resolve(orderNumber, 'completed');
    return ended(world, orderNumber);
  },
  'order-cancelled': async (world) => {
    const orderNumber = take(world, world.sellAd);
    await waits(world, orderNumber, 'awaiting-payment');
    world.simulator.counterparties.cancel(orderNumber);
    return ended(world, orderNumber);
  },
  'order-bought': async (world) => {
    const orderNumber = take(world, world.buyAd);
    await waits(world, orderNumber, 'our-payment');
    await orderOf(world, orderNumber).confirmPayment({ payId: null, proof: 'bank reference 1', ...me });
    await waits(world, orderNumber, 'awaiting-release');
    world.simulator.counterparties.release(orderNumber);
    return ended(world, orderNumber);
  },
};

async function place({ client }: World, requestId: string, adNumber: string): Promise<string> {
  const wish = { asset: 'USDT', fiat: 'BOB', side: 'BUY', totalAmount: '500.00', matchPrice: '10.05' } as const;
  const input = { account, requestId, mode: 'sim', adNumber, ...wish, release, settings } as const;
  await (await peerdesk.placeOrder(client, input)).result();
  return peerdesk.placementWorkflowId(account, requestId);
}

const placementPaths: Record<string, Path> = {
  'placement-placed': (world) => place(world, 'request-1', askAdNumber),
  'placement-refused': (world) => place(world, 'request-2', world.sellAd),
  'placement-unknown': (world) => {
    world.simulator.setFaults([{ operation: 'placeOrder', when: { nth: 1 }, fault: { kind: 'reset', when: 'after' } }]);
    return place(world, 'request-3', askAdNumber);
  },
};

async function stoppedAd(ad: peerdesk.AdControl): Promise<string> {
  await ad.stop(me);
  return ad.workflowId;
}

const adPaths: Record<string, Path> = {
  'ad-repriced': async ({ client, sellAd }) => {
    const ad = peerdesk.adControl(client, account, sellAd);
    await until(
      'it has been repriced',
      () => ad.state(),
      (view) => view.reprices > 0,
    );
    await ad.pause(me);
    await ad.resume(me);
    await ad.overridePrice('10.30', 60_000);
    await until(
      'the price of the operator',
      () => ad.state(),
      (view) => view.price === '10.30',
    );
    await ad.setRules({ strategy: { kind: 'fixed', price: '10.25' } });
    return stoppedAd(ad);
  },
  'ad-offline': async ({ client, simulator, buyAd }) => {
    const ad = peerdesk.adControl(client, account, buyAd);
    simulator.setMerchant(account, 'closed');
    await ad.setRules({ strategy: { kind: 'fixed', price: '9.60' } });
    await until(
      'it is offline',
      () => ad.state(),
      (view) => view.state.kind === 'offline',
    );
    simulator.setMerchant(account, 'open');
    await until(
      'the business is open',
      () => ad.state(),
      (view) => view.businessStatus === 'open',
    );
    await ad.resume(me);
    await until(
      'it has been repriced',
      () => ad.state(),
      (view) => view.price === '9.60',
    );
    return stoppedAd(ad);
  },
  'ad-blocked': async ({ client, simulator }) => {
    const adNumber = simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.60' });
    const fault = { kind: 'error', code: -2015, message: 'Invalid API-key' } as const;
    simulator.setFaults([{ operation: 'update', when: { nth: 1 }, fault }]);
    const limits = { floor: '10.40', ceiling: '10.80' };
    const ad = await peerdesk.startAd(client, {
      account,
      adNumber,
      mode: 'sim',
      settings,
      rules: { ...rules, limits },
    });
    await until(
      'it is blocked',
      () => ad.state(),
      (view) => view.state.kind === 'blocked',
    );
    await ad.repriceNow(me);
    await until(
      'it has been repriced',
      () => ad.state(),
      (view) => view.reprices > 0,
    );
    return stoppedAd(ad);
  },
};

const deskPaths: Record<string, Path> = {
  'desk-intake': async ({ client }) => {
    const desk = peerdesk.deskControl(client, account);
    await desk.killSwitch({ name: 'releases', thrown: true, reason: 'odd payments', ...me });
    await desk.killSwitch({ name: 'releases', thrown: false, reason: 'checked', ...me });
    await desk.claimProof('bank reference 2', '1');
    await desk.stop(me);
    return desk.workflowId;
  },
  // The last one: from here on the worker itself sees a ban.
  'egress-ban': async ({ client }) => {
    const egress = peerdesk.egressControl(client, 'default');
    await egress.reportBan({ untilMs: Date.now() + 2_000, reason: 'HTTP 418 of the service' });
    await until(
      'the ban is over',
      () => egress.state(),
      (view) => view.bans === 1 && view.state === 'open',
    );
    await egress.reportBan({ untilMs: Date.now() + 3_600_000, reason: 'HTTP 418 of the service' });
    await until(
      'the next ban',
      () => egress.state(),
      (view) => view.state === 'banned',
    );
    await egress.clearBan(me);
    await egress.reportBreaker({ phase: 'open', failures: 15, openUntilMs: Date.now() + 3_600_000 });
    await until(
      'the breaker is open',
      () => egress.state(),
      (view) => view.state === 'breaker-open',
    );
    return egress.workflowId;
  },
};

/** Number of the protocol: the queue of one process, whose name is the machine's. */
const stickyKind = 2;

/** Names of this machine and its processes tell nothing about the workflow. */
function scrubbed(value: unknown, name = ''): unknown {
  if (name === 'identity') return 'recorder';
  if (name === 'stackTrace') return '';
  if (Array.isArray(value)) return value.map((part) => scrubbed(part));
  if (typeof value !== 'object' || value === null) return value;
  const sticky = 'normalName' in value && 'kind' in value && value.kind === stickyKind ? { name: 'sticky' } : {};
  const parts = Object.entries({ ...value, ...sticky }).map(([key, part]) => [key, scrubbed(part, key)]);
  return Object.fromEntries(parts);
}

/** S1, I38: looks at the raw history, before anything is taken out of it. */
function refuseSecrets(name: string, raw: unknown): void {
  const text = plainText(raw);
  const leaked = Object.entries(keys).filter(([, secret]) => spellings(secret).some((form) => text.includes(form)));
  if (leaked.length > 0) throw new Error(`${name} holds ${leaked.map(([key]) => key).join(', ')}`);
}

async function record(client: Client, name: string, workflowId: string): Promise<void> {
  const raw = toPlain(await client.workflow.getHandle(workflowId).fetchHistory());
  refuseSecrets(name, raw);
  const folder = fileURLToPath(new URL('histories/', import.meta.url));
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}${name}.json`, `${JSON.stringify({ workflowId, history: scrubbed(raw) }, null, 2)}\n`);
  process.stdout.write(`${name}: ${workflowId}\n`);
}

async function walk(world: World): Promise<void> {
  const adoptAds = { rules, limitRatio: '0.05' };
  await peerdesk.startDesk(world.client, { account, egress: 'default', mode: 'sim', release, adoptAds, settings });
  for (const paths of [orderPaths, placementPaths, adPaths, deskPaths]) {
    for (const [name, path] of Object.entries(paths)) {
      world.simulator.setFaults([]);
      await record(world.client, name, await path(world));
    }
  }
}

async function main(): Promise<void> {
  const found = await findTemporalCli({ env: process.env, log: (line) => process.stderr.write(`${line}\n`) });
  const server = await startTemporalServer({ cliPath: found.path, uiPort: null });
  const simulator = createSimulator({
    seed: 1,
    accounts: [{ name: account, ...keys }],
    market: recordingMarket(),
    rateLimit: { requests: 1_000, windowMs: 10_000 },
    tickIntervalMs: 50,
  });
  const { baseUrl } = await simulator.listen();
  const stop = new AbortController();
  const ready = Promise.withResolvers<void>();
  const env = { PEERDESK_ACCOUNT: account, PEERDESK_BASE_URL: baseUrl, ...settingsEnvironment(settings) };
  const secrets = { PEERDESK_API_KEY: keys.apiKey, PEERDESK_API_SECRET: keys.apiSecret };
  const running = runWorker({
    config: readWorkerConfig({ ...env, ...secrets }),
    logger: createLogger('warn', {}),
    signal: stop.signal,
    onReady: ready.resolve,
    temporal: { address: server.address },
  });
  const connection = await peerdesk.connectTemporal({ address: server.address });
  try {
    await Promise.race([ready.promise, running]);
    const ad = { account, asset: 'USDT', fiat: 'BOB', initAmount: '10000', minFiat: '100', maxFiat: '5000' };
    const sellAd = simulator.ads.add({ ...ad, side: 'SELL', price: '10.20' });
    const buyAd = simulator.ads.add({ ...ad, side: 'BUY', price: '9.80' });
    await walk({ client: connection.client, simulator, sellAd, buyAd });
  } finally {
    stop.abort();
    await running;
    await connection.close();
    await simulator.close();
    await server.stop();
  }
}

await main();
