import { describe, expect, it } from 'vitest';
import {
  afterLook,
  afterWrite,
  beforeWrite,
  noTrail,
  placeOf,
  withoutPlaces,
  type PriceTrail,
} from '../../../src/domain/ads/price-trail.ts';

const minuteMs = 60_000;
const fixed = (price: string) => ({ price, floatingRatio: null });

interface Write {
  from: string;
  to: string;
  atMs: number;
}

const begun = (trail: PriceTrail, { from, to }: Omit<Write, 'atMs'>): PriceTrail =>
  beforeWrite(trail, { from: fixed(from), to: fixed(to) });
const written = (trail: PriceTrail, write: Write): PriceTrail =>
  afterWrite(begun(trail, write), fixed(write.to), write.atMs);
const seen = (trail: PriceTrail, price: string, atMs: number): PriceTrail =>
  afterLook(trail, { ad: fixed(price), atMs, resetId: trail.resetId });

/** The desk has moved its ad from 9.50 to 9.40. */
const kept = written(noTrail, { from: '9.50', to: '9.40', atMs: 0 });

describe('design 6, promise 4: a price of ours that we did not write is a need', () => {
  it('says what was found, and what was written before, with their times', () => {
    expect(seen(kept, '9.20', minuteMs).foreign).toEqual({
      count: 1,
      sinceMs: minuteMs,
      found: { place: '9.2', atMs: minuteMs },
      written: { place: '9.4', atMs: 0 },
    });
  });

  it('counts a price once while it stands, and the next one on top', () => {
    const found = seen(seen(kept, '9.20', minuteMs), '9.20', 2 * minuteMs);
    expect(found.foreign).toMatchObject({ count: 1, found: { atMs: minuteMs } });
    const answered = written(found, { from: '9.20', to: '9.40', atMs: 2 * minuteMs });
    expect(seen(answered, '9.19', 3 * minuteMs).foreign).toMatchObject({ count: 2, sinceMs: minuteMs });
  });

  it('counts the same price again when it comes back later than a late read could show it, however often it was answered', () => {
    let trail = seen(kept, '9.20', 0);
    for (let atMs = 0; atMs <= 4 * minuteMs; atMs += 20_000) {
      trail = written(seen(trail, '9.20', atMs), { from: '9.20', to: '9.40', atMs });
    }
    expect(trail.foreign).toMatchObject({ count: 3, found: { atMs: 4 * minuteMs } });
  });

  it('ends an hour after the last one', () => {
    const found = seen(kept, '9.20', minuteMs);
    const answered = written(found, { from: '9.20', to: '9.40', atMs: 2 * minuteMs });
    expect(seen(answered, '9.40', 61 * minuteMs - 1).foreign).not.toBeNull();
    expect(seen(answered, '9.40', 61 * minuteMs).foreign).toBeNull();
    expect(seen(answered, '9.10', 61 * minuteMs).foreign).toMatchObject({ count: 1, sinceMs: 61 * minuteMs });
  });
});

describe('design 6, promise 4: what may be ours is no need', () => {
  it('before the first write no price is foreign', () => {
    expect(seen(noTrail, '9.50', 0).foreign).toBeNull();
    expect(seen(begun(noTrail, { from: '9.50', to: '9.40' }), '9.33', 0).foreign).toBeNull();
  });

  it('one that was left shows in late reads for two minutes', () => {
    expect(seen(kept, '9.50', 2 * minuteMs - 1).foreign).toBeNull();
    expect(seen(kept, '9.50', 2 * minuteMs).foreign).toMatchObject({ count: 1 });
  });

  it('a write whose answer was lost may take effect until another one is confirmed', () => {
    const lost = begun(kept, { from: '9.40', to: '9.30' });
    expect(seen(lost, '9.30', 90 * minuteMs).foreign).toBeNull();
    expect(seen(lost, '9.40', 90 * minuteMs).foreign).toBeNull();
    const next = written(lost, { from: '9.40', to: '9.25', atMs: 90 * minuteMs });
    expect(seen(next, '9.30', 91 * minuteMs).foreign).toBeNull();
    expect(seen(next, '9.30', 92 * minuteMs).foreign).not.toBeNull();
  });

  it('a price is compared as a number', () => {
    expect(seen(kept, '9.4000', 5 * minuteMs).foreign).toBeNull();
  });

  it('a floating ad is found by its ratio: the service moves its price', () => {
    const floats = afterWrite(noTrail, { price: '9.34', floatingRatio: '100.50' }, 0);
    const look = (floatingRatio: string) =>
      afterLook(floats, { ad: { price: '9.81', floatingRatio }, atMs: 5 * minuteMs, resetId: null });
    expect(look('100.5').foreign).toBeNull();
    expect(look('99').foreign).toMatchObject({ found: { place: '99 %' }, written: { place: '100.5 %' } });
    expect(placeOf({ price: '9.34' })).toBe('9.34');
  });

  it('after a reset nothing is foreign before the next write: what was written after its point is not remembered', () => {
    const reset = afterLook(kept, { ad: fixed('9.20'), atMs: 5 * minuteMs, resetId: 'run-2' });
    expect(reset).toMatchObject({ foreign: null, written: null, resetId: 'run-2' });
    const next = written(reset, { from: '9.20', to: '9.40', atMs: 6 * minuteMs });
    expect(seen(next, '9.10', 7 * minuteMs).foreign).toMatchObject({ count: 1 });
  });

  it('while others price the ad nothing is foreign, and what was asked about stays', () => {
    const handedOver = withoutPlaces(seen(kept, '9.20', minuteMs));
    expect(seen(handedOver, '8.00', 2 * minuteMs).foreign).toMatchObject({ count: 1 });
  });

  it('keeps where the ad stands, however many writes fail in a row', () => {
    let trail = kept;
    for (let cents = 0; cents < 100; cents += 1) {
      trail = begun(trail, { from: '9.40', to: `8.${String(cents).padStart(2, '0')}` });
    }
    expect(trail.places).toHaveLength(32);
    expect(seen(trail, '9.40', 5 * minuteMs).foreign).toBeNull();
  });
});
