import { describe, expect, it } from 'vitest';
import { unlessClocksDiffer } from '../../../src/activities/money/clock-check.ts';
import type { Check } from '../../../src/domain/orders/release-check.ts';

const lacks = (name: Check['name']): Check => ({ name, ok: false, text: name, bringer: 'human' });
const hoursMs = 6 * 3_600_000;

describe('S17, P5: what is missing by this machine’s clock and by Temporal’s', () => {
  it('an approval that holds by Temporal’s is asked of no human: the clock is named', () => {
    const missing = unlessClocksDiffer({
      here: [lacks('approval'), lacks('service')],
      asked: [lacks('service')],
      apartMs: hoursMs,
    });
    expect(missing).toMatchObject([{ name: 'service' }, { name: 'clock', bringer: 'time' }]);
    expect(missing[1]?.text).toContain("clock is 21600 s ahead of Temporal's");
  });

  it('a clock that is behind is named so', () => {
    const [missing] = unlessClocksDiffer({ here: [lacks('payment-time')], asked: [], apartMs: -hoursMs });
    expect(missing?.text).toContain("clock is 21600 s behind Temporal's");
  });

  it('what is missing by both stays as it is', () => {
    const here = [lacks('approval'), lacks('payment-match')];
    expect(unlessClocksDiffer({ here, asked: [...here].toReversed(), apartMs: hoursMs })).toEqual(here);
  });
});
