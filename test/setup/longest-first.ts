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
const folderOf = (pattern: string): string => `/${pattern.slice(0, pattern.indexOf('*'))}`;

/**
 * The order of `LongestFirst` for files that need a Temporal server and for the others, both side by side from the first
 * to the last: the first ones mostly wait, the others keep the processors busy meanwhile.
 */
export function spreadUnits(isUnit: (file: string) => boolean): typeof LongestFirst {
  return class extends LongestFirst {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const sorted = await super.sort(files);
      const units = sorted.filter(({ moduleId }) => isUnit(moduleId));
      const others = sorted.filter(({ moduleId }) => !isUnit(moduleId));
      const placed = [others, units].flatMap((part) => part.map((file, index) => ({ file, at: index / part.length })));
      return placed.toSorted((left, right) => left.at - right.at).map(({ file }) => file);
    }
  };
}
