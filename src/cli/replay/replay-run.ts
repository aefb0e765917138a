import { setTimeout as delay } from 'node:timers/promises';
import { cacheDirs } from '../../server/cache-dir.ts';
import { readTemporalConfig } from '../../client/connection/connect.ts';
import { readCodec } from '../../codec/codec-environment.ts';
import { workerConverter } from '../../codec/data-converter.ts';
import { bundleKindOf } from '../../workers/bundle/bundle-source.ts';
import { loadBundle } from '../../workers/bundle/load-bundle.ts';
import { replayHistories, type Replayed } from '../../workers/replay/replay-histories.ts';
import { replayRuns } from '../../workers/replay/replay-runs.ts';
import { countText, type TypeVerdict, verdictOf, verdictsOf } from '../../workers/replay/verdict.ts';
import { workflowTypes } from '../../workflows/contract/registered-workflows.ts';
import { misuse } from '../kit/cli-failure.ts';
import { note, print, type CommandContext } from '../kit/command-context.ts';
import type { CommandCall, CommandRun } from '../kit/command-spec.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { withTemporal } from '../session/temporal-session.ts';
import { chosenRuns, fileHistories } from './replay-sources.ts';
import { verdictText } from './replay-verdict.ts';
import { readOptions, type OptionsOf } from '../kit/option-values.ts';
import { jsonOption } from '../options/common-options.ts';
import { replayHistoriesOptions } from '../options/process-options.ts';

const historiesOptions = [...replayHistoriesOptions, jsonOption] as const;
type ReplayOptions = OptionsOf<typeof historiesOptions>;

/** `peerdesk replay`: replays rules over a recorded market with --market; else says whether the workflows at hand can go on with histories, of files or of a server. */
export const replay: CommandRun = async (call, context) => {
  if (call.options['market'] !== undefined)
    return (await import('../backtest/replay-market.ts')).replayMarket(call, context);
  const options = readOptions(historiesOptions, call);
  refuseUnclear(call, options);
  const verdicts = options.fromServer
    ? await serverVerdicts(context, options)
    : await fileVerdicts(context, call.args, options);
  const verdict = verdictOf(verdicts);
  const safe = verdict === 'safe';
  print(context, { json: options.json, data: { safe, verdict, types: verdicts }, text: () => verdictText(verdicts) });
  return safe ? ExitCode.OK : ExitCode.ERROR;
};

function refuseUnclear({ args, path }: CommandCall, { fromServer }: ReplayOptions): void {
  if (fromServer === args.length > 0) {
    throw misuse(`name files with histories, or --from-server for those of the server; see \`${path} --help\``);
  }
}

async function fileVerdicts(
  context: CommandContext,
  files: readonly string[],
  { workflowId }: ReplayOptions,
): Promise<TypeVerdict[]> {
  const { workflowBundle, dataConverter } = await replayCode(context);
  const replayed: Replayed[] = [];
  const histories = fileHistories(files, workflowId);
  for await (const run of replayHistories(workflowBundle, histories, dataConverter)) replayed.push(run);
  return verdictsOf({ replayed });
}

/** The server's time is for the list and the last histories: what was read by then is known. */
const closingMs = 30_000;
const saidEach = 100;

function serverVerdicts(context: CommandContext, options: ReplayOptions): Promise<TypeVerdict[]> {
  const { type, workflowId, limit = null, since, timeout } = options;
  const types = type.length > 0 ? type : workflowTypes;
  const timeUp = delay(timeout, undefined, { ref: false });
  return withTemporal(context, { timeout: timeout + closingMs }, async ({ client }) => {
    const closedSince = new Date(Date.now() - since);
    const { open, chosen } = await chosenRuns(client, { types, workflowId, closedSince, limit });
    const onRead = (count: number): void => {
      if (count % saidEach === 0 || count === chosen.length)
        note(context, `${countText(count)} of ${countText(chosen.length)} histories`);
    };
    const { replayed, unread } = await replayRuns({ client, ...(await replayCode(context)), timeUp, onRead }, chosen);
    const notRead = new Set(unread);
    const read = new Set(chosen.filter((run) => !notRead.has(run)));
    return verdictsOf({ types, replayed, open, unread: open.filter((run) => !read.has(run)) });
  });
}

/** What histories are replayed with: the workflows of this code, and the keys by which their payloads are read. */
async function replayCode(context: CommandContext) {
  const { env } = context;
  const warn = (_: object, line: string): void => note(context, `warning: ${line}`);
  const logger = { debug: () => undefined, warn };
  const codec = readCodec(env);
  return {
    workflowBundle: await loadBundle({ kind: bundleKindOf(codec), cacheDirs: cacheDirs(env), logger }),
    dataConverter: workerConverter(codec, readTemporalConfig(env).namespace ?? 'default'),
  };
}
