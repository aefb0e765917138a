import { z } from 'zod';
import { cacheDirs } from '../../server/cache-dir.ts';
import { readTemporalConfig } from '../../client/connect.ts';
import { readCodec } from '../../codec/codec-environment.ts';
import { workerConverter } from '../../codec/data-converter.ts';
import { loadBundle } from '../../workers/bundle/load-bundle.ts';
import { replayHistories, type NamedHistory, type Replayed } from '../../workers/replay/replay-histories.ts';
import { workflowTypes } from '../../workflows/contract/registered-workflows.ts';
import { misuse } from '../cli-failure.ts';
import { note, print, type CommandContext } from '../command-context.ts';
import type { CommandCall, CommandRun } from '../command-spec.ts';
import { ExitCode } from '../exit-code.ts';
import { durationValue, flagValue, positiveCountValue, readOptions } from '../option-values.ts';
import { withTemporal } from '../temporal-session.ts';
import { fetchedHistories, fileHistories } from './replay-sources.ts';
import { isSafe, verdictText, verdictsOf } from './replay-verdict.ts';

const schema = z.object({
  fromServer: flagValue,
  workflowId: z
    .string()
    .regex(/^[\w.:-]{1,200}$/, 'must be a workflow id such as ad:main:1148560')
    .optional(),
  type: z.array(z.enum(workflowTypes, `must be one of ${workflowTypes.join(', ')}`)).default([]),
  limit: positiveCountValue.default(50),
  since: durationValue.default(24 * 3_600_000),
  timeout: durationValue.default(600_000),
  json: flagValue,
});
type ReplayOptions = z.output<typeof schema>;

/** `peerdesk replay`: replays rules over a recorded market with --market; else says whether the workflows at hand can go on with histories, of files or of a server. */
export const replay: CommandRun = async (call, context) => {
  if (call.options['market'] !== undefined)
    return (await import('../backtest/replay-market.ts')).replayMarket(call, context);
  const options = readOptions(schema, call);
  refuseUnclear(call, options);
  const types = options.fromServer ? wantedTypes(options) : [];
  const runs = options.fromServer
    ? await replayServer(context, options)
    : await replayed(context, fileHistories(call.args, options.workflowId));
  const verdicts = verdictsOf(types, runs);
  const safe = isSafe(verdicts);
  print(context, { json: options.json, data: { safe, types: verdicts }, text: () => verdictText(verdicts) });
  return safe ? ExitCode.OK : ExitCode.ERROR;
};

function refuseUnclear({ args, path }: CommandCall, { fromServer }: ReplayOptions): void {
  if (fromServer === args.length > 0) {
    throw misuse(`name files with histories, or --from-server for those of the server; see \`${path} --help\``);
  }
}

const wantedTypes = ({ type }: ReplayOptions): readonly string[] => (type.length > 0 ? type : workflowTypes);

function replayServer(context: CommandContext, options: ReplayOptions): Promise<Replayed[]> {
  const { workflowId, limit, since, timeout } = options;
  return withTemporal(context, { timeout }, ({ client }) =>
    replayed(
      context,
      fetchedHistories(client, {
        types: wantedTypes(options),
        workflowId,
        closedSince: new Date(Date.now() - since),
        limit,
        onType: (type, histories) =>
          note(context, `${type}: ${histories} ${histories === 1 ? 'history' : 'histories'}`),
      }),
    ),
  );
}

async function replayed(
  context: CommandContext,
  histories: AsyncIterable<NamedHistory> | readonly NamedHistory[],
): Promise<Replayed[]> {
  const warn = (_: object, line: string): void => note(context, `warning: ${line}`);
  const logger = { debug: () => undefined, warn };
  const bundle = await loadBundle({ cacheDirs: cacheDirs(context.env), logger });
  const runs: Replayed[] = [];
  const { env } = context;
  const converter = workerConverter(readCodec(env), readTemporalConfig(env).namespace ?? 'default');
  for await (const run of replayHistories(bundle, histories, converter)) runs.push(run);
  return runs;
}
