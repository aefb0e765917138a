/** Intended beside actual prices in words: figures, verdict and the series of changes. */
import type { AdView } from '../../client/index.ts';
import type { DiffCheck, DiffFigures, DiffReport } from '../../domain/diff/diff-report.ts';
import { compare } from '../../domain/decimal.ts';
import { durationText } from '../kit/duration.ts';
import { csvText, type CsvCell } from '../list/csv-text.ts';
import { fieldList, textTable, type Column } from '../text/text-table.ts';
import { wrapped } from '../text/display-width.ts';
import { coded } from '../../words/coded.ts';
import { timeText } from '../text/time-zone.ts';

/** The report of one ad. */
export interface AdDiff extends DiffReport, Pick<AdView, 'account' | 'adNumber' | 'mode' | 'side' | 'pair' | 'rules'> {
  /** The state of the ad now. */
  state: AdView['state']['kind'];
}

type Point = AdDiff['points'][number];

/** Changes that a terminal shows; --json and --csv have all. */
const shownPoints = 20;

/** One ad with its figures and changes, or a table of several. */
export function diffsText(diffs: readonly AdDiff[], columns: number): string {
  const [only] = diffs;
  return diffs.length === 1 && only !== undefined ? diffText(only, columns) : textTable(diffColumns, diffs, columns);
}

function diffText(diff: AdDiff, columns: number): string {
  const { figures, points } = diff;
  const shown = points.slice(-shownPoints);
  const earlier = points.length - shown.length;
  return [
    headText(diff),
    ...(figures === null ? [] : [fieldList(figureFields(diff, figures))]),
    ...wrapped(coded(verdictText(diff), diff.state), columns),
    ...(shown.length === 0 ? [] : ['', textTable(pointColumns, shown, columns)]),
    ...(earlier === 0 ? [] : [`${earlier} earlier changes: --csv shows all`]),
  ].join('\n');
}

export function diffLine(diff: AdDiff): string {
  return `${headText(diff)}: ${coded(verdictText(diff), diff.state)}`;
}

function headText({ adNumber, side, pair, mode, figures }: AdDiff): string {
  const head = `ad ${adNumber}, ${pair === null ? 'not read yet' : `${side} ${pair}`}, mode ${mode}`;
  return figures === null ? `${head}: not watched in this time` : head;
}

function figureFields({ pair }: AdDiff, figures: DiffFigures): [string, string][] {
  const [asset = '', fiat = ''] = (pair ?? '').split('/');
  const { meanDistance, meanTicks, largestDistance, largestRatio, gainPerUnit, foreseen } = figures;
  const ticks = `${meanTicks} tick${meanTicks === 1 ? '' : 's'}`;
  return [
    ['watched', `${durationText(figures.watchedMs)} since ${timeText(figures.sinceMs)}`],
    ['as intended', `${percent(figures.equalShare)} of the time, ${percent(figures.nearShare)} within one tick`],
    ['apart', `${meanDistance} on average (${ticks}), ${largestDistance} at most (${percent(largestRatio)})`],
    [
      'the ad stood',
      `${percent(figures.aheadShare)} of the time better for takers, ${percent(figures.behindShare)} worse`,
    ],
    ['as intended it', `earns ${gainText(gainPerUnit, fiat)} a ${asset} on average, before fees`],
    ['it differed', differedText(figures)],
    ...foreseen.map((one): [string, string] => ['foreseen', foreseenText(one)]),
  ];
}

function gainText(gain: string, fiat: string): string {
  const sign = compare(gain, '0');
  if (sign === 0) return 'the same';
  return sign > 0 ? `${gain} ${fiat} more` : `${gain.slice(1)} ${fiat} less`;
}

function differedText({ departures, meanMs, longestMs }: DiffFigures): string {
  if (longestMs === 0) return 'never';
  const often = departures === 1 ? 'once' : `${departures} times`;
  return `${often}, ${durationText(meanMs)} on average, ${durationText(longestMs)} at most`;
}

