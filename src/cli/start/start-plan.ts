import { usedEgresses } from '../../config/file/file-accounts.ts';
import { processEnvironment } from '../../config/file/file-variables.ts';
import { loadPlace } from '../../config/file/load-file.ts';
import { stateFolder } from '../../config/environment/state-folder.ts';
import { misuse } from '../kit/cli-failure.ts';
import type { CommandContext } from '../kit/command-context.ts';
import { neededFile } from '../config/file-context.ts';
import { localPort, namesTemporal } from '../session/temporal-address.ts';

/** What one machine is to run. */
export interface StartPlan {
  /** The configuration file, which each child reads by itself. */
  file: string;
  /** The outgoing addresses of the file: a worker and a watchdog for each. */
  egresses: readonly string[];
  stateFolder: string;
  /** Whether the file names a source of payments that posts, a page, or a bot whose buttons people press. */
  hasDoor: boolean;
  /** The port of the server. */
  port: number;
}

const usualPort = 7233;

/** Reads what to start. Throws a failure without a file, and for a server of another machine. */
export function readStartPlan(config: string | undefined, context: CommandContext): StartPlan {
  const loaded = loadPlace(neededFile(config, context));
  const env = processEnvironment(loaded, context.env);
  const port = namesTemporal(env) ? localPort(env) : usualPort;
  if (port === null) {
    throw misuse(
      `the Temporal server of ${loaded.path} is on another machine, and \`peerdesk start\` runs one here: start \`peerdesk worker\` and \`peerdesk watchdog\` alone, or write [temporal] address = "localhost:${usualPort}"`,
    );
  }
  const posts = Object.values(loaded.file.payments ?? {}).some(({ scheme }) => scheme !== 'statement');
  const hasBot = Object.values(loaded.file.account ?? {}).some(
    ({ notify }) => (notify?.telegram_people ?? notify?.telegram_urgent) !== undefined,
  );
  const hasDoor = posts || hasBot || loaded.file.door?.page !== undefined;
  const egresses = usedEgresses(loaded.file);
  return { file: loaded.path, egresses, stateFolder: stateFolder(context.env), hasDoor, port };
}
