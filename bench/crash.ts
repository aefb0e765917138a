/**
 * `npm run bench:crash`: twenty ads with long histories, their worker is killed (SIGKILL) and another started at once:
 * how long until each ad's next price (budget 10 s)? Takes one to two minutes. A measurement, not a test.
 */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { DefaultLogger, Runtime, Worker, bundleWorkflowCode } from '@temporalio/worker';
import { settingsEnvironment } from '../src/cli/up/demo-desk.ts';
import { adControl, connectTemporal, registerSearchAttributes, startAd } from '../src/client/index.ts';
import { pricingRulesSchema } from '../src/domain/pricing/pricing-rules.ts';
import { findTemporalCli } from '../src/server/find-server.ts';
import { inProject } from '../src/server/project-root.ts';
import { startTemporalServer } from '../src/server/temporal-server.ts';
import { createStillMarket } from '../test/setup/still-markets.ts';
import { createSimulator } from '../src/simulator/simulator.ts';

const account = 'bench';
const keys = { apiKey: 'key-of-bench-0123456789', apiSecret: 'secret-of-bench-0123456789' };
const ads = 20;
const minEvents = 500;
const recoveryLimitMs = 120_000;
const settings = { marketIntervalMs: 5_000, accountRequestsPerSecond: 50 };
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
const workers = [startWorker()];
try {
  await registerSearchAttributes(client);
  const adNumbers = await startAds();
  await lengthenHistories(adNumbers);
  await measureReplay(adNumbers[0] ?? '');
  await measureCrash(adNumbers);
} finally {
  for (const worker of workers) await killHard(worker);
  await simulator.close();
  await peerdesk.close();
  await server.stop();
}

function startWorker(): ChildProcess {
  return spawn(process.execPath, [inProject('bin', 'peerdesk.mjs'), 'worker'], {
    env: {
      ...process.env,
      ...settingsEnvironment(settings),
      TEMPORAL_ADDRESS: server.address,
      TEMPORAL_NAMESPACE: 'default',
      PEERDESK_ACCOUNT: account,
      PEERDESK_BASE_URL: baseUrl,
      PEERDESK_API_KEY: keys.apiKey,
      PEERDESK_API_SECRET: keys.apiSecret,
    },
    stdio: 'ignore',
  });
}

async function killHard(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Each in a market of its own, so that a move concerns all of them and none stands in another's way. */
async function startAds(): Promise<string[]> {
  const started: string[] = [];
  for (let ad = 0; ad < ads; ad += 1) {
    const adNumber = simulator.ads.add({
      account,
      side: 'SELL',
      asset: 'USDT',
      fiat: market.fiats[ad] ?? '',
      price: '10.20',
    });
    const rules = pricingRulesSchema.parse({
      strategy: { kind: 'undercut', ticks: 1 },
      limits: { floor: '9.50', ceiling: '10.50' },
    });
    await startAd(client, { account, adNumber, mode: 'sim', rules, settings });
    started.push(adNumber);
  }
  await untilPriced(started, market.move('10.05'));
  return started;
}

/** Messages that mean nothing lengthen a history as others do. */
async function lengthenHistories(adNumbers: readonly string[]): Promise<void> {
  await Promise.all(adNumbers.map((adNumber) => lengthen(client, adControl(client, account, adNumber).workflowId)));
}

async function lengthen(via: Client, workflowId: string): Promise<void> {
  const handle = via.workflow.getHandle(workflowId);
  for (;;) {
    const { historyLength } = await handle.describe();
    if (historyLength >= minEvents) return;
    for (let signals = 0; signals < 10; signals += 1) {
      await handle.signal('lengthen');
      await delay(20);
    }
  }
}

/** The first replay of a process pays for the worker and the bundle: the others tell what a history costs. */
async function measureReplay(adNumber: string): Promise<void> {
  Runtime.install({ logger: new DefaultLogger('ERROR') });
  const { workflowId } = adControl(client, account, adNumber);
  const history = await client.workflow.getHandle(workflowId).fetchHistory();
  const workflowBundle = await bundleWorkflowCode({
    workflowsPath: inProject('src', 'workflows', 'index.ts'),
    logger: new DefaultLogger('ERROR'),
  });
  const replay = async (times: number): Promise<number> => {
    const before = process.cpuUsage();
    const histories = Array.from({ length: times }, () => ({ workflowId, history }));
    for await (const { error } of Worker.runReplayHistories({ workflowBundle }, histories)) if (error) throw error;
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
  const first = await replay(1);
  const more = 5;
  const each = (await replay(1 + more)) - (await replay(1));
  say(
    `a replay of ${history.events?.length ?? 0} events: ${Math.round(each / more)} ms of CPU (budget 500), the first of a process ${Math.round(first)} ms`,
  );
}

async function measureCrash(adNumbers: readonly string[]): Promise<void> {
  const [worker] = workers;
  if (worker === undefined) return;
  await killHard(worker);
  const killedMs = performance.now();
  workers.push(startWorker());
  const tookMs = await untilPriced(adNumbers, market.move('10.02'), killedMs);
  const sorted = tookMs.toSorted((left, right) => left - right);
  const seconds = (at: number): string => ((sorted[at] ?? 0) / 1_000).toFixed(1);
  say(
    `SIGKILL to the next price of ${ads} ads: p50 ${seconds(Math.floor(ads / 2))} s, max ${seconds(ads - 1)} s (budget 10 s)`,
  );
}

/** Waits until each ad stands at that price; returns when each did, in ms since `sinceMs`. */
async function untilPriced(
  adNumbers: readonly string[],
  price: string,
  sinceMs = performance.now(),
): Promise<number[]> {
  const took = new Map<string, number>();
  while (took.size < adNumbers.length) {
    const passedMs = performance.now() - sinceMs;
    if (passedMs > recoveryLimitMs) throw new Error(`only ${took.size} of ${adNumbers.length} ads stand at ${price}`);
    for (const adNumber of adNumbers)
      if (!took.has(adNumber) && simulator.marketplace.ads.get(adNumber)?.price === price) took.set(adNumber, passedMs);
    await delay(50);
  }
  return [...took.values()];
}
