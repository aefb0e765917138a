/**
 * `npm run bench:actions`: what a quiet desk asks of Temporal, by the server's own count, and what that is in a day: one
 * account with four ads, and with `-- --accounts 20 --markets 10` others. A measurement, not a test.
 */
import { parseArgs } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';
import { openAccounts } from '../accounts/world.ts';
import { say } from '../desk-world.ts';
import { readServerCounts, type ServerCounts } from './server-counts.ts';

const { values } = parseArgs({
  options: {
    accounts: { type: 'string', default: '1' },
    markets: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '180' },
  },
});
const settleMs = 30_000;
const dayMs = 86_400_000;

const world = await openAccounts({
  accounts: Number(values.accounts),
  markets: Number(values.markets),
  sides: ['SELL', 'BUY'],
});
try {
  const { names, ads } = world;
  say(`${names.length} account(s), ${ads.length} ads, nothing moves for ${values.seconds} s`);
  await delay(settleMs);
  const before = await readServerCounts(world.serverMetrics);
  const sinceMs = performance.now();
  await delay(Number(values.seconds) * 1_000);
  const after = await readServerCounts(world.serverMetrics);
  show(before, after, performance.now() - sinceMs);
} finally {
  await world.close();
}

function show(before: ServerCounts, after: ServerCounts, tookMs: number): void {
  for (const kind of ['actions', 'requests'] as const) {
    const rows = Object.entries(after[kind])
      .map(([name, count]) => [name, ((count - (before[kind][name] ?? 0)) * dayMs) / tookMs] as const)
      .filter(([, aDay]) => aDay >= 1)
      .toSorted(([, left], [, right]) => right - left);
    say(`${kind} a day`);
    for (const [name, aDay] of rows) say(`  ${name.padEnd(44)} ${Math.round(aDay).toLocaleString('en')}`);
    say(`  ${'all'.padEnd(44)} ${Math.round(rows.reduce((sum, [, aDay]) => sum + aDay, 0)).toLocaleString('en')}`);
  }
}
