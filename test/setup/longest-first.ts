import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Starts the files in the order of the folders that their project lists, and the projects in theirs. Within a folder the
 * order is vitest's own: the longest file of the last run first, else the largest.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const order = [...new Set(this.ctx.projects.flatMap((project) => project.config.include.map(folderOf)))];
    const place = ({ moduleId }: TestSpecification): number => order.findIndex((folder) => moduleId.includes(folder));
    return sorted.toSorted((left, right) => place(left) - place(right));
  }
}

/** 'test/cli/**' and so on: the folder with slashes around it. */
const folderOf = (pattern: string): string => `/${pattern.split('/').slice(0, 2).join('/')}/`;
