import { expect, it } from 'vitest';
import { classifyWrapped, includesAny } from '../../../src/domain/failures/wrapped-refusal.ts';

it.each([
  ['failed: 187049', 'RETRY_WITH_VOLUME_SYNC'],
  ['limited range, 187031', 'RETRY_WITH_VOLUME_SYNC'],
  ['El precio tiene un Rango Limitado 9 - 11', 'PRICE_RANGE_LIMIT'],
  ['price range 9 - 11', 'RETRIABLE_WITH_BACKOFF'],
  ['', 'RETRIABLE_WITH_BACKOFF'],
])('7.2: -9000 around "%s" is %s', (message, category) => {
  expect(classifyWrapped(message)).toBe(category);
});

it('a word counts whatever its capitals', () => {
  expect(includesAny('LIMITED RANGE', ['limited range'])).toBe(true);
  expect(includesAny('LIMITED', ['limited range'])).toBe(false);
});
