/**
 * Long runs of a whole desk, by hand. `npm run chaos` kills its worker again and again and freezes it beside others, under
 * a storm of faults, after a client that simply retries has shown that the books would tell. `npm run soak` leaves it
 * alone and watches its memory. Both end with 1 when the books of the marketplace do not hold.
 */
import { parseArgs } from 'node:util';
import { durationText, parseDurationMs } from '../../src/cli/duration.ts';
import { runChaos } from './chaos-run.ts';
import type { ChaosOptions, ChaosReport, MemorySample } from './chaos-run.ts';
import { harderFaults } from './harder-faults.ts';
import { naiveText, runNaive } from './naive-run.ts';

const kinds = {
  chaos: {
    for: '10m',
    faults: 'storm',
    killEveryMs: [3_000, 20_000],
    freeze: { everyMs: [10_000, 30_000], forMs: [5_000, 25_000] },
    // Two more workers; somebody sets their clocks wrong while they run.
    companions: [
      { shiftMs: 5_000, shiftAfterMs: 30_000 },
      { shiftMs: -5_000, shiftAfterMs: 45_000 },
    ],
    operateEveryMs: [2_000, 6_000],
    // Between processes it travels through Temporal, on a machine that all of them keep busy.
    banNewsMs: 2_000,
    moreFaults: harderFaults,
    sampleEveryMs: 60_000,
  },
  soak: { for: '60m', faults: 'mild', killEveryMs: null, sampleEveryMs: 60_000 },
} as const;

const shortestMs = 40_000;
const hourMs = 3_600_000;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

function readOptions(): ChaosOptions {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      for: { type: 'string' },
      seed: { type: 'string', default: '1' },
      'orders-per-minute': { type: 'string', default: '30' },
    },
  });
  const [name] = positionals;
  if (name !== 'chaos' && name !== 'soak') throw new TypeError('say what to run: chaos or soak');
  const { for: usual, faults, ...disturbances } = kinds[name];
  const forMs = parseDurationMs(values.for ?? usual) ?? 0;
  if (forMs < shortestMs) throw new TypeError(`--for must be a duration of ${durationText(shortestMs)} or more`);
  const [seed, ordersPerMinute] = [Number(values.seed), Number(values['orders-per-minute'])];
  if (!Number.isInteger(seed) || !(ordersPerMinute > 0))
    throw new TypeError('--seed or --orders-per-minute is no number');
  say(`${name}: ${durationText(forMs)}, seed ${seed}, faults ${faults}, ${ordersPerMinute} orders a minute`);
  return { ...disturbances, seed, forMs, faults, ordersPerMinute, log: say };
}

/** Slope of the straight line that fits best, in MB an hour; null for fewer than three samples. */
function growth(samples: readonly MemorySample[]): number | null {
  if (samples.length < 3) return null;
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [atMs, mb] = [mean(samples.map((sample) => sample.atMs)), mean(samples.map((sample) => sample.residentMb))];
  const up = samples.reduce((sum, sample) => sum + (sample.atMs - atMs) * (sample.residentMb - mb), 0);
  const across = samples.reduce((sum, sample) => sum + (sample.atMs - atMs) ** 2, 0);
  return (up / across) * hourMs;
}

function tell({ kills, freezes, operations, memory, summary }: ChaosReport): void {
  // Of workers that begin anew again and again a line says nothing.
  const slope = kills === 0 ? growth(memory) : null;
  say(
    `kills ${kills}, freezes ${freezes}, restarts ${summary.workerRestarts}, requests ${summary.requests}, reprices ${summary.reprices}`,
  );
  if (operations !== null) say(`operations ${JSON.stringify(operations)}`);
  say(`orders ${JSON.stringify(summary.orders)}, refused repeats ${summary.repeatedAttempts}`);
  say(`books ${JSON.stringify(summary.ledger)}`);
  if (slope !== null) say(`memory of the worker: ${slope.toFixed(1)} MB an hour over ${memory.length} samples`);
  say(summary.ok ? 'ok: nothing twice, nothing outside the limits' : `NOT ok: ${summary.problems.join('; ')}`);
}

/** Of the marketplace's own time, which passes in seconds. */
const naiveMs = 300_000;

/** Returns whether the books show what goes wrong; without faults there is nothing that they could show. */
async function seesDoubles(options: ChaosOptions): Promise<boolean> {
  if (options.killEveryMs === null) return true;
  const report = await runNaive({ ...options, forMs: naiveMs });
  say(naiveText(report));
  if (report.doubles === 0) say('NOT ok: under these faults the books show no double of a client that simply retries');
  return report.doubles > 0;
}

try {
  const options = readOptions();
  const isSighted = await seesDoubles(options);
  const report = await runChaos(options);
  tell(report);
  process.exitCode = report.summary.ok && isSighted ? 0 : 1;
} catch (error) {
  if (!(error instanceof TypeError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 4;
}
