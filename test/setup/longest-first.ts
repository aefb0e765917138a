import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Starts the folders with the longest tests first, so that no long file runs alone at the end. Within a folder the
 * order is vitest's own: the longest file of the last run first, else the largest.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((left, right) => right.project.config.testTimeout - left.project.config.testTimeout);
  }
}