const foreseenWords = {
  margin: 'the margin moved the price',
  limits: 'the limits moved the price',
  'service-range': 'the service range moved the price',
  'exclusion-zone': 'the zone of an own ad moved the price',
  'no-price': 'no price satisfied all guards',
  'no-market': 'no market to go by',
} satisfies Record<DiffFigures['foreseen'][number]['name'], string>;

function foreseenText({ name, share }: DiffFigures['foreseen'][number]): string {
  return `${foreseenWords[name]} ${percent(share)} of the time`;
}

/** A shadow is judged for its promotion; an ad that writes already only shows how it kept up. */
export function verdictText({ mode, ready, checks, figures }: AdDiff): string {
  if (mode !== 'shadow') {
    return figures === null
      ? 'nothing to compare yet'
      : `written in mode ${mode}: as intended ${percent(figures.equalShare)} of the time`;
  }
  if (ready) return `ready to promote: ${checks.map(checkText).join('; ')}`;
  // Without figures only these two say something.
  const failed = checks.filter(
    ({ passed, name }) => !passed && (figures !== null || name === 'watchedMs' || name === 'lookAgeMs'),
  );
  return `not ready: ${failed.map(checkText).join('; ')}`;
}

function checkText({ name, found, needed }: DiffCheck): string {
  switch (name) {
    case 'watchedMs':
      return `watched ${durationText(found ?? 0)} (at least ${durationText(needed)})`;
    case 'lookAgeMs':
      return found === null
        ? `not priced now (a look of the last ${durationText(needed)})`
        : `looked at ${durationText(found)} ago (at most ${durationText(needed)})`;
    case 'nearShare':
      return `within one tick ${percent(found ?? 0)} of the time (at least ${percent(needed)})`;
    case 'largestRatio':
      return `${percent(found ?? 0)} apart at most (at most ${percent(needed)})`;
    case 'pricelessShare':
      return `without a price ${percent(found ?? 0)} of the time (at most ${percent(needed)})`;
  }
}

function percent(share: number): string {
  return `${Number((share * 100).toFixed(2))} %`;
}

const pointColumns: Column<Point>[] = [
  { title: 'AT', cell: ({ atMs }) => timeText(atMs) },
  { title: 'INTENDED', cell: ({ intended }) => intended, align: 'right' },
  { title: 'ACTUAL', cell: ({ actual }) => actual, align: 'right' },
  { title: 'BEST', cell: ({ best }) => best, align: 'right' },
  { title: 'WHY', cell: ({ why }) => why },
];

const diffColumns: Column<AdDiff>[] = [
  { title: 'AD', cell: ({ adNumber }) => adNumber },
  { title: 'MODE', cell: ({ mode }) => mode },
  {
    title: 'WATCHED',
    cell: ({ figures }) => (figures === null ? null : durationText(figures.watchedMs)),
    align: 'right',
  },
  { title: 'RIGHT', cell: ({ figures }) => (figures === null ? null : percent(figures.equalShare)), align: 'right' },
  { title: 'MEAN', cell: ({ figures }) => figures?.meanDistance ?? null, align: 'right', leaves: 2 },
  { title: 'MOST', cell: ({ figures }) => figures?.largestDistance ?? null, align: 'right', leaves: 1 },
  { title: 'VERDICT', cell: verdictText, below: true },
];

const csvColumns: readonly (readonly [title: string, cell: (ad: AdDiff, point: Point) => CsvCell])[] = [
  ['ad', ({ adNumber }) => adNumber],
  ['account', ({ account }) => account],
  ['mode', ({ mode }) => mode],
  ['at', (_, { atMs }) => new Date(atMs).toISOString()],
  ['intended', (_, { intended }) => intended],
  ['actual', (_, { actual }) => actual],
  ['best', (_, { best }) => best],
  ['why', (_, { why }) => why],
];

/** Formats the changes as CSV, moments in UTC. */
export function diffCsv(diffs: readonly AdDiff[]): string {
  const rows = diffs.flatMap((ad) => ad.points.map((point) => csvColumns.map(([, cell]) => cell(ad, point))));
  return csvText(
    csvColumns.map(([title]) => title),
    rows,
  );
}
