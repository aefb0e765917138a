/**
 * Long runs of a whole desk, by hand. `npm run chaos` kills its worker repeatedly, freezes it beside others of which one takes
 * itself to be on another host, lets Temporal stand still, cuts connections to it, sets clocks wrong, and resets, terminates and switches workflows, under a storm of faults, after a client that simply
 * retries has shown that the ledger would detect doubles. `npm run soak` leaves it alone and watches its memory. Both
 * exit with 1 when the marketplace's ledger is wrong, or the desk does not come to rest.
 */
import { parseArgs } from 'node:util';
import { durationText } from '../../src/cli/kit/duration.ts';
import { parseDurationMs } from '../../src/domain/duration.ts';
import { runChaos, type ChaosOptions, type ChaosReport, type MemorySample } from './chaos-run.ts';
import { harderFaults } from './harder-faults.ts';
import { naiveText, runNaive } from './naive-run.ts';

const kinds = {
  chaos: {
    for: '10m',
    faults: 'storm',
    killEveryMs: [3_000, 20_000],
    freeze: { everyMs: [10_000, 30_000], forMs: [5_000, 25_000] },
    stall: { everyMs: [30_000, 60_000], forMs: [2_000, 15_000] },
    cut: { everyMs: [15_000, 40_000], forMs: [500, 20_000] },
    // Two more workers, one on another host, with clocks that are set wrong while they run.
    companions: [
      { shiftMs: 5_000, shiftAfterMs: 30_000, host: 'elsewhere' },
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

const usage = 'npm run chaos (or soak) -- [--for 10m] [--seed 1] [--orders-per-minute 30]';
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
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) throw new TypeError(usage);
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

const counted = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');

function tell(report: ChaosReport): void {
  const { kills, freezes, stalls, cuts, shiftedClocks, operations, faults, calm, inZone, memory, summary } = report;
  const { arrived, completed, cancelled, waiting } = summary.orders;
  // For workers that restart repeatedly a line means nothing.
  const slope = kills === 0 ? growth(memory) : null;
  const rows: [string, string][] = [
    ['seed, seconds', `${summary.seed}, ${summary.seconds}`],
    [
      'disturbances',
      counted({
        kill: kills,
        freeze: freezes,
        stall: stalls,
        cut: cuts,
        'shifted-clock': shiftedClocks,
        ...operations,
      }),
    ],
    ['faults', counted(faults)],
    ['orders', `${arrived} arrived, ${completed} completed, ${cancelled} cancelled`],
    ['open orders wait for', counted(waiting)],
    [
      'calls',
      `${summary.requests} requests, ${summary.reprices} reprices, ${summary.repeatedAttempts} refused repeats`,
    ],
    ['books', counted(summary.ledger)],
    ['at rest', `${Math.round(calm.afterMs / 1_000)} s after the last disturbance`],
    ...(slope === null ? [] : ([['memory', `${slope.toFixed(1)} MB an hour over ${memory.length} samples`]] as const)),
  ].map(([name = '', text = '']) => [name, text]);
  say('');
  for (const [name, text] of rows) say(`${name.padEnd(22)}${text}`);
  for (const entry of inZone) say(`in the zone: ${JSON.stringify(entry)}`);
  for (const order of calm.unsettled) say(`not at rest: ${order}`);
  say(problemsOf(report).length === 0 ? 'ok: nothing twice, nothing outside the limits' : problemText(report));
}

function problemsOf({ summary, calm }: ChaosReport): readonly string[] {
  const { length } = calm.unsettled;
  return length === 0 ? summary.problems : [...summary.problems, `${length} orders did not come to rest`];
}

const problemText = (report: ChaosReport): string => `NOT ok: ${problemsOf(report).join('; ')}`;

/** Of the marketplace's own time, which passes in seconds. */
const naiveMs = 300_000;

/** Returns whether the ledger shows what goes wrong; without faults there is nothing to show. */
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
  process.exitCode = problemsOf(report).length === 0 && isSighted ? 0 : 1;
} catch (error) {
  if (!(error instanceof TypeError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 4;
}
