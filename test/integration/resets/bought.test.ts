import { describe } from 'vitest';
import { buyingStories } from '../../resets/stories/buying.ts';
import { itResets } from './short-form.ts';

describe('design 6: a purchase that is reset is paid once, and says what is known of the transfer', () => {
  itResets(buyingStories);
});
