import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Returns by which name a file is known from one start to the next: its folder without links, and its own name, which may be a
 * link to a folder that is made new with each change, as in a volume of Kubernetes. Throws where there is no such folder.
 */
export function standingPath(path: string): string {
  return join(realpathSync(dirname(path)), basename(path));
}
