import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { connectTemporal, registerSearchAttributes, startAd, startDesk } from '../../src/client/index.ts';
import { noReleaseRules } from '../../src/domain/orders/release-rules.ts';
import { pricingRulesSchema } from '../../src/domain/pricing/pricing-rules.ts';
import { findTemporalCli } from '../../src/server/find-server.ts';
import { inProject } from '../../src/server/project-root.ts';
import { startTemporalServer } from '../../src/server/temporal-server.ts';
import type { SimAccount } from '../../src/simulator/simulator.ts';
import { killHard, say, type BenchWorker } from '../desk-world.ts';
import { openDoor } from '../../test/setup/wire/banned-door.ts';
import { startMarket, type BenchMarket } from './market-client.ts';
import type { BenchAd, Side } from './market-message.ts';
import { startWithout, type Start } from './without.ts';

const group = 'home';
const asideGroup = 'aside';
const startsAtOnce = 8;
const restLimitMs = 600_000;

/** How many accounts, and how many ads each of them has. */
export interface AccountsSetup {
  accounts: number;
  markets: number;
  sides: readonly Side[];
  /** Accounts whose keys the service does not know. */
  wrongKeys?: readonly string[];
  /** An account behind an address of its own, in a process of its own. */
  aside?: string;
  /** A measure that saves memory and that the processes go without. */
  without?: string | undefined;
  /** The `peerdesk.mjs` of an installed package; absent: this checkout's. */
  program?: string | undefined;
}

/** A Temporal server, a marketplace in its own process, and one worker for all accounts. */
export interface AccountsWorld {
  client: Client;
  market: BenchMarket;
  ads: readonly BenchAd[];
  names: readonly string[];
  serverPid: number | null;
  /** Where the server answers its own metrics. */
  serverMetrics: string;
  workerPid: number;
  /** Bans the address of the account that stands aside. */
  ban: () => void;
  /** Calls of it that met the ban. */
  refusedByBan: () => number;
  close: () => Promise<void>;
}

/** Returns where an ad stands one tick before this best offer. */
export function priceBefore(side: Side, best: { ask: string; bid: string }): string {
  return (side === 'SELL' ? Number(best.ask) - 0.01 : Number(best.bid) + 0.01).toFixed(2);
}

export const restingBest = { ask: '10.05', bid: '9.95' };

