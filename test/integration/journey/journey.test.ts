import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { mkdir, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, inject, it, onTestFinished, vi } from 'vitest';
import { freePort } from '../../../src/server/free-port.ts';
import { createSimulator, type Simulator } from '../../../src/simulator/simulator.ts';
import { codeBlocks } from '../../project/documents/markdown.ts';
import { readProjectFile } from '../../project/project-files.ts';
import { runInProcess } from '../../setup/run-in-process.ts';
import { startPeerdesk, type PeerdeskProcess } from '../../setup/run-peerdesk.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';
import { commandsOf, runInShell, sectionOf, wordsOf } from './typed-commands.ts';
import { stillMarket, until } from '../desk-harness.ts';

const account = { name: 'main', apiKey: 'key-of-main-0123456789', apiSecret: 'secret-of-main-0123456789' };

/** The merchant's market: an ad on each side, away from the prices that their rules find. */
async function openMarketplace() {
  const market = stillMarket();
  const simulator = createSimulator({
    seed: 1,
    accounts: [account],
    market: market.feed,
    tickIntervalMs: 50,
  });
  const { baseUrl } = await simulator.listen();
  onTestFinished(() => simulator.close());
  const pair = { account: account.name, asset: 'USDT', fiat: 'BOB' };
  const ads = [
    simulator.ads.add({ ...pair, side: 'SELL', price: '10.20', limits: { floor: '9.50', ceiling: '10.50' } }),
    simulator.ads.add({ ...pair, side: 'BUY', price: '9.80', limits: { floor: '9.20', ceiling: '10.20' } }),
  ];
  return { simulator, baseUrl, ads, market };
}

/** The section with this marketplace in it: only the address of the service differs, and the usual port is another one. */
function typedSection({ baseUrl }: { baseUrl: string }, port: number): string[] {
  const section = sectionOf(readProjectFile('docs/production.md'), 'One machine')
    .replaceAll('https://api.example.com', baseUrl)
    .replaceAll('peerdesk init --yes', `peerdesk init --yes --temporal 127.0.0.1:${port}`);
  return codeBlocks(section, 'sh').flatMap(commandsOf);
}

/** What a person answers and what an administrator types: tests of their own have the dialogue and the unit. */
const elsewhere: readonly RegExp[] = [
  /^peerdesk init --dir \S+$/,
  /^peerdesk start --unit \| sudo /,
  /^sudo systemctl /,
];

interface Expected {
  exitCode?: number;
  says: RegExp;
  /** It shows what follows from an earlier command: a person types it until it does. */
  soon?: boolean;
}

/** What each command that ends by itself must say. */
const short: Readonly<Record<string, Expected>> = {
  init: { says: /wrote .*peerdesk\.toml.*added 2 ads/s },
  'config apply': { says: /^(?!.*NOT done).*ad \d+/s },
  'config diff': { says: /nothing to do/, soon: true },
  'order list': { says: /no worker serves account main|\d{15}/ },
  'ad list': { says: /10\.04\b.*9\.96|9\.96\b.*10\.04/s, soon: true },
  'desk show': { says: /live/ },
  'register explain': { says: /1 explained by/, soon: true },
};

/** The files of the backup that matter; the keys that open it must not be among them. */
async function backedUp(home: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)('tar', ['-tzf', join(home, 'desk-backup.tar.gz')]);
  return stdout
    .split('\n')
    .filter((name) => /keys\/.|codec|\.toml$|\.db$/.test(name))
    .toSorted();
}

/** A person with a home, a terminal for commands, and one for each process. */
class Merchant {
  readonly #home: string;
  readonly #simulator: Simulator;
  readonly #processes = new Map<string, PeerdeskProcess>();

  constructor(home: string, simulator: Simulator) {
    this.#home = home;
    this.#simulator = simulator;
  }

  /** Types a command of the section. Rejects for one that this test cannot run, and when it does not do what it says. */
  async type(command: string): Promise<void> {
    if (elsewhere.some((form) => form.test(command))) return;
    const [program, ...args] = command.startsWith('peerdesk ') ? await wordsOf(command, this.#home) : [];
    if (program === undefined) await this.#typeInShell(command);
    else if (args[0] === 'server' || args[0] === 'start') await this.#start(args[0], args);
    else await this.#run(args);
  }

  async #run(args: readonly string[]): Promise<void> {
    const name = [args.slice(0, 2).join(' '), args[0] ?? ''].find((words) => words in short);
    if (name === undefined) throw new Error(`the test cannot run peerdesk ${args.join(' ')}`);
    const { exitCode = 0, says = /^$/, soon = false } = { ...short[name] };
    // Its question is asked at a terminal only.
    const agreed = name === 'config apply' ? ['--yes'] : [];
    const look = () => this.ask(...args, ...agreed);
    const run = soon ? await until(name, look, ({ stdout }) => says.test(stdout)) : await look();
    expect({ args, ...run }).toMatchObject({ exitCode, stdout: expect.stringMatching(says) });
  }

