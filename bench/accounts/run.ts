/**
 * `npm run bench:accounts`: twenty accounts with twenty ads each on ten markets in one worker process, beside one account
 * with ten ads: memory, share of a core and calls at rest, and the time from a move of the market to the price at the
 * marketplace. Takes ten minutes. With `-- --disturb wrong-keys|ban|slow|flood|signals|all`: how long the others of five accounts
 * take while one of them is disturbed, beside the same before. With `-- --without sources|modules|arenas|young|start`:
 * without one of the measures that save memory. With `-- --program PATH`: by the `peerdesk.mjs` of an installed package.
 * A measurement, not a test.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';
import { defaultSettings } from '../../src/domain/settings.ts';
import { createStillMarket, type BestOffers } from '../../test/setup/still-markets.ts';
import { say } from '../desk-world.ts';
import { measureDisturbed } from './disturb.ts';
import { disturbances } from './disturbances.ts';
import type { MarketCounts } from './market-message.ts';
import { usageOf } from './usage.ts';
import { openAccounts, priceBefore, type AccountsSetup, type AccountsWorld } from './world.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    disturb: { type: 'string' },
    'rest-seconds': { type: 'string', default: '120' },
    times: { type: 'string', default: '5' },
    without: { type: 'string' },
    program: { type: 'string' },
  },
});
const restMs = Number(values['rest-seconds']) * 1_000;
const times = Number(values.times);
const { marketIntervalMs } = defaultSettings;
/** No market stands where it moves to. */
const places = {
  one: [bestAt(1_015), bestAt(1_004), bestAt(1_022)],
  all: [bestAt(1_012), bestAt(1_007), bestAt(1_018)],
};

const parts: { name: string; setup: AccountsSetup; memoryMb: number; coreShare: number | null }[] = [
  { name: 'alone', setup: { accounts: 1, markets: 10, sides: ['SELL'] }, memoryMb: 250, coreShare: null },
  {
    name: 'twenty',
    setup: { accounts: 20, markets: 10, sides: ['SELL', 'BUY'] },
    memoryMb: 700,
    coreShare: 0.15,
  },
];

const disturbed = disturbances.filter((kind) => values.disturb === kind || values.disturb === 'all');
if (values.disturb !== undefined && disturbed.length === 0)
  throw new TypeError(`--disturb: ${disturbances.join('|')}|all`);
for (const kind of disturbed) await measureDisturbed(kind, 2 * times);

for (const part of values.disturb === undefined ? parts : []) {
  if (values.only !== undefined && values.only !== part.name) continue;
  const world = await openAccounts({ ...part.setup, without: values.without, program: values.program });
  try {
    say(`${part.setup.accounts} account(s), ${world.ads.length} ads, at a load of ${loadavg()[0]?.toFixed(1)}`);
    await measureRest(world, part);
    await measureMoves(world, part.setup.markets);
  } finally {
    await world.close();
  }
}

async function measureRest(
  { market, workerPid, serverPid }: AccountsWorld,
  { memoryMb, coreShare }: { memoryMb: number; coreShare: number | null },
): Promise<void> {
  // What the start has left is collected first.
  await delay(30_000);
  await market.ask({ kind: 'counts' });
  const before = usageOf(workerPid);
  const serverBefore = serverPid === null ? null : usageOf(serverPid);
  const sinceMs = performance.now();
  await delay(restMs);
  const seconds = (performance.now() - sinceMs) / 1_000;
  const after = usageOf(workerPid);
  const { calls } = await market.ask<MarketCounts>({ kind: 'counts' });
  const share = (after.cpuSeconds - before.cpuSeconds) / seconds;
  say(`  memory ${after.rssMb.toFixed(0)} MB (budget ${memoryMb} MB: ${(after.rssMb / memoryMb).toFixed(2)})`);
  const budget = coreShare === null ? '' : ` (budget ${100 * coreShare} %: ${(share / coreShare).toFixed(2)})`;
  say(`  at rest ${(100 * share).toFixed(1)} % of a core${budget}`);
  if (serverPid !== null && serverBefore !== null) {
    const used = usageOf(serverPid);
    say(
      `  the Temporal server beside it: ${used.rssMb.toFixed(0)} MB, ${((100 * (used.cpuSeconds - serverBefore.cpuSeconds)) / seconds).toFixed(1)} %`,
    );
  }
  const rounds = (seconds * 1_000) / marketIntervalMs;
  const each = Object.entries(calls).map(([name, count]) => `${name} ${(count / rounds).toFixed(1)}`);
  say(`  calls a round of ${marketIntervalMs / 1_000} s: ${each.join(', ')}`);
}

function bestAt(ask: number): BestOffers {
  return { ask: (ask / 100).toFixed(2), bid: ((2_000 - ask) / 100).toFixed(2) };
}

async function measureMoves(world: AccountsWorld, markets: number): Promise<void> {
  const fiats = createStillMarket().fiats.slice(0, markets);
  await measureMove(world, 'one', (time) => [fiats[time % markets] ?? '']);
  await measureMove(world, 'all', () => fiats);
}

async function measureMove(world: AccountsWorld, which: 'one' | 'all', of: (time: number) => string[]): Promise<void> {
  const tookMs: number[] = [];
  let missing = 0;
  for (let time = 0; time < times; time += 1) {
    await delay(2 * marketIntervalMs + (time * marketIntervalMs) / times);
    const best = places[which][time % places[which].length];
    const fiats = of(time);
    const moved = world.ads.filter(({ fiat }) => fiats.includes(fiat));
    if (best === undefined) continue;
    const targets = Object.fromEntries(moved.map(({ adNumber, side }) => [adNumber, priceBefore(side, best)]));
    const took = await world.market.ask<Record<string, number>>({ kind: 'move', fiats, best, targets });
    tookMs.push(...Object.values(took));
    missing += moved.length - Object.keys(took).length;
  }
  tookMs.sort((left, right) => left - right);
  const at = (share: number): string =>
    ((tookMs[Math.min(tookMs.length - 1, Math.floor(share * tookMs.length))] ?? 0) / 1_000).toFixed(1);
  say(
    `  ${which === 'one' ? 'one market moves' : 'all markets move'} (${times} times): move to price p50 ${at(0.5)} s, p95 ${at(0.95)} s, last ${at(1)} s; never ${missing}`,
  );
}
