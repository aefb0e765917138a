/** `npm run bench`: measures, prints tables, writes results.json. With `--quick` everything is short, and nothing is kept. */
import { writeFileSync } from 'node:fs';
import { format } from 'oxfmt';
import { measureAdBudgets } from './ad-budgets.ts';
import { measureDecode } from './decode.ts';
import { measureLimiter } from './limiter.ts';
import { measureManyAds } from './many-ads/many-accounts.ts';
import { measureMemory } from './memory.ts';
import { machineFacts, reportText } from './report.ts';
import { startServer } from './server-process.ts';
import { measureThroughput } from './throughput.ts';

const isQuick = process.argv.includes('--quick');
const effort = isQuick ? { rounds: 2, sliceMs: 300 } : { rounds: 9, sliceMs: 1_500 };
const machine = machineFacts();
const server = await startServer();
const memory = await measureMemory(server.baseUrl, isQuick ? 1_000 : 10_000);
const throughput = [
  await measureThroughput(server, 50, effort),
  await measureThroughput(server, 8, effort),
  await measureThroughput(server, 1, effort),
];
const decode = measureDecode(effort.rounds);
const limiter = await measureLimiter(server, isQuick ? 2 : 20);
await server.close();
const ads = await measureAdBudgets(isQuick ? 20_000 : 120_000);
const manyAds = await measureManyAds(
  isQuick ? { accounts: 5, moves: 1, restMs: 5_000 } : { accounts: 100, moves: 5, restMs: 30_000 },
);
const results = { machine, throughput, memory, decode, limiter, ads, manyAds };
process.stdout.write(`${reportText(results)}\n`);
if (!isQuick) {
  const { code } = await format('results.json', JSON.stringify(results), { printWidth: 120 });
  writeFileSync(new URL('results.json', import.meta.url), code);
}
