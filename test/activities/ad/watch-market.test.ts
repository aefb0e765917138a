import { describe, expect, it } from 'vitest';
import { pricingRulesSchema } from '../../../src/domain/pricing/pricing-rules.ts';
import { emptyGuardMemory } from '../../../src/domain/guard/guard-memory.ts';
import { SimAdStatus } from '../../../src/simulator/world/simulator-state.ts';
import { eventually, openActivityWorld } from '../activity-fixture.ts';
import { cancelled, input, watch } from './watch-fixture.ts';

describe('design 6: a watch returns only when something must change', () => {
  it('EP-6, EP-7: it returns the price to set, with the ad, the steps and the reference price', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ price: '10.20' });
    const verdict = await watch(world, input(adNumber)).verdict;
    expect(verdict).toMatchObject({
      kind: 'set',
      decision: { action: 'set', price: '10.04' },
      ad: { adNumber, price: '10.20', side: 'SELL' },
      referencePrice: '10.00',
    });
  });

  it('I19: a quiet market costs no verdict; heartbeats carry the decision and the next look', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ price: '10.04' });
    const quiet = watch(world, input(adNumber));
    await eventually('three rounds', () => world.callsOf('ads/search') >= 3);
    const beat = quiet.beats[0];
    expect(beat).toMatchObject({ problem: null, decision: { action: 'keep', price: '10.04' } });
    expect(beat?.nextCheckAtMs).toBeGreaterThan(0);
    expect(beat?.note).not.toBe('');
    expect(JSON.stringify(beat).length).toBeLessThan(8_000);
    await cancelled(quiet);
    expect(world.callsOf('ads/update')).toBe(0);
  });

  it('design 6: with its period over it comes back quiet, so that code and settings roll over', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ price: '10.04' });
    const verdict = await watch(world, input(adNumber, { periodMs: 100 })).verdict;
    expect(verdict).toMatchObject({ kind: 'quiet', ad: { adNumber }, decision: { action: 'keep' } });
    expect(await watch(world, input(adNumber, { periodMs: 0 })).verdict).toMatchObject({ kind: 'quiet' });
  });

  it('I18: a cancelled watch ends at once, in the middle of its pause', async () => {
    const world = await openActivityWorld({ settings: { marketIntervalMs: 60_000 } });
    const quiet = watch(world, input(world.addAd({ price: '10.04' })));
    await eventually('the first beat', () => quiet.beats.length > 0);
    await cancelled(quiet);
  });

  it('shadow: the assumed price stands in for the ad’s real one', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ price: '10.20' });
    const quiet = watch(world, input(adNumber, { assumedPrice: '10.04', periodMs: 0 }));
    expect(await quiet.verdict).toMatchObject({ kind: 'quiet', decision: { price: '10.04' } });
  });

  it('I15: a range learned from a refusal narrows the price while it is fresh, and no longer', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ price: '10.20' });
    const range = { low: '10.10', high: '10.40' };
    const fresh = input(adNumber, { learnedRange: { range, untilMs: world.clock.now() + 60_000 } });
    expect(await watch(world, fresh).verdict).toMatchObject({ kind: 'set', decision: { price: '10.10' } });
    const old = input(adNumber, { learnedRange: { range, untilMs: world.clock.now() - 1 } });
    expect(await watch(world, old).verdict).toMatchObject({ kind: 'set', decision: { price: '10.04' } });
  });

  it('I16: the zone of ± 4 ticks around an own ad of the other side of the pair is left out', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ price: '10.20' });
    world.addAd({ side: 'BUY', price: '10.00' });
    const verdict = await watch(world, input(adNumber)).verdict;
    // 10.04 would be 4 ticks from it, and a price below it would cross the own ad.
    expect(verdict).toMatchObject({ kind: 'set', decision: { target: '10.04', price: '10.05' } });
  });
});

describe('8, I15: the service’s range is about ± 10 % of the reference price', () => {
  const wide = pricingRulesSchema.parse({
    strategy: { kind: 'fixed', price: '11.80' },
    limits: { floor: '5.00', ceiling: '20.00' },
  });

  it.each([
    ['11.80', '11.00'],
    ['8.20', '9.00'],
  ])('a price of %s beside a reference of 10.00 becomes %s', async (price, inside) => {
    const world = await openActivityWorld();
    const far = { ...wide, strategy: { kind: 'fixed', price } } as const;
    const verdict = await watch(world, input(world.addAd({ price: '10.20' }), { rules: far })).verdict;
    expect(verdict).toMatchObject({ kind: 'set', decision: { target: price, price: inside } });
  });

  it('a range that a refusal named narrows it, and never widens it', async () => {
    const world = await openActivityWorld();
    const untilMs = world.clock.now() + 60_000;
    const learned = (low: string, high: string) =>
      input(world.addAd({ price: '10.20' }), { rules: wide, learnedRange: { range: { low, high }, untilMs } });
    expect(await watch(world, learned('8.00', '12.00')).verdict).toMatchObject({ decision: { price: '11.00' } });
    const narrow = await openActivityWorld();
    const adNumber = narrow.addAd({ price: '10.20' });
    const range = { low: '9.50', high: '10.70' };
    const narrowed = input(adNumber, { rules: wide, learnedRange: { range, untilMs } });
    expect(await watch(narrow, narrowed).verdict).toMatchObject({ decision: { price: '10.70' } });
  });
});

