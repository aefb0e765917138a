import { join, resolve } from 'node:path';
import { z } from 'zod';
import { findTemporalCli } from '../../server/find-server.ts';
import { startTemporalServer, type TemporalServer } from '../../server/temporal-server.ts';
import { searchAttributeKeys } from '../../workflows/contract/search-attributes.ts';
import { CliFailure } from '../cli-failure.ts';
import { note, type CommandContext } from '../command-context.ts';
import type { CommandRun } from '../command-spec.ts';
import { ExitCode } from '../exit-code.ts';
import { flagValue, hostNameValue, portValue, readOptions, textValue } from '../option-values.ts';
import { printableJsonLine } from '../printable-text.ts';
import { peerdeskFolder } from '../up/demo-home.ts';
import { claimDatabase } from './database-claim.ts';
import { logLevelOf, logLevelShape } from './process-log.ts';
import { listenForShutdown } from './shutdown-signal.ts';
import { tellDownload } from '../text/tell-download.ts';

const schema = z.object({
  db: textValue.default(join(peerdeskFolder, 'server', 'temporal.db')),
  port: portValue.default(7233),
  uiPort: portValue.default(8233),
  uiName: z.array(hostNameValue).default([]),
  ...logLevelShape,
  json: flagValue,
});
type ServerOptions = z.output<typeof schema>;

/** `peerdesk server`: Temporal's development server, until it is stopped. */
export const server: CommandRun = async (call, context) => {
  const options = readOptions(schema, call);
  const dbFile = resolve(options.db);
  const logFile = `${dbFile}.log`;
  // Histories are for their owner only.
  process.umask(0o077);
  const claim = claimDatabase(dbFile);
  const { path } = await findTemporalCli({ env: context.env, log: tellDownload(context) });
  const shutdown = listenForShutdown();
  const running = await startTemporalServer({
    cliPath: path,
    env: context.env,
    dbFile,
    logFile,
    port: options.port,
    uiPort: options.uiPort,
    uiNames: options.uiName,
    logLevel: logLevelOf(options, context.env, 'warn'),
    searchAttributes: searchAttributeKeys,
  });
  claim.takenBy(running.pid);
  try {
    sayReady(context, options, { running, dbFile });
    await Promise.race([shutdown.requested, endedItself(running, logFile)]);
  } finally {
    await running.stop();
    claim.release();
    shutdown.release();
  }
  return undefined;
};

async function endedItself(running: TemporalServer, logFile: string): Promise<never> {
  const { code, signal } = await running.exited;
  const how = signal ?? `code ${code}`;
  throw new CliFailure(ExitCode.ERROR, `the Temporal server ended by itself with ${how}: see the end of ${logFile}`);
}

function sayReady(context: CommandContext, options: ServerOptions, ready: { running: TemporalServer; dbFile: string }) {
  const { address, uiUrl, pid } = ready.running;
  const { dbFile } = ready;
  const data = { event: 'ready', temporal: address, uiUrl, database: dbFile, pid };
  const text = [
    `Temporal server ready at ${address}, Web UI ${uiUrl}, everything is kept in ${dbFile}`,
    `  export TEMPORAL_ADDRESS=${address}`,
  ].join('\n');
  context.stdout.write(`${options.json ? printableJsonLine(data) : text}\n`);
  note(context, 'a development server has no login: it is for the simulator and mode shadow, not for live writes');
}
