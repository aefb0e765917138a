import { describe } from 'vitest';
import { guardingStories } from '../../resets/stories/guarding.ts';
import { itResets } from './short-form.ts';

describe('design 6: a guard that is reset has its switches, rules and blocks, and permits', () => {
  itResets(guardingStories);
});
