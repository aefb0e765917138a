/** The short form of `npm run resets`: each third point. */
import { expect, it, onTestFinished } from 'vitest';
import { resetStory } from '../../resets/reset-story.ts';
import { openResetWorld } from '../../resets/reset-world.ts';
import type { Story } from '../../resets/story.ts';

interface ShortForm {
  readonly every: number;
  readonly offset: number;
}

const third: ShortForm = { every: 3, offset: 0 };

const nothing = (): void => undefined;

/** A test for each story, in a world of its own. */
export function itResets(stories: readonly Story[], { every, offset }: ShortForm = third): void {
  it.each(stories)('$workflow, $name', async (story) => {
    const world = await openResetWorld({}, story, onTestFinished);
    const reports = await resetStory({ world, story, every, offset, atOnce: 4, onPoint: nothing, onReplay: nothing });
    expect(reports.flatMap(({ failures }) => failures)).toEqual([]);
    expect(reports.every(({ points }) => points > 0)).toBe(true);
  });
}
