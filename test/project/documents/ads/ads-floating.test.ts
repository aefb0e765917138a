import { expect, it } from 'vitest';
import { indexOf } from '../../../../src/domain/pricing/floating/floating-ratio.ts';
import { decidePrice } from '../../../../src/domain/pricing/pricing.ts';
import { pricingInput, rules } from '../../../domain/pricing/pricing-fixture.ts';
import { readProjectFile } from '../../project-files.ts';

const row = /^\| ([\d.]+) +\| ([\d.]+) at ([\d.]+) % +\| ([\d.]+) +\| (?:([\d.]+) %|-) +\| /;

const looks = readProjectFile('docs/ads.md')
  .split('\n')
  .flatMap((line) => {
    const [, reference = '', price = '', ratio = '', wanted = '', written] = row.exec(line) ?? [];
    return reference === '' ? [] : [{ reference, price, ratio, wanted, written: written ?? null }];
  });

it('docs/ads.md: its looks at a floating ad have other references, prices and ratios', () => {
  expect(looks).toHaveLength(4);
});

it.each(looks)(
  'docs/ads.md: at a reference of $reference, $price at $ratio % becomes $wanted',
  ({ reference: referencePrice, price, ratio, wanted, written }) => {
    const index = indexOf({ ratio, price }, { referencePrice, priceScale: 2 });
    expect(index).toBe(referencePrice);
    const decision = decidePrice(
      pricingInput({
        rules: rules({ strategy: { kind: 'floating', ratio: '100.5' }, limits: { floor: '9.00', ceiling: '9.80' } }),
        currentPrice: price,
        referencePrice,
        floating: { ratio, index },
      }),
    );
    expect(decision).toMatchObject({
      action: written === null ? 'keep' : 'set',
      price: wanted,
      floatingRatio: written ?? ratio,
    });
  },
);
