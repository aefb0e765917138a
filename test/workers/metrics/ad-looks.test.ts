import { expect, it } from 'vitest';
import type { AdLook } from '../../../src/activities/ports/look-port.ts';
import type { PricingDecision } from '../../../src/domain/pricing/pricing-decision.ts';
import { AdLooks } from '../../../src/workers/metrics/ad-looks.ts';
import { MetricRegistry } from '../../../src/workers/metrics/metric-registry.ts';

const decision: PricingDecision = {
  action: 'keep',
  price: '10.40',
  reason: 'held',
  target: '10.00',
  steps: [],
  dropped: [],
  rank: 2,
  bound: 'ceiling',
  rivals: [],
  rivalCount: 0,
  hits: [],
};

function lookAt(adNumber: string, atMs: number, part: Partial<AdLook> = {}): AdLook {
  const facts = { side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.40', priceScale: 2, status: 'online' } as const;
  const limits = {
    remaining: '1',
    minFiat: '1',
    maxFiat: '2',
    priceType: 'fixed',
    floatingRatio: null,
    payMethods: null,
  } as const;
  return { ad: { adNumber, ...facts, ...limits }, decision, atMs, marketAtMs: atMs - 500, ...part };
}

function open() {
  const clock = { nowMs: 100_000, now: () => clock.nowMs };
  const looks = new AdLooks('acme', clock);
  const registry = new MetricRegistry();
  registry.collect((set) => looks.collect(set));
  const values = (): Record<string, number> =>
    Object.fromEntries(
      registry
        .text()
        .split('\n')
        .filter((line) => line.startsWith('peerdesk_'))
        .map((line) => [
          line.slice(0, line.indexOf('{')) + (/ad="(\w+)"/.exec(line)?.[1] ?? ''),
          Number(line.split(' ')[1]),
        ]),
    );
  return { clock, looks, values };
}

it('ADR 0034: the last look at a market is known beyond its watch, and what holds the prices on purpose', () => {
  const { looks } = open();
  expect(looks.last()).toEqual({ lookedAtMs: null, heldAtMs: null });
  const watch = looks.begin('1');
  watch.looked(lookAt('1', 90_000));
  watch.looked(lookAt('1', 80_000));
  // Nothing was decided, or on a market that no one has read for long: that is no look.
  watch.looked(lookAt('1', 95_000, { decision: null }));
  watch.looked(lookAt('1', 96_000, { decision: { ...decision, reason: 'stale' } }));
  watch.end(false);
  looks.clear();
  expect(looks.last()).toEqual({ lookedAtMs: 89_500, heldAtMs: null });
  const held = looks.begin('1');
  held.held(97_000);
  expect(looks.last()).toEqual({ lookedAtMs: 89_500, heldAtMs: 97_000 });
  held.looked(lookAt('1', 98_000));
  expect(looks.last()).toEqual({ lookedAtMs: 97_500, heldAtMs: 97_000 });
  held.held(null);
  expect(looks.last()).toEqual({ lookedAtMs: 97_500, heldAtMs: null });
});

it('an ad shows its last look for as long as it is watched, however long ago that look was', () => {
  const { clock, looks, values } = open();
  const watch = looks.begin('A');
  expect(values()).toEqual({});
  watch.looked(lookAt('A', 100_000));
  clock.nowMs += 3_600_000;
  expect(values()).toEqual({
    peerdesk_ad_priceA: 10.4,
    peerdesk_ad_rankA: 2,
    peerdesk_ad_target_distance_ratioA: expect.closeTo(0.04),
    peerdesk_ad_at_limitA: 1,
    peerdesk_ad_look_age_secondsA: 3_600,
    peerdesk_market_age_seconds: 3_600.5,
  });
  watch.end(false);
  expect(values()).toEqual({});
});

it('an ad that is soon watched again stays for a minute, and its next watch begins with what is known', () => {
  const { clock, looks, values } = open();
  const first = looks.begin('A');
  first.looked(lookAt('A', 100_000));
  first.end(true);
  clock.nowMs += 59_000;
  expect(values()['peerdesk_ad_look_age_secondsA']).toBe(59);
  const second = looks.begin('A');
  clock.nowMs += 59_000;
  expect(values()['peerdesk_ad_look_age_secondsA']).toBe(118);
  second.end(true);
  clock.nowMs += 60_000;
  expect(values()).toEqual({});
});

it('the end of an attempt that was given up does not end its successor', () => {
  const { looks, values } = open();
  const givenUp = looks.begin('A');
  const next = looks.begin('A');
  next.looked(lookAt('A', 100_000));
  givenUp.end(false);
  expect(values()).toHaveProperty('peerdesk_ad_priceA');
});

it('one that was given up, began last and ended, hides no look of the one that goes on', () => {
  const { clock, looks, values } = open();
  for (const comesBack of [false, true]) {
    const goesOn = looks.begin('A');
    looks.begin('A').end(comesBack);
    goesOn.looked(lookAt('A', clock.nowMs));
    clock.nowMs += 600_000;
    expect(values()).toMatchObject({ peerdesk_ad_look_age_secondsA: 600 });
    goesOn.end(false);
    expect(values()).toEqual({});
  }
});

it('a market is as old as the newest look at it, and what is not decided or has no rank is absent', () => {
  const { looks, values } = open();
  looks.begin('A').looked(lookAt('A', 95_000));
  looks.begin('B').looked(lookAt('B', 99_000, { decision: null }));
  looks.begin('C').looked(lookAt('C', 98_000, { decision: { ...decision, rank: null, target: null, bound: null } }));
  const seen = values();
  expect(seen['peerdesk_market_age_seconds']).toBe(1.5);
  expect(Object.keys(seen).filter((name) => name.endsWith('B'))).toEqual([
    'peerdesk_ad_priceB',
    'peerdesk_ad_look_age_secondsB',
  ]);
  expect(seen['peerdesk_ad_at_limitC']).toBe(0);
  expect(seen).not.toHaveProperty('peerdesk_ad_rankC');
  looks.clear();
  expect(values()).toEqual({});
});