describe('design 6: what a watch reports of the ad itself', () => {
  it('an ad that someone took offline', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ status: SimAdStatus.OFFLINE });
    expect(await watch(world, input(adNumber)).verdict).toMatchObject({
      kind: 'ad-not-online',
      ad: { adNumber, status: 'offline' },
    });
  });

  it('ADR 0034: an ad that the watchdog took offline says so, as long as its mark stands', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ status: SimAdStatus.OFFLINE });
    const mark = { by: 'watchdog', reason: 'the watchdog takes the ads offline', atMs: 1 };
    world.fakeGuard.memory = {
      ...emptyGuardMemory,
      switches: { ...emptyGuardMemory.switches, ads: mark },
    };
    const why = (by: string) =>
      `the kill switch ads is engaged by ${by} since 1970-01-01 00:00:00 UTC: “the watchdog takes the ads offline”`;
    const off = { kind: 'switched-off', by: 'kill switch ads (watchdog)', why: why('watchdog') };
    expect(await watch(world, input(adNumber)).verdict).toMatchObject(off);
    const online = world.addAd({ price: '10.20' });
    world.fakeDesk.switches.ads = 'closed';
    expect(await watch(world, input(online)).verdict).toMatchObject({ ...off, ad: { adNumber: online } });
    const other = { ...mark, by: 'ana' };
    world.fakeGuard.memory = {
      ...emptyGuardMemory,
      switches: { ...emptyGuardMemory.switches, ads: other },
    };
    expect(await watch(world, input(adNumber)).verdict).toEqual({ kind: 'ad-not-online', ad: expect.anything() });
    // What is still online goes off by a person's word, too, who is named with his reason.
    const byAna = { kind: 'switched-off', by: 'kill switch ads (ana)', why: why('ana') };
    expect(await watch(world, input(online)).verdict).toMatchObject(byAna);
  });

  it('ADR 0034: while the guard is silent no one knows who took it offline; it is asked again, until it answers', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ status: SimAdStatus.OFFLINE });
    const mark = { by: 'watchdog', reason: 'the watchdog takes the ads offline', atMs: 1 };
    world.fakeGuard.memory = { ...emptyGuardMemory, switches: { ...emptyGuardMemory.switches, ads: mark } };
    world.fakeGuard.silent = true;
    expect(await watch(world, input(adNumber, { periodMs: 0 })).verdict).toMatchObject({ kind: 'quiet' });
    const { beats, verdict } = watch(world, input(adNumber));
    await expect.poll(() => beats.length).toBeGreaterThan(1);
    world.fakeGuard.silent = false;
    expect(await verdict).toMatchObject({ kind: 'switched-off', by: 'kill switch ads (watchdog)' });
  });

  it('I21, 7.7: a missing ad is asked for once a minute; the verdict says when the service answered 404', async () => {
    const world = await openActivityWorld();
    const unknown = input('19999999999999999999');
    const atMs = world.clock.now();
    const missing = { kind: 'ad-missing', atMs, untilMs: atMs + 60_000 };
    expect(await watch(world, unknown).verdict).toEqual(missing);
    world.clock.advance(59_000);
    // Within the 60 s of the negative cache there is neither a request nor news.
    expect(await watch(world, unknown).verdict).toEqual(missing);
    expect(world.callsOf('ads/getDetailByNo')).toBe(1);
    world.clock.advance(1_000);
    expect(await watch(world, unknown).verdict).toMatchObject({ atMs: atMs + 60_000 });
    expect(world.callsOf('ads/getDetailByNo')).toBe(2);
  });

  it('7.7, 8: no more missing ads are remembered than the setting says: the oldest is asked for again', async () => {
    const world = await openActivityWorld({ settings: { missingAdCacheEntries: 2 } });
    const [first, second, third] = ['1', '2', '3'].map((end) => input(`1999999999999999999${end}`));
    const asked: number[] = [];
    for (const missing of [first, second, third, third, second, first]) {
      await watch(world, missing ?? input('')).verdict;
      asked.push(world.callsOf('ads/getDetailByNo'));
    }
    expect(asked).toEqual([1, 2, 3, 3, 3, 4]);
  });

  it('7.7: an ad that the listing does not show yet is asked for by its number', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ price: '10.20' });
    world.simulator.setFaults([{ operation: 'listWithPagination', fault: { kind: 'stale', ms: 10_000 } }]);
    await expect(watch(world, input(adNumber, { periodMs: 0 })).verdict).resolves.toMatchObject({ ad: { adNumber } });
    expect(world.callsOf('ads/getDetailByNo')).toBe(1);
  });

  it('I21, 7.7: an ad that the listing shows again is no missing one: should it leave it, it is asked for at once', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ price: '10.20' });
    const look = () => watch(world, input(adNumber, { periodMs: 0 })).verdict;
    const unlisted = { operation: 'listWithPagination', fault: { kind: 'stale' as const, ms: 1_000_000 } };
    const unknown = { operation: 'getDetailByNo', fault: { kind: 'http' as const, status: 404 } };
    world.simulator.setFaults([unlisted, unknown]);
    await expect(look()).resolves.toMatchObject({ kind: 'ad-missing' });
    world.simulator.setFaults([]);
    world.clock.advance(10_000);
    await expect(look()).resolves.toMatchObject({ ad: { adNumber } });
    expect(world.callsOf('ads/getDetailByNo')).toBe(1);
    world.simulator.setFaults([unlisted]);
    world.clock.advance(10_000);
    await expect(look()).resolves.toMatchObject({ ad: { adNumber } });
    expect(world.callsOf('ads/getDetailByNo')).toBe(2);
  });

  it('I18: the kill switch of the ads ends the watch of one that is online; a guard that is silent takes none off', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ price: '10.20' });
    world.fakeDesk.switches.ads = 'unknown';
    await expect(watch(world, input(adNumber, { periodMs: 0 })).verdict).resolves.toMatchObject({ kind: 'set' });
    world.fakeDesk.switches.ads = 'closed';
    world.fakeGuard.silent = true;
    await expect(watch(world, input(adNumber)).verdict).resolves.toMatchObject({
      kind: 'switched-off',
      ad: { adNumber },
    });
  });

  it('I18: an answer from before the switch was lifted takes no ad off that a person has put back', async () => {
    const world = await openActivityWorld();
    world.fakeDesk.switches.ads = 'closed';
    world.fakeGuard.memory = emptyGuardMemory;
    const adNumber = world.addAd({ price: '10.20' });
    await expect(watch(world, input(adNumber, { periodMs: 0 })).verdict).resolves.toMatchObject({ kind: 'set' });
  });

  it.each(['closed', 'unknown'] as const)('kill switch %s: the watch goes on and decides nothing', async (state) => {
    const world = await openActivityWorld();
    world.fakeDesk.switches.repricing = state;
    const quiet = watch(world, input(world.addAd({ price: '10.20' })));
    await eventually('two beats', () => quiet.beats.length > 1);
    const why = { closed: 'the kill switch repricing is engaged by ana since', unknown: 'the guard does not answer' };
    expect(quiet.beats[0]).toMatchObject({ note: expect.stringContaining(why[state]), decision: null });
    expect(world.callsOf('ads/search')).toBe(0);
    world.fakeDesk.switches.repricing = 'open';
    expect(await quiet.verdict).toMatchObject({ kind: 'set' });
  });
});

