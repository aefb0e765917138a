import { strategyWords } from '../../words/rule-words.ts';
import type { Backtest } from '../../domain/backtest/backtest.ts';
import { compareGains, type GainComparison } from '../../domain/backtest/comparison.ts';
import { combinations, usualGrid } from '../../domain/backtest/rules-grid.ts';
import type { PricingRules } from '../../domain/pricing/pricing-rules.ts';
import { misuse } from '../kit/cli-failure.ts';
import { print, type CommandContext } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { textTable } from '../text/text-table.ts';
import { openReplay, type Replay } from './backtest-options.ts';
import { demandText, recordingText } from './backtest-text.ts';
import type { RowSpan } from './prepared-recording.ts';
import { noteUnplayed, readRules } from './rules-source.ts';
import { readOptions } from '../kit/option-values.ts';
import { tuneOptions } from '../options/market-options.ts';

/** Fewer rows say nothing about a market. */
const fewestRows = 48;
const shownCandidates = 5;

interface Candidate {
  rules: PricingRules;
  train: Backtest;
}

interface Proven extends Candidate {
  test: Backtest;
}

interface Tuning {
  present: Proven;
  /** By their gain in the first part, best first. */
  best: readonly Proven[];
  /** The best against the present rules, in the part that the search has not seen. */
  comparison: GainComparison;
  tried: number;
}

/** `peerdesk tune`: searches better rules in the first part of a recording, and proves the best in the rest. */
export const tune: CommandRun = async (call, context) => {
  const options = readOptions(tuneOptions, call);
  if (options.rules === undefined) throw misuse(`--rules is needed: your present rules; see \`${call.path} --help\``);
  const replay = openReplay(options);
  const { rows } = replay.prepared;
  const splitAt = Math.round(rows * options.train);
  if (Math.min(splitAt, rows - splitAt) < fewestRows) {
    const parts = `${splitAt} to search and ${rows - splitAt} to prove`;
    throw misuse(`the recording has ${rows} rows, ${parts}, and each part needs ${fewestRows}: record for longer`);
  }
  const named = readRules(options.rules, options, context);
  const { rules } = named;
  noteUnplayed(context, named, replay.prepared.ignored(rules));
  const tuning = await search({
    context,
    replay,
    rules,
    train: { from: 0, to: splitAt },
    test: { from: splitAt, to: rows },
  });
  print(context, {
    json: options.json,
    data: dataOf(tuning),
    text: () => tuningText(tuning, replay),
  });
  return undefined;
};

interface Search {
  context: CommandContext;
  replay: Replay;
  rules: PricingRules;
  train: RowSpan;
  test: RowSpan;
}

async function search({ context, replay: { prepared, demand }, rules, train, test }: Search): Promise<Tuning> {
  const grid = combinations(rules, usualGrid);
  const candidates: Candidate[] = [];
  for (const candidate of grid) {
    candidates.push({ rules: candidate, train: prepared.run(candidate, demand, train) });
    await showProgress(context, candidates.length, grid.length);
  }
  const prove = (candidate: Candidate): Proven => ({ ...candidate, test: prepared.run(candidate.rules, demand, test) });
  const present = prove({ rules, train: prepared.run(rules, demand, train) });
  const byGain = candidates.toSorted((left, right) => right.train.gain - left.train.gain);
  const best = withoutTwins(byGain).slice(0, shownCandidates).map(prove);
  const comparison = compareGains(present.test.gains, best[0]?.test.gains ?? []);
  return { present, best, comparison, tried: grid.length };
}

/** Rules that did the same in the part that was searched, such as with another hold that never held, are shown once. */
function withoutTwins(candidates: readonly Candidate[]): Candidate[] {
  const seen = new Set<string>();
  return candidates.filter(({ train }) => {
    const key = JSON.stringify([train.gain, train.updates, train.gains]);
    return seen.size < seen.add(key).size;
  });
}

/** Gives way to Ctrl-C between two replays, and shows how far the search is. */
async function showProgress({ stderr }: CommandContext, done: number, all: number): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  if (!('isTTY' in stderr) || stderr.isTTY !== true) return;
  stderr.write(`\r${done} of ${all} rules replayed${done === all ? '\n' : ''}`);
}

function verdictText({ comparison, best, present }: Tuning, fiat: string): string {
  const { difference, noise, verdict } = comparison;
  const figures = `${difference > 0 ? '+' : ''}${difference.toFixed(2)} ${fiat}, noise ±${noise.toFixed(2)}`;
  if (verdict === 'better') {
    const [first = present] = best;
    return `Better beyond noise in the part that was not searched: ${rulesWords(first.rules)} (${figures}).`;
  }
  return `Keep the present rules: the best of the search is no better beyond noise in the part that was not searched (${figures}).`;
}

function rulesWords({ strategy, minimumChangeTicks, minimumHoldMs }: PricingRules): string {
  return `${strategyWords(strategy)}, change ≥ ${minimumChangeTicks}, hold ${minimumHoldMs / 1_000} s`;
}

function tuningText(tuning: Tuning, { recording, demand }: Replay): string {
  const { present, best, tried } = tuning;
  const rows = [{ name: 'present', ...present }, ...best.map((one, index) => ({ name: String(index + 1), ...one }))];
  const table = textTable(
    [
      { title: '', cell: ({ name }) => name },
      { title: 'RULES', cell: ({ rules }) => rulesWords(rules) },
      { title: 'SEARCHED', cell: ({ train }) => train.gain.toFixed(2), align: 'right' },
      { title: 'PROVEN', cell: ({ test }) => test.gain.toFixed(2), align: 'right' },
      { title: 'CHANGES', cell: ({ test }) => test.updates, align: 'right' },
    ],
    rows,
  );
  const parts = `${tried} rules searched in ${present.train.rows} rows, the best ${best.length} proven in ${present.test.rows} later ones.`;
  return [
    recordingText(recording, present.train),
    parts,
    `Estimated gain over the reference, ${recording.fiat}:`,
    table,
    '',
    verdictText(tuning, recording.fiat),
    demandText(demand, recording),
  ].join('\n');
}

function dataOf({ present, best, comparison, tried }: Tuning): object {
  return { tried, present: provenData(present), best: best.map(provenData), comparison };
}

function provenData({ rules, train, test }: Proven): object {
  const figures = ({ plot: _plot, gains: _gains, ...rest }: Backtest): object => rest;
  return { rules, train: figures(train), test: figures(test) };
}
