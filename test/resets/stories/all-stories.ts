import type { Story } from '../story.ts';
import { buyingStories } from './buying.ts';
import { guardingStories } from './guarding.ts';
import { lastingStories } from './lasting.ts';
import { endedStories } from './placing.ts';
import { approvalStories, saleStories } from './selling.ts';

/** A history of every workflow that is registered, or several. */
export const stories: readonly Story[] = [
  ...approvalStories,
  ...saleStories,
  ...buyingStories,
  ...endedStories,
  ...guardingStories,
  ...lastingStories,
];
