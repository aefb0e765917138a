/**
 * `node test/domain/markets/bait.ts RECORDING.csv`: what the bait filters drop of a recorded market, and how often that was
 * a real price. The best price of a row is called real when the most usual one comes as far within two hours.
 */
import { readFileSync } from 'node:fs';
import { textTable } from '../../../src/cli/text/text-table.ts';
import { looksOfPrices, priceRow } from '../../../src/domain/backtest/price-rows.ts';
import { preparedFilter } from '../../../src/domain/pricing/competitors/competitor-rule.ts';
import { findCompetitors } from '../../../src/domain/pricing/competitors/competitor.ts';
import {
  competitorFilterSchema,
  type CompetitorFilter,
} from '../../../src/domain/pricing/competitors/competitor-filter.ts';
import { parseRecording, type RecordedRow } from '../../../src/simulator/market/recording-parser.ts';
import { referencePrices } from '../../../src/simulator/market/reference-price.ts';
import { signOf, type Side } from './rival-market.ts';

const laterMs = 2 * 3_600_000;

interface Row {
  readonly side: Side;
  readonly isReal: boolean;
  /** How much better than the most usual price, as a share. */
  readonly better: number;
  readonly isDropped: (filter: CompetitorFilter) => boolean;
}

function sideOf({ ask, bid }: RecordedRow, side: Side): RecordedRow['ask'] {
  return side === 'SELL' ? ask : bid;
}

function rowsOf(file: string): Row[] {
  const { rows, priceScale } = parseRecording(readFileSync(file, 'utf8'), file);
  const references = referencePrices(rows);
  return (['SELL', 'BUY'] as const).flatMap((side) =>
    rows.flatMap((row, index): Row[] => {
      const { best, usual, median } = sideOf(row, side);
      const reference = references[index]?.toFixed(priceScale) ?? null;
      if (best === null || usual === null || reference === null) return [];
      const later = rows.slice(index, index + 10).filter(({ atMs }) => atMs - row.atMs <= laterMs);
      const isReached = ({ usual: then }: RecordedRow['ask']): boolean =>
        then !== null && signOf(side) * (Number(then) - Number(best)) <= 0.001 * Number(best);
      const prices = [best, usual, ...(median === null ? [] : [median])];
      const looks = looksOfPrices([priceRow({ atMs: row.atMs, prices, reference }, priceScale)], priceScale);
      return [
        {
          side,
          isReal: later.some((one) => isReached(sideOf(one, side))),
          better: signOf(side) * (Number(usual) / Number(best) - 1),
          isDropped: (filter) =>
            looks.some(({ offers, referencePrice }) =>
              findCompetitors({
                side,
                offers,
                filter: preparedFilter(filter, null),
                ownAdNumbers: [],
                reference: referencePrice,
              }).dropped.some(({ adNumber }) => adNumber === 'best'),
            ),
        },
      ];
    }),
  );
}

const rows = rowsOf(process.argv[2] ?? '');
const percent = (part: number, whole: number): string => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
const lines = ['0.01', '0.02', '0.03', '0.05', '0.1'].flatMap((ratio) =>
  (['SELL', 'BUY'] as const).map((side) => {
    const filter = competitorFilterSchema.parse({ maxDeviationRatio: ratio });
    const own = rows.filter((row) => row.side === side);
    const dropped = own.filter((row) => row.isDropped(filter));
    const kept = own.filter((row) => !row.isDropped(filter));
    const bait = kept.filter((row) => !row.isReal && row.better > 0.01);
    return { ratio, side, own, dropped, real: dropped.filter(({ isReal }) => isReal), kept, bait };
  }),
);
console.log(
  textTable(
    [
      { title: 'largest deviation', cell: ({ ratio }) => ratio },
      { title: 'side', cell: ({ side }) => side },
      { title: 'rows', cell: ({ own }) => own.length },
      { title: 'best price dropped', cell: ({ own, dropped }) => percent(dropped.length, own.length) },
      {
        title: 'of these real',
        cell: ({ real, dropped }) => `${percent(real.length, dropped.length)} (${real.length})`,
      },
      {
        title: 'kept, though 1 % better than usual and never real',
        cell: ({ bait, kept }) => percent(bait.length, kept.length),
      },
    ],
    lines,
  ),
);
