import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { buildPackage, keepClientAlone } from '../../../packaging/build-package.ts';
import { inProject } from '../../../src/server/project-root.ts';
import { deskAccount, openWorld } from '../../simulator/sim-fixture.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';

const run = promisify(execFile);

const consumer = `
import { createExchangeClient, ExchangeError, toAdFacts, type AnswerOf, type InputOf, type Page, type WireAd } from 'peerdesk/exchange';

const [baseUrl = '', apiKey = '', apiSecret = ''] = process.argv.slice(2);
const client = createExchangeClient({ baseUrl, credentials: { apiKey, apiSecret } });
const own: Page<WireAd> = await client.ads.listWithPagination({ page: 1, rows: 20 });
console.log(own.items.map(toAdFacts).map(({ price }): string => price).join());
const missing = await client.ads.getDetailByNo('999').catch((error: unknown) => error);
console.log(missing instanceof ExchangeError ? missing.category : missing);
const bank: readonly string[] = ['BANK'];
const market = { asset: 'USDT', fiat: 'BOB', tradeType: 'BUY', page: 1, rows: 3, payTypes: bank } as const;
const search: InputOf<'search'> = market;
const { items }: AnswerOf<'search'> = await client.ads.search(search);
for (const { adv } of items) {
  const side: 'BUY' | 'SELL' | (string & Record<never, never>) = adv.tradeType;
  const known: string = side === 'BUY' ? adv.price : (adv.fiatSymbol ?? adv.fiatUnit);
  // @ts-expect-error A field that is misspelt does not compile.
  void [known, adv.pirce];
}
// @ts-expect-error The same through the exported name of its type.
const misspelt = (ad: WireAd): unknown => ad.pirce;
void misspelt;
// @ts-expect-error The number of an ad is text.
void client.ads.getDetailByNo(999).catch(() => undefined);
await client.close();
`;

/** A folder after `npm install`: the built package beside its dependencies. */
async function installed(): Promise<string> {
  const folder = await temporaryDirectory();
  const modules = join(folder, 'node_modules');
  await mkdir(modules);
  for (const name of await readdir(inProject('node_modules'))) {
    if (!name.startsWith('.')) await symlink(inProject('node_modules', name), join(modules, name));
  }
  buildPackage(join(modules, 'peerdesk'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(join(folder, 'consumer.ts'), consumer);
  return folder;
}

const waysOfResolving = [
  ['esnext', 'bundler'],
  ['nodenext', 'nodenext'],
] as const;

/** Compiles the consumer under these ways of resolving modules. */
async function compile(folder: string, ways: readonly (readonly [string, string])[]): Promise<void> {
  const compiler = inProject('node_modules', 'typescript', 'bin', 'tsc');
  const strict = ['--strict', '--target', 'es2024', '--lib', 'es2024', '--types', 'node'];
  for (const [module, resolution] of ways) {
    const how = ['--module', module, '--moduleResolution', resolution, ...strict];
    await run(process.execPath, [compiler, ...how, join(folder, 'consumer.ts')], { cwd: folder });
  }
}

async function runConsumer(folder: string): Promise<string> {
  const world = await openWorld();
  world.addAd({ price: '10.20' });
  const { apiKey, apiSecret } = deskAccount;
  const { stdout } = await run(process.execPath, [join(folder, 'consumer.js'), world.baseUrl, apiKey, apiSecret]);
  return stdout;
}

/** The packages of a folder's shrinkwrap. */
async function lockedNames(folder: string): Promise<string[]> {
  const text = await readFile(join(folder, 'npm-shrinkwrap.json'), 'utf8');
  const { packages } = JSON.parse(text) as { packages: Record<string, { integrity?: string }> };
  const entries = Object.entries(packages).filter(([path]) => path !== '');
  expect(entries.filter(([, { integrity }]) => integrity === undefined)).toEqual([]);
  return entries.map(([path]) => path.replace(/^.*node_modules\//, ''));
}

const testLimitMs = 300_000;

it(
  'the package, installed: a strict TypeScript program compiles against it and runs as plain JavaScript',
  async () => {
    const folder = await installed();
    await compile(folder, waysOfResolving);
    expect(await runConsumer(folder)).toBe('10.20\nNOT_FOUND\n');
    const command = join(folder, 'node_modules', 'peerdesk', 'bin', 'peerdesk.mjs');
    const whole = join(folder, 'node_modules', 'peerdesk');
    expect(await readdir(whole)).toEqual(expect.arrayContaining(['LICENSE', 'SECURITY.md', 'npm-shrinkwrap.json']));
    expect(await lockedNames(whole)).toContain('@temporalio/core-bridge');
    const list = await run(process.execPath, [command, 'call', '--list']);
    expect(list.stdout).toContain('releaseCoin');

    // The exchange client alone: the same program, without Temporal in reach.
    const modules = join(folder, 'node_modules');
    keepClientAlone(join(modules, 'peerdesk'));
    const manifest: unknown = JSON.parse(await readFile(join(modules, 'peerdesk', 'package.json'), 'utf8'));
    const dependencies = Object.keys((manifest as { dependencies: object }).dependencies);
    expect(dependencies).toEqual(['decimal.js', 'otpauth', 'undici', 'ws', 'zod']);
    expect(await lockedNames(join(modules, 'peerdesk'))).toEqual(['@noble/hashes', ...dependencies]);
    for (const name of await readdir(modules)) {
      if (!['peerdesk', '@types', '@noble', 'undici-types', ...dependencies].includes(name))
        await rm(join(modules, name));
    }
    await compile(folder, waysOfResolving.slice(1));
    expect(await runConsumer(folder)).toBe('10.20\nNOT_FOUND\n');
  },
  testLimitMs,
);
