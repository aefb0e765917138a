import { describe, expect, it } from 'vitest';
import { deviceOfKey, keyNamePattern, personOfKey } from '../../../../src/domain/orders/names/key-name.ts';

describe('ADR 0062: the name of a key', () => {
  it.each([
    ['ana', 'ana', null],
    ['Ana+phone', 'Ana', 'phone'],
    ['ana.r-1+lap.top_2', 'ana.r-1', 'lap.top_2'],
  ])('%s names a person, and a device where there are several', (name, person, device) => {
    expect(keyNamePattern.test(name)).toBe(true);
    expect(personOfKey(name)).toBe(person);
    expect(deviceOfKey(name)).toBe(device);
  });

  it.each([
    '',
    '+phone',
    'ana+',
    'ana+a+b',
    'ana rojas',
    'ana+a b',
    'ana:1',
    'ana=1',
    `${'a'.repeat(41)}`,
    `a+${'b'.repeat(21)}`,
  ])('%j is none', (name) => {
    expect(keyNamePattern.test(name)).toBe(false);
  });
});
