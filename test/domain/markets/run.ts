/**
 * `npm run markets`: desks of twenty ads, both sides and ten kinds of rules, on four markets that a seed makes, on one where
 * two desks meet, and on a recorded one, at the speed of the processor. An oracle of its own judges every ad after every
 * round. Exits with 1 when a price was refused or an ad stands where it should not.
 */
import { parseArgs } from 'node:util';
import { durationText } from '../../../src/cli/kit/duration.ts';
import { parseDurationMs } from '../../../src/domain/duration.ts';
import { textTable, type Column } from '../../../src/cli/text/text-table.ts';
import { runMarket, type RunReport } from './market-run.ts';
import { recordedRivals } from './recorded-rivals.ts';
import { meetingMarket, scriptedMarkets } from './scripted-market.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', multiple: true, default: ['1', '2', '3'] },
    for: { type: 'string', default: '6h' },
    recording: { type: 'string' },
    speed: { type: 'string', default: '60' },
  },
});
const forMs = parseDurationMs(values.for) ?? 0;
if (!(forMs > 0)) throw new TypeError('--for must be a duration such as 6h');

/** Outside them every third ad is off the market, on the clock of the run. */
const nights = '00:20-01:00 01:30-02:30 02:45-04:00 04:30-05:45';

const share = (part: number, whole: number): string => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;

interface Row {
  readonly seed: string;
  readonly report: RunReport;
}

const right = 'right' as const;
const looksOf = ({ standings }: RunReport): number => Object.values(standings).reduce((sum, count) => sum + count, 0);
const columns: readonly Column<Row>[] = [
  { title: 'market', cell: ({ report }) => report.market },
  { title: 'seed', cell: ({ seed }) => seed, align: right },
  { title: 'ads', cell: ({ report }) => report.ads, align: right },
  { title: 'moves', cell: ({ report }) => report.wishMoves, align: right },
  { title: 'writes', cell: ({ report }) => report.writes, align: right },
  { title: 'a move', cell: ({ report }) => (report.writes / report.wishMoves).toFixed(2), align: right },
  { title: 'most an hour', cell: ({ report }) => report.maxWritesAnHour, align: right },
  { title: 'rank held', cell: ({ report }) => share(report.rankShare, 1), align: right },
  { title: 'at a guard', cell: ({ report }) => share(report.standings['at-guard'], looksOf(report)), align: right },
  { title: 'held', cell: ({ report }) => share(report.standings.held, looksOf(report)), align: right },
  { title: 'near', cell: ({ report }) => share(report.standings.near, looksOf(report)), align: right },
  { title: 'stepping', cell: ({ report }) => share(report.standings.stepping, looksOf(report)), align: right },
  { title: 'no price', cell: ({ report }) => share(report.standings['no-price'], looksOf(report)), align: right },
  { title: 'crowded', cell: ({ report }) => share(report.standings.crowded, looksOf(report)), align: right },
  { title: 'taken back', cell: ({ report }) => report.takenBack, align: right },
  { title: 'faults', cell: ({ report }) => report.faults.length, align: right },
];
const rows: Row[] = [];
const faults: string[] = [];
const startedMs = performance.now();

function run(seed: string, options: Parameters<typeof runMarket>[0]): void {
  const report = runMarket(options);
  rows.push({ seed, report });
  faults.push(...report.faults.map((fault) => `${report.market}, seed ${seed}: ${fault}`));
}

for (const seed of values.seed) {
  for (const market of scriptedMarkets(Number(seed))) {
    run(seed, { market, desks: 1, forMs });
    if (market.name === 'jumping')
      run(seed, { market: { ...market, name: 'jumping, with nights' }, desks: 1, forMs, nights });
  }
  run(seed, { market: meetingMarket(Number(seed)), desks: 2, forMs });
}
if (values.recording !== undefined) {
  const options = { file: values.recording, seed: Number(values.seed[0]), speed: Number(values.speed) };
  run(String(options.seed), { market: recordedRivals(options), desks: 1, forMs });
}
console.log(textTable(columns, rows));
const tookMs = performance.now() - startedMs;
console.log(`${durationText(forMs)} each, in ${(tookMs / 1_000).toFixed(0)} s; a round every 5 s of their time`);
for (const fault of faults.slice(0, 20)) console.log(fault);
if (faults.length > 0) process.exitCode = 1;
