import { describe } from 'vitest';
import { approvalStories } from '../../resets/stories/selling.ts';
import { itResets } from './short-form.ts';

describe('design 6: reset to a point, what was approved counts for nothing, and a new word completes it once', () => {
  itResets(approvalStories, { every: 6, offset: 0 });
});
