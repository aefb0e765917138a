import { strategyWords } from '../../words/rule-words.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { PlotPoint } from '../../domain/backtest/backtest.ts';
import type { GainComparison } from '../../domain/backtest/comparison.ts';
import type { Demand } from '../../domain/backtest/demand.ts';
import { misuse } from '../kit/cli-failure.ts';
import { comparisonText, demandText, reportRows, recordingText, type ReplayedRules } from './backtest-text.ts';
import { reportScript } from './report-script.ts';
import { reportStyle } from './report-style.ts';
import type { Recording } from './recording-file.ts';

interface Report {
  recording: Recording;
  demand: Demand;
  replayed: readonly ReplayedRules[];
  comparison: GainComparison | null;
}

/** Writes a replay as one page that needs nothing else: no network, no other file. */
export function writeReport(file: string, report: Report): void {
  try {
    writeFileSync(file, reportPage(report));
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw misuse(`cannot write the report ${file} (${reason})`);
  }
}

/** Returns the page of a replay: figures, and plots of price, rank and margin; for a desk and a phone, light and dark. */
function reportPage({ recording, demand, replayed, comparison }: Report): string {
  const [first] = replayed;
  if (first === undefined) return '';
  const title = `${recording.side} ${recording.asset}/${recording.fiat}: ${replayed.map(wordsOf).join(' against ')}`;
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escaped(title)}</title><style>${library('uPlot.min.css')}${reportStyle}</style></head><body><main>`,
    `<h1>${escaped(title)}</h1><p>${escaped(recordingText(recording, first.result))}</p>`,
    comparison === null ? '' : `<p class="verdict">${escaped(comparisonText(comparison, recording.fiat))}</p>`,
    figureTable(recording, replayed),
    ...['price', 'rank', 'margin'].map(
      (name) => `<h2>${headings[name] ?? name}</h2><div class="plot" id="${name}"></div>`,
    ),
    `<p class="small">${escaped(demandText(demand, recording))}</p></main>`,
    `<script>${library('uPlot.iife.min.js')}</script>`,
    `<script>const report = ${scriptData(plotData(recording, replayed))};${reportScript}</script></body></html>\n`,
  ].join('\n');
}

const headings: Readonly<Record<string, string>> = {
  price: 'Price',
  rank: 'Rank',
  margin: 'Margin over the reference, %',
};

const wordsOf = ({ rules }: ReplayedRules): string => strategyWords(rules.strategy);

function figureTable(recording: Recording, replayed: readonly ReplayedRules[]): string {
  const heads = replayed.map((one) => `<th>${escaped(wordsOf(one))}</th>`).join('');
  const rows = reportRows(recording.fiat, replayed).map(
    ([name, ...values]) =>
      `<tr><th>${escaped(name)}</th>${values.map((value) => `<td>${escaped(value)}</td>`).join('')}</tr>`,
  );
  return `<table><thead><tr><th></th>${heads}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function plotData(recording: Recording, replayed: readonly ReplayedRules[]): object {
  const points = replayed[0]?.result.plot ?? [];
  const price = (ticks: number | null): number | null => (ticks === null ? null : ticks / 10 ** recording.priceScale);
  return {
    scale: recording.priceScale,
    times: points.map(({ atMs }) => Math.round(atMs / 1_000)),
    best: points.map(({ best }) => price(best)),
    reference: points.map(({ reference }) => price(reference)),
    rules: replayed.map((one) => ({
      name: wordsOf(one),
      price: one.result.plot.map(({ ticks }) => price(ticks)),
      rank: one.result.plot.map(({ rank }) => rank),
      margin: one.result.plot.map((point) => marginOf(point, recording.side)),
    })),
  };
}

function marginOf({ ticks, reference }: PlotPoint, side: Recording['side']): number | null {
  if (reference === null || ticks === null) return null;
  const share = (100 * (ticks - reference)) / reference;
  return Number((side === 'SELL' ? share : -share).toFixed(3));
}

const require = createRequire(import.meta.url);

/** The library keeps its licence line at the top of its file. */
function library(name: string): string {
  return readFileSync(join(dirname(require.resolve('uplot')), name), 'utf8').replaceAll('</script', '<\\/script');
}

/** JSON inside a script: a `<` could end it. */
function scriptData(data: object): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? '');
}