  /** Types a command that the section does not have. */
  ask(...args: readonly string[]): ReturnType<typeof runInProcess> {
    return runInProcess(args, this.#surroundings());
  }

  #surroundings(): Record<string, string> {
    return { HOME: this.#home, XDG_CONFIG_HOME: '' };
  }

  /** In a terminal of its own; what runs in another one is ended by Ctrl-C. A free port stands for the Web UI's usual one. */
  async #start(name: 'server' | 'start', args: readonly string[]): Promise<void> {
    await this.#endAll();
    const env = { ...this.#surroundings(), TEMPORAL_CLI_PATH: inject('temporalCli') };
    const started = await startPeerdesk([...args, '--ui-port', '0', '--json'], env);
    onTestFinished(async () => {
      // One that was killed would leave its processes behind.
      started.child.kill('SIGTERM');
      await started.ended;
    });
    this.#processes.set(name, started);
    await started.firstLine;
  }

  async #endAll(): Promise<void> {
    for (const [name, running] of this.#processes) {
      running.child.kill('SIGINT');
      expect(await running.ended).toMatchObject({ exitCode: 0 });
      this.#processes.delete(name);
    }
  }

  async #typeInShell(command: string): Promise<void> {
    const known = /^mv |^cp -p |^sed -i|^\(umask 077; tar [^;]*\)$/;
    if (!known.test(command)) throw new Error(`the test cannot run ${command}`);
    if (command.startsWith('sed -i')) expect(this.#simulator.ledger().reprices).toBe(0);
    if (command.includes('; tar -czf')) {
      await this.#repriced();
      await this.#endAll();
    }
    await runInShell(command, { home: this.#home });
  }

  async #repriced(): Promise<void> {
    await until(
      'both ads are repriced',
      () => this.#simulator.ledger().reprices,
      (count) => count >= 2,
    );
  }
}

/** Two customers have paid; their orders wait for approval. */
async function takenOrders(simulator: Simulator, merchant: Merchant, adNumber: string): Promise<readonly string[]> {
  const orders = [1, 2].map(() => simulator.counterparties.take({ adNumber, totalPrice: '500.00' }));
  for (const orderNumber of orders) simulator.counterparties.pay(orderNumber);
  await until(
    'both orders wait for approval',
    async () => Promise.all(orders.map((orderNumber) => merchant.ask('order', 'show', orderNumber))),
    (shown) => shown.every(({ stdout }) => stdout.includes('no human has approved')),
  );
  return orders;
}

it('every command of the section "One machine", in its order: from nothing to repriced ads, and on from a backup, nothing twice', async () => {
  const home = await temporaryDirectory();
  const before = process.cwd();
  process.chdir(home);
  onTestFinished(() => process.chdir(before));
  vi.stubEnv('HOME', home);
  const world = await openMarketplace();
  const { simulator, market } = world;
  const merchant = new Merchant(home, simulator);
  const commands = typedSection(world, await freePort());
  const keys = join(home, '.config/peerdesk/keys');
  await mkdir(keys, { recursive: true, mode: 0o700 });
  await writeFile(join(keys, 'api-key'), account.apiKey, { mode: 0o600 });
  await writeFile(join(keys, 'api-secret'), account.apiSecret, { mode: 0o600 });
  let [inApp = '', waiting = '']: readonly string[] = [];
  for (const command of commands) {
    const isBackup = command.includes('; tar -czf');
    if (isBackup) [inApp = '', waiting = ''] = await takenOrders(simulator, merchant, world.ads[0] ?? '');
    await merchant.type(command);
    // The world goes on without the desk: what it remembers is older than what is.
    if (isBackup) simulator.counterparties.release(inApp);
  }
  expect(commands.length).toBeGreaterThan(20);

  const prices = (): string[] =>
    simulator
      .ledger()
      .entries.filter(({ kind }) => kind === 'reprice')
      .map(({ adNumber, price }) => `${adNumber} ${price}`);
  const [sell = '', buy = ''] = world.ads;
  expect(prices().toSorted()).toEqual([`${sell} 10.04`, `${buy} 9.96`]);
  expect(await backedUp(home)).toEqual([
    '.config/peerdesk/keys/api-key',
    '.config/peerdesk/keys/api-secret',
    '.config/peerdesk/peerdesk.toml',
    '.peerdesk/state/codec-token',
    '.peerdesk/state/temporal.db',
  ]);

  await until(
    'the order that was released in the app is over',
    () => merchant.ask('order', 'list'),
    ({ stdout }) => stdout.includes(waiting) && !stdout.includes(inApp),
  );
  // One that does not count, because the order was just being looked at, is given again.
  await until(
    'the other is approved',
    () => merchant.ask('order', 'approve-release', waiting, '--amount', '500'),
    ({ exitCode }) => exitCode === 0,
  );
  market.move('10.00', '10.30', '9.70');
  await until(
    'the other is released, and both ads follow the market',
    () => [simulator.ledger().releases, prices().length],
    ([releases, priced]) => releases === 2 && priced === 4,
  );
  expect(prices().slice(2).toSorted()).toEqual([`${sell} 10.29`, `${buy} 9.71`]);
  const { doubleReleases, pricesOutsideLimits, callsDuringBan } = simulator.ledger();
  expect({ doubleReleases, pricesOutsideLimits, callsDuringBan }).toEqual({
    doubleReleases: 0,
    pricesOutsideLimits: 0,
    callsDuringBan: 0,
  });
});
