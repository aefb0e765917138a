import { accessSync, constants } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that holds this program's package.json. */
export const projectRoot = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Reports whether the current user may create files in `directory`; false for a missing directory. */
export function isWritableDirectory(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    // Missing and forbidden mean the same here: nothing can be written.
    return false;
  }
}

/** The file or folder `segments` below the project root. */
export function inProject(...segments: string[]): string {
  return join(projectRoot, ...segments);
}