/** Opens the world; returns when every ad stands where its rules want it. */
export async function openAccounts(setup: AccountsSetup): Promise<AccountsWorld> {
  const { path: cliPath } = await findTemporalCli({ env: process.env, log: say });
  const server = await startTemporalServer({ cliPath, uiPort: null });
  const peerdesk = await connectTemporal({ address: server.address, namespace: 'default' });
  await registerSearchAttributes(peerdesk.client);
  const market = startMarket();
  const folder = await mkdtemp(join(tmpdir(), 'peerdesk-bench-'));
  const accounts = simAccounts(setup.accounts);
  const { baseUrl, ads } = await market.ask<{ baseUrl: string; ads: BenchAd[] }>({
    kind: 'open',
    setup: { accounts, markets: setup.markets, sides: setup.sides },
  });
  const closing: (() => unknown)[] = [];
  const door = await openDoor(baseUrl, (act) => void closing.push(act));
  await writeConfig(folder, { baseUrl, aside: door.baseUrl, accounts, setup });
  const start = await startWithout(setup.without, folder);
  const program = setup.program ?? inProject('bin', 'peerdesk.mjs');
  const env = { ...process.env, TEMPORAL_ADDRESS: server.address, TEMPORAL_NAMESPACE: 'default', ...start.env };
  const workers = [group, ...(setup.aside === undefined ? [] : [asideGroup])].map((egress) =>
    startWorker([program, 'worker', '--config', join(folder, 'peerdesk.toml'), '--egress', egress], {
      env,
      execArgv: start.execArgv,
    }),
  );
  await Promise.all(workers.map(isReady));
  const world = {
    client: peerdesk.client,
    market,
    ads,
    names: accounts.map(({ name }) => name),
    serverPid: server.pid ?? null,
    serverMetrics: server.metricsUrl,
    workerPid: workers[0]?.pid ?? 0,
    ban: door.ban,
    refusedByBan: door.refused,
    close: async () => {
      for (const worker of workers) await killHard(worker);
      for (const act of closing) await act();
      await market.close();
      await peerdesk.close();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  try {
    await startDesks(world, setup);
    await startAds(world, setup);
  } catch (error) {
    await world.close();
    throw error;
  }
  return world;
}

function startWorker(command: readonly string[], { env, execArgv }: Start): BenchWorker {
  return spawn(process.execPath, [...execArgv, ...command], { env, stdio: ['ignore', 'pipe', 'ignore'] });
}

async function isReady(worker: BenchWorker): Promise<void> {
  const died = once(worker, 'exit').then(() => Promise.reject(new Error('the worker ended before it was ready')));
  await Promise.race([once(worker.stdout, 'data'), died]);
  died.catch(() => undefined);
  worker.stdout.resume();
}

const groupOf = (setup: AccountsSetup, account: string): string => (setup.aside === account ? asideGroup : group);

const simAccounts = (count: number): SimAccount[] =>
  Array.from({ length: count }, (_, index) => {
    const name = `a${String(index + 1).padStart(2, '0')}`;
    return { name, apiKey: `key-of-${name}-0123456789`, apiSecret: `secret-of-${name}-0123456789` };
  });

interface ConfigFacts {
  baseUrl: string;
  /** The service, for the account that stands aside. */
  aside: string;
  accounts: readonly SimAccount[];
  setup: AccountsSetup;
}

async function writeConfig(folder: string, { baseUrl, aside, accounts, setup }: ConfigFacts): Promise<void> {
  const sections = [`[egress.${group}]`, ...(setup.aside === undefined ? [] : [`[egress.${asideGroup}]`])];
  for (const { name, apiKey, apiSecret } of accounts) {
    const key = setup.wrongKeys?.includes(name) === true ? 'key-that-nobody-has-0123456789' : apiKey;
    await writeFile(join(folder, `${name}.key`), key, { mode: 0o600 });
    await writeFile(join(folder, `${name}.secret`), apiSecret, { mode: 0o600 });
    sections.push(
      `[account.${name}]\nservice = "${setup.aside === name ? aside : baseUrl}"\negress = "${groupOf(setup, name)}"\nmode = "sim"\napi_key_file = "${name}.key"\napi_secret_file = "${name}.secret"`,
    );
  }
  await writeFile(join(folder, 'peerdesk.toml'), `${sections.join('\n\n')}\n`, { mode: 0o600 });
}

async function startDesks({ client, names }: AccountsWorld, setup: AccountsSetup): Promise<void> {
  await inTurns(names, (account) => {
    const own = groupOf(setup, account);
    return startDesk(client, {
      account,
      group: own,
      egress: own,
      mode: 'sim',
      release: noReleaseRules,
      adoptAds: null,
    });
  });
}

/** Ads of one team ignore each other: otherwise twenty accounts would undercut each other to their floors. */
async function startAds({ client, market, ads, names }: AccountsWorld, setup: AccountsSetup): Promise<void> {
  const { wrongKeys = [] } = setup;
  const rules = pricingRulesSchema.parse({
    strategy: { kind: 'undercut', ticks: 1 },
    filter: { ignoreNicknames: names },
    limits: { floor: '9.20', ceiling: '10.80' },
  });
  await inTurns(ads, ({ account, adNumber }) =>
    startAd(client, { account, group: groupOf(setup, account), adNumber, mode: 'sim', rules }),
  );
  const right = ads.filter(({ account }) => !wrongKeys.includes(account));
  const endMs = performance.now() + restLimitMs;
  for (;;) {
    const prices = await market.ask<string[]>({ kind: 'prices', adNumbers: right.map(({ adNumber }) => adNumber) });
    const left = right.filter(({ side }, index) => prices[index] !== priceBefore(side, restingBest)).length;
    if (left === 0) return;
    if (performance.now() > endMs) throw new Error(`${left} of ${right.length} ads do not come to rest`);
    await delay(500);
  }
}

async function inTurns<T>(all: readonly T[], act: (one: T) => Promise<unknown>): Promise<void> {
  const rest = [...all];
  const lane = async (): Promise<void> => {
    for (let one = rest.shift(); one !== undefined; one = rest.shift()) await act(one);
  };
  await Promise.all(Array.from({ length: startsAtOnce }, lane));
}
