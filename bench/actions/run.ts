/**
 * `npm run bench:actions`: what a quiet desk asks of Temporal, by the server's own count, and what that is in a day: one
 * account with four ads, and with `-- --accounts 20 --markets 10` others. Then the history that a price leaves, and, reckoned
 * from the parts, the table of docs/production.md for 1, 20 and 100 accounts. A measurement, not a test.
 */
import { parseArgs } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';
import { openAccounts } from '../accounts/world.ts';
import { say } from '../desk-world.ts';
import { measurePrice, type PriceCost } from './price-cost.ts';
import { readServerCounts, type ServerCounts } from './server-counts.ts';
import { actionsADay, bytesADay, cloudLimits, dayMs, deskSizes, partsADay, pricesADay } from './sizes.ts';

const { values } = parseArgs({
  options: {
    accounts: { type: 'string', default: '1' },
    markets: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '180' },
  },
});
const settleMs = 30_000;

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
  const adsEach = ads.length / names.length;
  const quiet = { accounts: names.length, adsEach, addresses: 1 };
  say(`  reckoned from the parts, without renewals   ${count(actionsADay(quiet) - ads.length * partsADay.renewals)}`);
  showSizes();
  showStorage(await measurePrice(world));
  say('shards: 512 in the compose files, for good from the first start of the database');
} finally {
  await world.close();
}

function count(value: number): string {
  return Math.round(value).toLocaleString('en');
}

function showSizes(): void {
  say('reckoned, while nothing moves: actions a day, actions a second');
  for (const size of deskSizes) {
    const aDay = actionsADay(size);
    const name = `${size.accounts} account(s) with ${size.adsEach} ads each, ${size.addresses} address(es)`;
    say(`  ${name.padEnd(44)} ${count(aDay)}, ${((1_000 * aDay) / dayMs).toFixed(1)}`);
  }
  say('a namespace of Temporal Cloud allows at first ("System limits - Temporal Cloud")');
  for (const [name, limit] of cloudLimits) say(`  ${name.padEnd(44)} ${count(limit)}`);
}

function showStorage(cost: PriceCost): void {
  say(`history of a price: ${count(cost.events)} events, ${count(cost.price)} bytes`);
  say(`history of a renewal, reckoned by its six events: ${count(cost.renewal)} bytes`);
  for (const prices of pricesADay) {
    say(
      `  an ad and day with ${count(prices).padStart(5)} prices: ${count(bytesADay(prices, cost) / 1_000)} kB of history`,
    );
  }
}

function show(before: ServerCounts, after: ServerCounts, tookMs: number): void {
  for (const kind of ['actions', 'requests'] as const) {
    const rows = Object.entries(after[kind])
      .map(([name, count]) => [name, ((count - (before[kind][name] ?? 0)) * dayMs) / tookMs] as const)
      .filter(([, aDay]) => aDay >= 1)
      .toSorted(([, left], [, right]) => right - left);
    say(`${kind} a day`);
    for (const [name, aDay] of rows) say(`  ${name.padEnd(44)} ${count(aDay)}`);
    say(`  ${'all'.padEnd(44)} ${count(rows.reduce((sum, [, aDay]) => sum + aDay, 0))}`);
  }
}
