import { existsSync, lstatSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
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

/** Bits of those who are not the owner and may write. */
const writtenByOthers = 0o022;

/**
 * Reads the text of a configuration file. Throws ConfigurationError for one that others may write: who writes it decides
 * what is released, and where keys go.
 */
export function readTrustedFile(path: string): string {
  try {
    const risk = riskOf(path);
    if (risk !== null) throw new ConfigurationError(risk);
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    throw new ConfigurationError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function riskOf(path: string): string | null {
  const { mode, uid } = statSync(path);
  const me = process.getuid?.();
  // Windows knows neither.
  if (me === undefined) return null;
  if (uid !== me && uid !== 0)
    return `${path} belongs to another user, who decides what is in it: take a copy of your own`;
  if ((mode & writtenByOthers) !== 0) return `others may write ${path}: take that right away (chmod go-w ${path})`;
  return isOpenFolder(dirname(resolve(path)))
    ? `others may write the folder of ${path}, and so replace it: move it to a folder of your own`
    : null;
}

/** Returns whether others may write a folder; the sticky bit of /tmp keeps them from replacing what is in it. */
function isOpenFolder(folder: string): boolean {
  const { mode } = lstatSync(folder);
  const isSticky = (mode & 0o1000) !== 0;
  return (mode & writtenByOthers) !== 0 && !isSticky;
}
