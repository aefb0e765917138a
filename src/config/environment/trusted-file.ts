import { lstatSync, readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { ConfigurationError } from './service-environment.ts';

/** Bits of those who are not the owner and may write. */
const writtenByOthers = 0o022;

/**
 * Reads the text of a configuration file, or of one that names keys. Throws ConfigurationError for one that others may write: who writes it decides
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
