import { strategyWords } from '../../words/rule-words.ts';
import type { Backtest } from '../../domain/backtest/backtest.ts';
import type { GainComparison } from '../../domain/backtest/comparison.ts';
import type { Demand } from '../../domain/backtest/demand.ts';
import { placeNames } from '../../domain/backtest/tally.ts';
import { durationText } from '../kit/duration.ts';
import { textTable } from '../text/text-table.ts';
import type { NamedRules } from './rules-source.ts';
import type { Recording } from './recording-file.ts';

/** One set of rules and what a replay of it showed. */
export interface ReplayedRules extends NamedRules {
  result: Backtest;
}

const dayMs = 86_400_000;

type Row = readonly [name: string, value: (result: Backtest) => string];

function rowsFor(fiat: string): readonly Row[] {
  return [
    ...placeNames.map((place): Row => [
      placeWords[place],
      (result) => share(result.msByPlace[place], result.coveredMs),
    ]),
    ['margin over the reference', ({ meanMargin }) => (meanMargin === null ? '-' : percent(meanMargin))],
    ['price changes', ({ updates }) => String(updates)],
    [
      'changes a move of the best rival',
      ({ updates, rivalMoves }) => (rivalMoves === 0 ? '-' : (updates / rivalMoves).toFixed(2)),
    ],
    ['at the ceiling', (result) => share(result.msByBound.ceiling, result.coveredMs)],
    ['at the floor', (result) => share(result.msByBound.floor, result.coveredMs)],
    ['no price possible', (result) => share(result.msByBound['no-price'], result.coveredMs)],
    ['kept back by the hold', ({ keptBack }) => String(keptBack.held)],
    ['kept back as too small', ({ keptBack }) => String(keptBack['below-change'])],
    ['estimated orders', ({ orders }) => orders.toFixed(0)],
    [`estimated gain, ${fiat}`, ({ gain }) => gain.toFixed(2)],
  ];
}

const placeWords = {
  alone: 'alone',
  '1': 'rank 1',
  '2': 'rank 2',
  '3': 'rank 3',
  '4-10': 'rank 4 to 10',
  behind: 'further behind',
} as const;

/** Names and values of a report, for each set of rules, in the order of the rules. */
export function reportRows(fiat: string, replayed: readonly ReplayedRules[]): [name: string, ...values: string[]][] {
  const rows = replayed.some(({ result }) => result.awayMs > 0) ? [awayRow, ...rowsFor(fiat)] : rowsFor(fiat);
  return rows.map(([name, value]) => [name, ...replayed.map(({ result }) => value(result))]);
}

/** The other shares are of the time on the market. */
const awayRow: Row = [
  'off the market by its hours',
  (result) => share(result.awayMs, result.awayMs + result.coveredMs),
];

/** Describes the recording in one line. */
export function recordingText({ asset, fiat, side, rows, skipped, flaw }: Recording, result: Backtest): string {
  const ms = result.toMs - result.fromMs;
  const time = ms < dayMs ? durationText(ms) : `${(ms / dayMs).toFixed(1)} days`;
  const kind = rows.kind === 'prices' ? 'rows of prices' : 'looks at all offers';
  const unusable = skipped === 0 ? '' : `, ${skipped} unusable${flaw === null ? '' : ` (${flaw})`}`;
  return `${side} ${asset}/${fiat}: ${result.rows} ${kind} over ${time} (${dayOf(result.fromMs)} to ${dayOf(result.toMs)})${unusable}`;
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The table of a replay, with the model of takers that its estimates rest on. */
export function replayText(recording: Recording, replayed: readonly ReplayedRules[], demand: Demand): string {
  const [first] = replayed;
  if (first === undefined) return '';
  const rows = reportRows(recording.fiat, replayed);
  const table = textTable(
    [
      { title: '', cell: ([name]: readonly string[]) => name ?? '' },
      ...replayed.map(({ rules }, index) => ({
        title: strategyWords(rules.strategy),
        cell: (row: readonly string[]) => row[index + 1] ?? '',
        align: 'right' as const,
      })),
    ],
    rows,
  );
  return [recordingText(recording, first.result), '', table, '', demandText(demand, recording)].join('\n');
}

/** States the model of takers. */
export function demandText(
  { takersPerHour, orderSize, patience }: Demand,
  { asset }: Pick<Recording, 'asset'>,
): string {
  return (
    `Estimates: ${takersPerHour} people an hour take ${orderSize} ${asset} each, half of them from the best ad, half of ` +
    'the rest from the next, and so on, equal prices before yours, and ' +
    `none is taken that is worse than the best by more than ${100 * patience} %; the book does not react to the ad.`
  );
}

/** Describes a comparison in one line. */
export function comparisonText({ difference, noise, verdict }: GainComparison, fiat: string): string {
  const words = {
    better: 'earns more',
    worse: 'earns less',
    'no difference beyond noise': 'differs by no more than chance',
  };
  const sign = difference > 0 ? '+' : '';
  return `The second ${words[verdict]}: ${sign}${difference.toFixed(2)} ${fiat}, noise ±${noise.toFixed(2)}.`;
}

const percent = (ratio: number): string => `${(100 * ratio).toFixed(2)} %`;
const share = (partMs: number, wholeMs: number): string =>
  wholeMs === 0 ? '-' : `${((100 * partMs) / wholeMs).toFixed(1)} %`;
