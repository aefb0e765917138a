import { describe, expect, it } from 'vitest';
import { toStockFacts } from '../../../src/exchange/index.ts';
import { adSchema } from '../../../src/exchange/table/schemas/ad-schema.ts';
import { wireAd } from '../fixtures.ts';

describe('wire-facts 12.1, EP-2: what an ad says about its stock', () => {
  const stock = (changes: object) => toStockFacts(adSchema.parse({ ...wireAd, ...changes }));
  const told = { initAmount: '500.00000000', surplusAmount: '250.50', assetScale: 2 };

  it.each([
    [1, true],
    [0, false],
    [7, null],
    [undefined, null],
  ])('freeAmountVisible %s: the wallet covers it: %s', (freeAmountVisible, walletCovers) => {
    const advVisibleRet = { freeAmountVisible };
    expect(stock({ ...told, advVisibleRet })).toEqual({
      side: 'SELL',
      quantity: '500',
      remaining: '250.5',
      scale: 2,
      walletCovers,
    });
  });

  it('its decimals may stand with its asset; without them, or a quantity, nothing is known', () => {
    const assetVo = { decimalScale: 8 };
    expect(stock({ ...told, advVisibleRet: null, assetScale: null, assetVo })).toMatchObject({
      scale: 8,
      walletCovers: null,
    });
    expect(stock({ ...told, assetScale: null, assetVo: null })).toBeNull();
    expect(stock({ ...told, initAmount: null })).toBeNull();
    expect(stock({ ...told, surplusAmount: null })).toBeNull();
  });
});
