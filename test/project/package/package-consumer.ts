import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inProject } from '../../../src/server/project-root.ts';
import { frugalGo } from '../../setup/frugal-go.ts';
import { deskAccount, openWorld } from '../../simulator/sim-fixture.ts';

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
  const side: 'BUY' | 'SELL' | (string & Record<never, never>) | null = adv.tradeType ?? null;
  const known: string = side === 'BUY' ? adv.price : (adv.fiatSymbol ?? adv.fiatUnit ?? '');
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

/** Writes a strict TypeScript program that uses the exchange client into a folder. */
export async function writeConsumer(folder: string): Promise<void> {
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(join(folder, 'consumer.ts'), consumer);
}

export const waysOfResolving = [
  ['esnext', 'bundler'],
  ['nodenext', 'nodenext'],
] as const;

/** Compiles the program under these ways of resolving modules. Rejects when it does not compile. */
export async function compileConsumer(folder: string, ways: readonly (readonly [string, string])[]): Promise<void> {
  const compiler = inProject('node_modules', 'typescript', 'bin', 'tsc');
  const env = { ...frugalGo, ...process.env };
  const strict = ['--strict', '--target', 'es2024', '--lib', 'es2024', '--types', 'node'];
  for (const [module, resolution] of ways) {
    const how = ['--module', module, '--moduleResolution', resolution, ...strict];
    await run(process.execPath, [compiler, ...how, join(folder, 'consumer.ts')], { cwd: folder, env });
  }
}

/** Runs the compiled program on a market with one own ad; returns what it prints. */
export async function runConsumer(folder: string): Promise<string> {
  const world = await openWorld();
  world.addAd({ price: '10.20' });
  const { apiKey, apiSecret } = deskAccount;
  const { stdout } = await run(process.execPath, [join(folder, 'consumer.js'), world.baseUrl, apiKey, apiSecret]);
  return stdout;
}
