import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

/** Folders whose files take longest, in that order; all others come after them. */
const longFolders: readonly string[] = ['chaos', 'integration', 'workflows', 'server', 'client', 'project', 'replay', 'cli'];

/**
 * Starts the folders with long files first, so that no long file runs alone at the end; within a folder the order is
 * vitest's own, the longest file of the last run first.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((left, right) => rank(left) - rank(right));
  }
}

function rank({ project }: TestSpecification): number {
  const found = longFolders.indexOf(project.name);
  return found < 0 ? longFolders.length : found;
}
