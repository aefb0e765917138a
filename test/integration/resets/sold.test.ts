import { describe } from 'vitest';
import { saleStories } from '../../resets/stories/selling.ts';
import { itResets } from './short-form.ts';

describe('design 6: a sale that is reset releases nothing twice, nothing held and nothing on a used payment', () => {
  itResets(saleStories);
});
