/**
 * Records the histories that replay.test.ts replays. Run it by hand after a change that breaks old histories on purpose
 * (and then bump the version): `node test/replay/record-histories.ts`, with names of paths for those alone. It starts a
 * development server and a simulator, runs the real worker, goes through the main paths, and writes the server's
 * histories, without names of this machine, into the folder of the version in package.json. Then `npx oxfmt test/replay/histories`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Client } from '@temporalio/client';
import { connectTemporal } from '../../src/client/index.ts';
import { settingsEnvironment } from '../../src/cli/up/demo-desk.ts';
import { packageVersion } from '../../src/cli/process/version-show.ts';
import { findTemporalCli } from '../../src/server/find-server.ts';
import { startTemporalServer } from '../../src/server/temporal-server.ts';
import { createSimulator } from '../../src/simulator/simulator.ts';
import { createLogger } from '../../src/workers/log/logger.ts';
import { runWorker } from '../../src/workers/process/run-worker.ts';
import { readEgressConfig } from '../../src/config/environment/worker-environment.ts';
import { account, keys, plainText, spellings, toPlain } from './recording.ts';
import { recordingMarket } from './recording-market.ts';
import { openDesk, paths, settings, type World } from './recording-paths.ts';

/** Number in the protocol: the queue of one process, with the machine's name. */
const stickyKind = 2;

/** Names of this machine and its processes do not matter to the workflow. */
function scrubbed(value: unknown, name = ''): unknown {
  if (name === 'identity') return 'recorder';
  if (name === 'stackTrace') return '';
  if (Array.isArray(value)) return value.map((part) => scrubbed(part));
  if (typeof value !== 'object' || value === null) return value;
  const sticky = 'normalName' in value && 'kind' in value && value.kind === stickyKind ? { name: 'sticky' } : {};
  const parts = Object.entries({ ...value, ...sticky }).map(([key, part]) => [key, scrubbed(part, key)]);
  return Object.fromEntries(parts);
}

/** S1, I38: checks the raw history, before anything is removed from it. */
function refuseSecrets(name: string, raw: unknown): void {
  const text = plainText(raw);
  const leaked = Object.entries(keys).filter(([, secret]) => spellings(secret).some((form) => text.includes(form)));
  if (leaked.length > 0) throw new Error(`${name} holds ${leaked.map(([key]) => key).join(', ')}`);
}

async function record(client: Client, name: string, workflowId: string): Promise<void> {
  const raw = toPlain(await client.workflow.getHandle(workflowId).fetchHistory());
  refuseSecrets(name, raw);
  const folder = fileURLToPath(new URL(`histories/${packageVersion()}/`, import.meta.url));
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}${name}.json`, `${JSON.stringify({ workflowId, history: scrubbed(raw) }, null, 2)}\n`);
  process.stdout.write(`${name}: ${workflowId}\n`);
}

async function walk(world: World): Promise<void> {
  await openDesk(world.client);
  const wanted = process.argv.slice(2);
  for (const [name, path] of Object.entries(paths)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    world.simulator.setFaults([]);
    await record(world.client, name, await path(world));
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
  // Of the two ways to the merchant one works.
  const ways = { PEERDESK_NOTIFY_COMMAND: '/bin/true', PEERDESK_NOTIFY_URL: 'http://127.0.0.1:1/' };
  const env = { PEERDESK_ACCOUNT: account, PEERDESK_BASE_URL: baseUrl, ...ways, ...settingsEnvironment(settings) };
  const secrets = { PEERDESK_API_KEY: keys.apiKey, PEERDESK_API_SECRET: keys.apiSecret };
  const running = runWorker({
    config: readEgressConfig({ ...env, ...secrets }),
    logger: createLogger({ level: 'warn', base: {} }),
    signal: stop.signal,
    onReady: () => ready.resolve(),
    temporal: { address: server.address },
  });
  const connection = await connectTemporal({ address: server.address });
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
