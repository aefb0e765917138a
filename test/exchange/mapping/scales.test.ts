import { afterEach, describe, expect, it } from 'vitest';
import { ExchangeError, toAdFacts } from '../../../src/exchange/index.ts';
import { adSchema, fiatDetailSchema, referencePriceSchema } from '../../../src/exchange/table/schemas/ad-schema.ts';
import { clientFor, wireAd } from '../fixtures.ts';
import { page, startRecorder, success, type Recorder } from '../recorder.ts';

let recorder: Recorder | null = null;
afterEach(async () => {
  await recorder?.close();
  recorder = null;
});

/** Ten million cost 2.9 s and 690 MB, a hundred million the process. */
const impossible = [19, -1, 10_000_000, 100_000_000, 1.5, '1e7', '19', true, [2]];

describe('a number of decimals is 0 to 18, whatever the service says', () => {
  it.each(impossible)('an own ad with the scale %j is refused, not priced', async (scale) => {
    recorder = await startRecorder(() => success({ ...wireAd, priceScale: scale }));
    const client = clientFor(recorder.baseUrl);
    const call = client.ads.getDetailByNo(wireAd.advNo);
    await expect(call).rejects.toMatchObject({ sent: 'yes', message: /data\.priceScale: not a scale from 0 to 18/ });
    await client.close();
  });

  it('in a listing too', async () => {
    recorder = await startRecorder(() => page([wireAd, { ...wireAd, priceScale: 10_000_000 }]));
    const client = clientFor(recorder.baseUrl);
    const { items, odd } = await client.ads.listWithPagination({ page: 1, rows: 20 });
    expect(items).toHaveLength(1);
    expect(odd).toEqual([{ index: 1, subject: wireAd.advNo, why: 'priceScale: not a scale from 0 to 18' }]);
    await client.close();
  });

  it.each([
    ['assetScale', { assetScale: 19 }],
    ['fiatVo.priceScale', { fiatVo: { priceScale: 99 } }],
    ['assetVo.decimalScale', { assetVo: { decimalScale: 99 } }],
  ])('%s of an ad', (name, change) => {
    const parsed = adSchema.safeParse({ ...wireAd, ...change });
    expect(parsed.error?.issues.map(({ path }) => path.join('.'))).toEqual([name]);
  });

  it('one that nothing of an ad is decided by is not known', () => {
    const odd = { ...wireAd, fiatScale: -1, fiatVo: { currencyScale: 99 } };
    expect(adSchema.parse(odd)).toMatchObject({ fiatScale: null, fiatVo: { currencyScale: null } });
  });

  it('the scales of a pair and of a currency', () => {
    const reference = { asset: 'USDT', referencePrice: '11.6' };
    for (const name of ['priceScale', 'assetScale', 'currencyScale']) {
      expect(referencePriceSchema.safeParse({ ...reference, [name]: 19 }).success).toBe(false);
      expect(referencePriceSchema.parse({ ...reference, [name]: '18' })).toMatchObject({ [name]: 18 });
    }
    expect(fiatDetailSchema.safeParse({ priceScale: 19 }).success).toBe(false);
  });

  it.each([0, 2, 8, 18, '3', 3.0])('%j is one', (scale) => {
    expect(toAdFacts(adSchema.parse({ ...wireAd, priceScale: scale })).priceScale).toBe(Number(scale));
  });

  it.each([`1.${'0'.repeat(18)}1`, '1e-19', '1e-99'])('nor does a price of %s show one', (price) => {
    const ad = adSchema.parse({ ...wireAd, price, priceScale: undefined });
    expect(() => toAdFacts(ad)).toThrow(ExchangeError);
    expect(() => toAdFacts(ad)).toThrow(/^ad 11629384756102938475 has a price with \d+ decimals/);
  });
});
