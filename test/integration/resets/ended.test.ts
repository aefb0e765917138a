import { describe } from 'vitest';
import { endedStories } from '../../resets/stories/placing.ts';
import { itResets } from './short-form.ts';

describe('design 6: what ends once ends in the same result after a reset, and is done once', () => {
  itResets(endedStories);
});
