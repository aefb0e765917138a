import { describe, expect, it } from 'vitest';
import { unlessClocksDiffer } from '../../../src/activities/money/clock-check.ts';
import type { Check } from '../../../src/domain/orders/release-check.ts';

const lacks = (name: 'service' | 'payment-match' | 'taken-back'): Check =>
  name === 'payment-match' ? { name, near: null, bringer: 'human' } : { name, bringer: 'human' };
const hoursMs = 6 * 3_600_000;

describe('S17, P5: what is missing by this machine’s clock and by Temporal’s', () => {
  it('an approval that holds by Temporal’s is asked of no human: the clock is named', () => {
    const missing = unlessClocksDiffer({
      here: [lacks('taken-back'), lacks('service')],
      asked: [lacks('service')],
      apartMs: hoursMs,
    });
    expect(missing).toMatchObject([{ name: 'service' }, { name: 'clock', apartMs: hoursMs, bringer: 'time' }]);
  });

  it('a clock that is behind is named so', () => {
    const missing = unlessClocksDiffer({ here: [lacks('taken-back')], asked: [], apartMs: -hoursMs });
    expect(missing).toEqual([{ name: 'clock', apartMs: -hoursMs, bringer: 'time' }]);
  });

  it('what is missing by both stays as it is', () => {
    const here = [lacks('taken-back'), lacks('payment-match')];
    expect(unlessClocksDiffer({ here, asked: [...here].toReversed(), apartMs: hoursMs })).toEqual(here);
  });
});
