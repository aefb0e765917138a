import { expect, it } from 'vitest';
import { takenBack } from '../../../src/domain/register/taken-back.ts';

it('design 6: whatever takes something of an order back has a word of its own', () => {
  expect(takenBack).toEqual(['revoke', 'hold', 'stop', 'unmatch', 'mode', 'reset']);
});