describe('design 4: troubles of a watch', () => {
  it('7.5: a short one is waited out, shown in the heartbeat, and forgotten', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ price: '10.20' });
    world.simulator.setFaults([
      { operation: 'search', when: { nth: 1, count: 4 }, fault: { kind: 'error', code: -1000, message: 'busy' } },
    ]);
    const watching = watch(world, input(adNumber));
    expect(await watching.verdict).toMatchObject({ kind: 'set' });
    expect(watching.beats[0]).toMatchObject({ problem: 'search: -1000 busy', decision: null });
  });

  it('7.4: one that stays is reported to the workflow after five looks', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ price: '10.20' });
    world.simulator.setFaults([{ operation: 'search', fault: { kind: 'error', code: -1000, message: 'busy' } }]);
    expect(await watch(world, input(adNumber)).verdict).toMatchObject({
      kind: 'problem',
      category: 'RETRIABLE_WITH_BACKOFF',
      code: '-1000',
    });
    expect(world.callsOf('ads/search')).toBe(5);
  });

  it('7.1: a ban is reported at once with its end; nothing is sent in it', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ price: '10.20' });
    world.simulator.setFaults([
      { operation: 'search', when: { nth: 1 }, fault: { kind: 'http', status: 418, retryAfterS: 7_200 } },
    ]);
    const banned = { kind: 'problem', category: 'IP_BAN', untilMs: world.clock.now() + 7_200_000 };
    expect(await watch(world, input(adNumber)).verdict).toMatchObject(banned);
    const sent = world.calls.length;
    expect(await watch(world, input(adNumber)).verdict).toMatchObject(banned);
    expect(world.calls.length).toBe(sent);
    expect(world.simulator.ledger().callsDuringBan).toBe(0);
  });

  it('7.4 NON_RETRIABLE_BUSINESS: a refused key is not tried again: it is reported at once, for 300 s', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ price: '10.20' });
    world.simulator.setFaults([{ operation: 'search', fault: { kind: 'error', code: -2015 } }]);
    expect(await watch(world, input(adNumber)).verdict).toMatchObject({
      kind: 'problem',
      category: 'NON_RETRIABLE_BUSINESS',
      code: '-2015',
      untilMs: world.clock.now() + 300_000,
    });
    expect(world.callsOf('ads/search')).toBe(1);
  });
});
