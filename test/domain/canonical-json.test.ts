import { expect, it } from 'vitest';
import { canonicalJson } from '../../src/domain/canonical-json.ts';

it('canonical JSON follows from what it says: keys in order, lists as they are, nothing is a text, too', () => {
  const one = { b: 1, a: [{ d: null, c: 'x' }, 2] };
  expect(canonicalJson(one)).toBe('{"a":[{"c":"x","d":null},2],"b":1}');
  expect(canonicalJson({ a: one.a, b: 1 })).toBe(canonicalJson(one));
  expect(canonicalJson({ b: 1, ['a']: undefined })).toBe('{"b":1}');
  expect(canonicalJson(undefined)).toBe('undefined');
});
