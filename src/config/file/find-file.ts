import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { ConfigurationError, type Environment } from '../environment/service-environment.ts';

/** A file that was named, or found where it is looked for. */
export interface FilePlace {
  path: string;
  /** An option or a variable names the file: one that was only found may be another's. */
  isNamed: boolean;
}

const fileNameHere = 'peerdesk.toml';

/** Where a command runs. */
export interface Whereabouts {
  env: Environment;
  cwd: string;
}

/**
 * Returns the configuration file: of the option, else PEERDESK_CONFIG, else peerdesk.toml in this folder, else in the
 * user's configuration folder; null without any. Throws ConfigurationError when a named one does not exist.
 */
export function findFile(option: string | undefined, { env, cwd }: Whereabouts): FilePlace | null {
  const named = option ?? env['PEERDESK_CONFIG'] ?? '';
  if (named !== '') {
    const path = resolve(cwd, named);
    if (existsSync(path)) return { path, isNamed: true };
    const how = option === undefined ? 'PEERDESK_CONFIG' : '--config';
    throw new ConfigurationError(`${how} names ${named}, which does not exist: \`peerdesk init\` writes one`);
  }
  const places = [join(cwd, fileNameHere), join(userFolder(env), 'peerdesk', fileNameHere)];
  const path = places.find((place) => existsSync(place));
  return path === undefined ? null : { path, isNamed: false };
}

/** Returns the user's configuration folder. */
function userFolder(env: Environment): string {
  const folder = env['XDG_CONFIG_HOME'] ?? '';
  return folder === '' ? join(env['HOME'] ?? homedir(), '.config') : folder;
}
