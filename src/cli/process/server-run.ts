import { join, resolve } from 'node:path';
import { readTemporalConfig } from '../../client/connection/connect.ts';
import { codecHandler } from '../../codec/server/codec-service.ts';
import { readCodec } from '../../codec/codec-environment.ts';
import { stateFolder } from '../../config/environment/state-folder.ts';
import type { DoorSide } from '../../server/door-proxy.ts';
import { findTemporalCli } from '../../server/find-server.ts';
import { keepHistories } from '../../client/connection/kept-histories.ts';
import { startTemporalServer, type TemporalServer } from '../../server/temporal-server.ts';
import { searchAttributeKeys } from '../../workflows/contract/search-attributes.ts';
import { CliFailure } from '../kit/cli-failure.ts';
import { tokenIn } from '../codec/codec-token.ts';
import { note, type CommandContext } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { printableJsonLine } from '../kit/printable-text.ts';
import { localPort } from '../session/temporal-address.ts';
import { reportDownload } from '../text/report-download.ts';
import { peerdeskFolder } from '../up/demo-home.ts';
import { claimDatabase } from './database-claim.ts';
import { logLevelOf } from './process-log.ts';
import { listenForShutdown } from './shutdown-signal.ts';
import { readOptions, type OptionsOf } from '../kit/option-values.ts';
import { serverOptions } from '../options/process-options.ts';

type ServerOptions = OptionsOf<typeof serverOptions>;

const usualPort = 7233;
/** Below the address of the Web UI. */
const codecPath = '/codec';

/** `peerdesk server`: Temporal's development server, until it is stopped. */
export const server: CommandRun = async (call, context) => {
  const options = readOptions(serverOptions, call);
  const dbFile = databaseOf(options, context);
  const logFile = `${dbFile}.log`;
  // Histories are for their owner only.
  process.umask(0o077);
  const claim = await claimDatabase(dbFile);
  const { path } = await findTemporalCli({ env: context.env, log: reportDownload(context) });
  const namespace = readTemporalConfig(context.env).namespace ?? 'default';
  const codec = codecOf(context, { namespace, names: options.uiName });
  const shutdown = listenForShutdown({ env: context.env });
  const running = await startTemporalServer({
    cliPath: path,
    env: context.env,
    dbFile,
    logFile,
    port: options.port ?? localPort(context.env) ?? usualPort,
    uiPort: options.uiPort,
    uiNames: options.uiName,
    uiCodec: codec?.side,
    logLevel: logLevelOf(options, context.env, 'warn'),
    searchAttributes: searchAttributeKeys,
    namespaces: namespace === 'default' ? [] : [namespace],
  });
  claim.takenBy(running.pid);
  try {
    const kept = await keepHistories(running.address, namespace);
    sayReady(context, options, { running, dbFile, kept, tokenFile: codec?.tokenFile ?? null });
    await Promise.race([shutdown.requested, endedItself(running, logFile)]);
  } finally {
    await running.stop();
    claim.release();
    shutdown.release();
  }
  return undefined;
};

/** With a configuration file its data lies where the desk keeps all else that it remembers. */
function databaseOf({ db }: ServerOptions, { env, ownEnv }: CommandContext): string {
  if (db !== undefined) return resolve(db);
  return ownEnv === undefined ? join(peerdeskFolder, 'server', 'temporal.db') : join(stateFolder(env), 'temporal.db');
}

interface UiCodec {
  side: DoorSide;
  tokenFile: string;
}

/** Returns what opens sealed payloads for the Web UI, to who has the token; null where none are sealed. */
function codecOf({ env }: CommandContext, ui: { namespace: string; names: readonly string[] }): UiCodec | null {
  const { keys } = readCodec(env);
  if (keys === null) return null;
  const tokenFile = env['PEERDESK_CODEC_TOKEN_FILE'] || join(stateFolder(env), 'codec-token');
  const { token } = tokenIn(tokenFile);
  const now = (): number => Date.now();
  const handle = codecHandler({ keys, token, origins: [], ...ui, workflowId: null, now, path: codecPath });
  return { side: { path: codecPath, handle }, tokenFile };
}

async function endedItself(running: TemporalServer, logFile: string): Promise<never> {
  const { code, signal } = await running.exited;
  const how = signal ?? `code ${code}`;
  throw new CliFailure(ExitCode.ERROR, `the Temporal server ended by itself with ${how}: see the end of ${logFile}`);
}

interface Ready {
  running: TemporalServer;
  dbFile: string;
  kept: Awaited<ReturnType<typeof keepHistories>>;
  /** Of the codec at the Web UI; null: payloads are not sealed. */
  tokenFile: string | null;
}

/** Measured in the file of a desk: its histories, its lists and their indexes. */
const diskNeed = '25 kB of disk an order, and 15 kB a change of a price';

function sayReady(context: CommandContext, options: ServerOptions, { running, dbFile, kept, tokenFile }: Ready): void {
  const { address, uiUrl, pid } = running;
  const login = tokenFile === null ? null : `${uiUrl}${codecPath}/login`;
  const text = [
    `Temporal server ready at ${address}, Web UI ${uiUrl}, everything is kept in ${dbFile}`,
    `  what has ended is kept for ${kept.days} days: ${diskNeed}${kept.before === null ? '' : ` (it was ${kept.before} until now)`}`,
    ...(login === null ? [] : [`  to read payloads in the Web UI, sign in at ${login} with the token in ${tokenFile}`]),
    `  export TEMPORAL_ADDRESS=${address}`,
  ].join('\n');
  const data = {
    event: 'ready',
    temporal: address,
    uiUrl,
    database: dbFile,
    keptDays: kept.days,
    login,
    tokenFile,
    pid,
  };
  context.stdout.write(`${options.json ? printableJsonLine({ ...data, text }) : text}\n`);
  note(context, noLogin);
}

const noLogin =
  'it has no login: who can use this machine can approve releases. Mode live needs allow_dev_server = true, on a machine of your own; elsewhere use the containers';
