import { describe } from 'vitest';
import { approvalStories } from '../../resets/stories/selling.ts';
import { itResets } from './short-form.ts';

describe('design 6: reset to a point between those of approvals.test.ts', () => {
  itResets(approvalStories, { every: 6, offset: 3 });
});
