/**
 * `npm run bench:ads`: own ads beside each other are written after a move of their market: how long from the move until
 * the last price is at the marketplace, and what does a round cost? Ten ads on one market, then a hundred on ten, with
 * default settings. Runs about five minutes. A measurement, not a test.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { defaultSettings } from '../src/domain/settings.ts';
import { openBenchWorld, say } from './desk-world.ts';
import { measureMove, startAds, type Move } from './own-ad-moves.ts';

const { marketIntervalMs, accountRequestsPerSecond } = defaultSettings;

const only = process.argv[2];
if (only !== 'ten') await measure(1, [{ name: 'the market moves', moved: 1, times: 6 }]);
if (only !== 'one')
  await measure(10, [
    { name: 'one market of ten moves', moved: 1, times: 4 },
    { name: 'all ten move at once', moved: 10, times: 3 },
  ]);

async function measure(markets: number, runs: { name: string; moved: number; times: number }[]): Promise<void> {
  const world = await openBenchWorld();
  try {
    world.startWorker();
    const ads = await startAds(world, world.market.fiats.slice(0, markets));
    const where = new Map<string, number>(world.market.fiats.map((fiat) => [fiat, 0]));
    for (const run of runs) {
      const moves: Move[] = [];
      for (let time = 0; time < run.times; time += 1) {
        // Moves come at another moment of the round each time.
        await delay(2 * marketIntervalMs + (time * marketIntervalMs) / run.times);
        const fiats = Array.from(
          { length: run.moved },
          (_, index) => world.market.fiats[(time + index) % markets] ?? '',
        );
        moves.push(await measureMove(world, ads, { fiats, where }));
      }
      report(`${ads.length} ads on ${markets} market(s), ${run.name}`, moves);
    }
    const { pricesInZone, ownUndercuts, ownPasses, rejected, callsOverLimit } = world.simulator.ledger();
    say(
      `  prices in an own zone ${pricesInZone}, own undercuts ${ownUndercuts} (of ${ownPasses} prices that passed an own ad on their way), above the limit ${callsOverLimit}, refused ${JSON.stringify(rejected)}`,
    );
  } finally {
    await world.close();
  }
}

function report(title: string, moves: readonly Move[]): void {
  const tookMs = moves.flatMap((move) => move.tookMs).toSorted((left, right) => left - right);
  const at = (share: number): string => seconds(tookMs[Math.min(tookMs.length - 1, Math.floor(share * tookMs.length))]);
  const last = moves.map((move) => move.tookMs.at(-1) ?? 0);
  const writes = moves[0]?.tookMs.length ?? 0;
  say(`${title} (${moves.length} times)`);
  say(
    `  move to price: p50 ${at(0.5)} s, p95 ${at(0.95)} s, last ${last.map(seconds).join(' ')} s; ${writes} writes alone take ${writes / accountRequestsPerSecond} s of the budget`,
  );
  for (const { calls, outOfOrderMs, tookMs: sorted } of moves) {
    const rounds = (sorted.at(-1) ?? 0) / marketIntervalMs;
    const made = Object.entries(calls).map(([kind, count]) => `${kind} ${count}`);
    say(`  ${rounds.toFixed(1)} rounds: ${made.join(', ')}; out of order for ${seconds(outOfOrderMs)} s`);
  }
}

function seconds(ms = 0): string {
  return (ms / 1_000).toFixed(1);
}
