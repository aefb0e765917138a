import type { AdControl } from '../../client/index.ts';
import { misuse } from '../kit/cli-failure.ts';
import { note, print } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { worstOf } from '../kit/exit-code.ts';
import { askAds } from './command-ads.ts';
import { diffCsv, diffLine, diffsText, type AdDiff } from './ad-diff-text.ts';
import { diffReport } from '../../domain/diff/diff-report.ts';
import { readOptions } from '../kit/option-values.ts';
import { adDiffOptions } from '../options/ad-options.ts';

/** `peerdesk ad diff`: what the rules want beside what stands at the service, over time. */
export const adDiff: CommandRun = async (call, context) => {
  const options = readOptions(adDiffOptions, call);
  const { json, csv, since } = options;
  if (csv && json) throw misuse('--csv and --json exclude each other: leave one out');
  const command = async (control: AdControl) => {
    const view = await diffOf(control, since);
    return { view, line: diffLine(view) };
  };
  const outcomes = await askAds({ call, context, options, command });
  const diffs = outcomes.flatMap(({ view }) => (view === null ? [] : [view]));
  if (csv) context.stdout.write(diffCsv(diffs));
  else print(context, { json, data: diffs, text: (columns) => diffsText(diffs, columns) });
  for (const { view, line } of outcomes) if (view === null) note(context, line);
  return worstOf(outcomes.map(({ exitCode }) => exitCode));
};

/** Looks back `since` ms from this machine's clock. Rejects when the ad or its worker does not answer. */
export async function diffOf(control: AdControl, since: number): Promise<AdDiff> {
  const [diff, view] = await Promise.all([control.diff(), control.state()]);
  const nowMs = Date.now();
  const { account, adNumber, mode, side, pair, rules, state } = view;
  return {
    account,
    adNumber,
    mode,
    side,
    pair,
    state: state.kind,
    ...diffReport(diff, { sinceMs: nowMs - since, nowMs }),
    rules,
  };
}
