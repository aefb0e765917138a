import { expect, it } from 'vitest';
import { KeyedRates } from '../../../src/door/page/keyed-rates.ts';

const ratesOf = () => new KeyedRates({ perSecond: 0.5, atOnce: 30 });

it('phone: each key has tries of its own, which come back', () => {
  const rates = ratesOf();
  const taken = (key: string, nowMs: number) => Array.from({ length: 40 }, () => rates.take(key, nowMs));
  const counted = (all: readonly (number | null)[]) => all.filter((lackMs) => lackMs === null).length;
  expect(counted(taken('a', 0))).toBe(30);
  expect(counted(taken('b', 0))).toBe(30);
  expect(counted(taken('a', 10_000))).toBe(5);
});

it('phone: who has none left is answered after how long there is one', () => {
  const rates = ratesOf();
  for (let at = 0; at < 30; at += 1) expect(rates.take('a', 0)).toBeNull();
  expect(rates.take('a', 0)).toBe(2_000);
  expect(rates.take('a', 500)).toBe(1_500);
  expect(rates.take('a', 2_000)).toBeNull();
});

it('phone: very many keys take no memory, and one that still tries is not forgotten', () => {
  const rates = ratesOf();
  for (let at = 0; at < 30; at += 1) rates.take('a', 0);
  for (let at = 0; at < 3_000; at += 1) {
    rates.take(`other ${at}`, 0);
    if (at % 1_000 === 0) expect(rates.take('a', 0)).not.toBeNull();
  }
});
