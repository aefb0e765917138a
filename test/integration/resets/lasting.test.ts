import { describe } from 'vitest';
import { lastingStories } from '../../resets/stories/lasting.ts';
import { itResets } from './short-form.ts';

describe('design 6: what an account has once goes on after a reset', () => {
  itResets(lastingStories);
});
