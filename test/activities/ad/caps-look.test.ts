import { expect, it, vi } from 'vitest';
import { CapsLooks } from '../../../src/activities/ad/caps-look.ts';
import { capsRule, cappedAd, rulesWith, untouched } from './caps-world.ts';

/** What has failed without a call has ended by then. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('ads#payment-caps: what a look found that no watch has waited for in time is dropped: the next look asks again', async () => {
  const { world, adNumber, bank } = await cappedAd();
  const read = vi.spyOn(world.exchange.ads, 'getDetailByNo').mockRejectedValue(new Error('the line is dead'));
  const looks = new CapsLooks(world.deps);
  const asked = { adNumber, rule: capsRule(bank), wish: untouched };
  expect(looks.take(asked)).toBeNull();
  await settled();
  world.clock.advance(world.deps.settings.stockLookMs);
  expect(looks.take(asked)).toBeNull();
  expect(read).toHaveBeenCalledTimes(2);
  await settled();
  expect(() => looks.take(asked)).toThrow('the line is dead');
});

it('ads#payment-caps: no method follows before the first look has returned: its limits may be mistyped', async () => {
  const { world, adNumber, bank } = await cappedAd();
  const read = vi.spyOn(world.exchange.ads, 'getDetailByNo');
  const rules = rulesWith({ paymentCaps: capsRule(bank) });
  const fresh = { override: null, lastChangeAtMs: null, learnedRange: null, assumedPrice: null, shown: null };
  const input = { adNumber, rules, caps: untouched, ...fresh, periodMs: 0 };
  expect(await world.scheduled().run(world.watching.watchMarket, input)).toMatchObject({ kind: 'quiet' });
  expect(read).not.toHaveBeenCalled();
});
