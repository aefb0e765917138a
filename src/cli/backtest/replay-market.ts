import { compareGains } from '../../domain/backtest/comparison.ts';
import { misuse } from '../kit/cli-failure.ts';
import { note, print, type CommandContext } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { openReplay, type Replay } from './backtest-options.ts';
import { comparisonText, replayText, type ReplayedRules } from './backtest-text.ts';
import { writeReport } from './report-page.ts';
import { noteUnplayed, readRules, type NamedRules } from './rules-source.ts';
import type { Recording } from './recording-file.ts';
import { readOptions } from '../kit/option-values.ts';
import { replayMarketOptions } from '../options/process-options.ts';

/** `peerdesk replay --market`: replays pricing rules over a recorded market. Calls nothing. */
export const replayMarket: CommandRun = (call, context) => {
  const options = readOptions(replayMarketOptions, call);
  if (call.args.length > 0 || call.options['fromServer'] === true) {
    throw misuse('--market replays a market, files and --from-server replay histories: choose one');
  }
  if (options.rules === undefined) throw misuse(`--rules is needed: the rules to replay; see \`${call.path} --help\``);
  const replay = openReplay(options);
  if (options.ad === undefined) noteLeftOut(replay.recording, context);
  const files = [options.rules, ...(options.against === undefined ? [] : [options.against])];
  const replayed = files.map((file) => replayOf(context, replay, readRules(file, options, context)));
  const [present, other] = replayed;
  const comparison =
    present === undefined || other === undefined ? null : compareGains(present.result.gains, other.result.gains);
  const { recording, demand } = replay;
  if (options.html !== undefined) writeReport(options.html, { recording, demand, replayed, comparison });
  print(context, {
    json: options.json,
    data: { replayed: replayed.map(dataOf), comparison, demand },
    text: () =>
      [
        replayText(recording, replayed, demand),
        ...(comparison === null ? [] : [comparisonText(comparison, recording.fiat)]),
        ...(options.html === undefined ? [] : [`report written to ${options.html}`]),
      ].join('\n'),
  });
  return Promise.resolve(undefined);
};

/** A single ad on the side is the one that is replayed; any other keeps a zone that prices would then not respect. */
function noteLeftOut({ ownAds, ownAdsAcross }: Recording, context: CommandContext): void {
  const leftOut = [...(ownAds.length > 1 ? ownAds : []), ...ownAdsAcross];
  if (leftOut.length === 0) return;
  const which = leftOut.length === 1 ? `own ad ${leftOut.join()} is` : `own ads ${leftOut.join(', ')} are`;
  note(context, `${which} left out: --ad NUMBER replays one beside the others`);
}

function replayOf(context: CommandContext, { prepared, demand }: Replay, named: NamedRules): ReplayedRules {
  noteUnplayed(context, named, prepared.ignored(named.rules));
  return { ...named, result: prepared.run(named.rules, demand) };
}

function dataOf({ name, rules, result: { plot: _plot, ...figures } }: ReplayedRules): object {
  return { name, rules, ...figures };
}
