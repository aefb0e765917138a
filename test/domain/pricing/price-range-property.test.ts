import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare, Decimal, roundToScale } from '../../../src/domain/decimal.ts';
import { parsePriceRange, type PriceRange } from '../../../src/domain/pricing/price-range.ts';
import { check } from '../seeded.ts';
import { guardPrice, intersect } from '../pricing-by-text.ts';

interface Notation {
  readonly decimals: string;
  readonly groups: string;
}

const notations: readonly Notation[] = [
  { decimals: '.', groups: '' },
  { decimals: ',', groups: '' },
  { decimals: '.', groups: ',' },
  { decimals: ',', groups: '.' },
  { decimals: '.', groups: ' ' },
  { decimals: ',', groups: ' ' },
  { decimals: ',', groups: '\u00a0' },
  { decimals: '.', groups: "'" },
];

const phrases = [
  '{low} - {high}',
  '{low}-{high}',
  '{low}–{high}',
  '{low} ~ {high}',
  '[{low}, {high}]',
  '({low}; {high})',
  'entre {low} y {high}',
  'desde {low} hasta {high}',
  'between {low} and {high}',
  'from {low} to {high}',
  'rango limitado: {low} BOB a {high} BOB',
  'limited range Bs {low} - Bs {high}.',
  'price range min {low}, max {high}',
  'precio permitido >= {low} y <= {high}',
];

const surroundings = [
  '{range}',
  '-9000: {range}',
  'code -9000, limited range {range}',
  'error 187055. {range}',
  '[187049] {range} (83229)',
  'HTTP 400 -9000 {range}',
  '{range}, retry in 5 s',
  'amount 1 - 50000: {range}',
];

function write(value: string, { decimals, groups }: Notation): string {
  const [whole = '', fraction] = value.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, groups);
  return fraction === undefined ? grouped : `${grouped}${decimals}${fraction}`;
}

const scales = fc.constantFrom(0, 1, 2, 4, 8);

/** A range in the service's form: both ends positive, the high one at most a half above the low one. */
function ranges(scale: fc.Arbitrary<number>): fc.Arbitrary<PriceRange> {
  return fc
    .record({
      scale,
      units: fc.integer({ min: 10, max: 90_000_000 }),
      more: fc.double({ min: 1.01, max: 1.5, noNaN: true }),
    })
    .map((draw) => {
      const low = new Decimal(draw.units).dividedBy(new Decimal(10).pow(draw.scale));
      return {
        low: low.toFixed(draw.scale),
        high: roundToScale(low.times(draw.more).toFixed(), draw.scale, 'up'),
      };
    });
}

function isKnownCode(text: string): boolean {
  return ['187049', '187040', '187031', '187055', '83229', '83230'].includes(text);
}

describe('7.4: ranges in messages', () => {
  it('7.4: a written range is read back, in many notations and among codes', () => {
    check(
      fc.property(
        fc.record({
          range: ranges(scales),
          notation: fc.constantFrom(...notations),
          phrase: fc.constantFrom(...phrases),
          surrounding: fc.constantFrom(...surroundings),
        }),
        ({ range, notation, phrase, surrounding }) => {
          fc.pre(!isKnownCode(range.low) && !isKnownCode(range.high));
          const written = phrase
            .replace('{low}', write(range.low, notation))
            .replace('{high}', write(range.high, notation));
          const message = surrounding.replace('{range}', () => written);
          // The known price settles the meaning of a lone group of three digits.
          expect(parsePriceRange(message, range.low)).toEqual(range);
        },
      ),
      10_000,
    );
  });

  it('7.4: with the service’s own notation no known price is needed, whatever the decimals', () => {
    check(
      fc.property(
        ranges(fc.constantFrom(0, 2, 3, 8)),
        fc.constantFrom(...phrases),
        fc.constantFrom(...surroundings.filter((text) => !text.startsWith('amount'))),
        (range, phrase, surrounding) => {
          fc.pre(!isKnownCode(range.low) && !isKnownCode(range.high));
          const written = phrase.replace('{low}', range.low).replace('{high}', range.high);
          expect(parsePriceRange(surrounding.replace('{range}', () => written))).toEqual(range);
        },
      ),
      4_000,
    );
  });

  it('7.4: any text yields null or a range above zero with low <= high, made of numbers in it', () => {
    const words = fc.oneof(
      fc.string(),
      fc.constantFrom('-9000', '187055', ' - ', ',', '.', '9', '0', '1.5', '[', ']', ' to ', 'range', ':', '%', '\n'),
      fc.nat().map(String),
    );
    check(
      fc.property(fc.array(words, { maxLength: 40 }), (parts) => {
        const range = parsePriceRange(parts.join(''));
        if (range === null) return;
        expect(compare(range.low, '0')).toBe(1);
        expect(compare(range.low, range.high)).toBeLessThanOrEqual(0);
      }),
      5_000,
    );
  });

  it('7.4: codes alone are never a range', () => {
    const codes = fc.constantFrom('187055', '-9000', '187049', '-1021', '83229', '-1000', '187031', '-3026');
    const joints = fc.constantFrom(' ', ', ', ': ', ' - ', '-', ' / ', ' y ', ' and ', ' rango limitado ');
    check(
      fc.property(fc.array(fc.tuple(codes, joints), { minLength: 1, maxLength: 6 }), (parts) => {
        expect(parsePriceRange(parts.flat().join(''))).toBeNull();
      }),
    );
  });
});

const decimals = fc
  .tuple(fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 0, max: 9 }))
  .map(([units, places]) => new Decimal(units).dividedBy(new Decimal(10).pow(places)).toFixed());
const anyRange = fc
  .tuple(decimals, decimals)
  .map(([left, right]) => (compare(left, right) <= 0 ? { low: left, high: right } : { low: right, high: left }));

const clampings = fc.record({
  price: decimals,
  user: anyRange,
  service: anyRange,
  scale: fc.integer({ min: 0, max: 8 }),
});

describe('7.4, I15: clamping', () => {
  it('I15: a guarded price is in the intersection and on a tick, and the nearest such price', () => {
    check(
      fc.property(clampings, ({ price, user, service, scale }) => {
        const limits = { floor: user.low, ceiling: user.high };
        const none = { crossing: null, zoneTicks: 0, ownPrices: [], margin: null } as const;
        const ads = { ...none, side: 'SELL', behindOwn: 'merchant' } as const;
        const clamped =
          guardPrice(price, { ...ads, limits, serviceRange: service, priceScale: scale }).at(-1)?.price ?? null;
        const range = intersect(user, service);
        if (clamped === null) {
          // No tick above zero fits: the first at or above the low end is already above the high end.
          const first = range === null ? null : roundToScale(range.low, scale, 'up');
          const fits =
            range !== null && first !== null && compare(first, range.high) <= 0 && compare(range.high, '0') > 0;
          expect(fits && compare(roundToScale(range.high, scale, 'down'), '0') > 0).toBe(false);
          return;
        }
        for (const { low, high } of [user, service]) {
          expect(compare(clamped, low)).toBeGreaterThanOrEqual(0);
          expect(compare(clamped, high)).toBeLessThanOrEqual(0);
        }
        expect(clamped).toBe(roundToScale(clamped, scale, 'nearest'));
        const inside = range !== null && compare(price, range.low) >= 0 && compare(price, range.high) <= 0;
        if (inside && compare(price, '0') > 0) {
          expect(new Decimal(clamped).minus(price).abs().lessThanOrEqualTo(new Decimal(10).pow(-scale))).toBe(true);
        }
      }),
      2_000,
    );
  });
});
