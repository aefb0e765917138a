import type { ListedAd, ListedMethod } from '../../../src/domain/ads/listed-terms.ts';

export const bank: ListedMethod = { payId: '40000001', identifier: 'BANK', name: 'Bank Transfer' };
export const tigo: ListedMethod = { payId: '40000009', identifier: 'TigoMoney', name: 'Tigo Money' };

/** An own ad as the service lists it. */
export function listedAd(part: Partial<ListedAd> = {}): ListedAd {
  return {
    adNumber: '11000000000000000001',
    status: 'online',
    price: '9.50',
    floatingRatio: null,
    asset: 'USDT',
    fiat: 'BOB',
    side: 'SELL',
    quantity: '500.00000000',
    minOrder: '100.00',
    maxOrder: '2000.00',
    payMethods: [bank],
    category: 'mass',
    payTimeMinutes: 15,
    remarks: '',
    autoReply: '',
    buyerKyc: false,
    extraKyc: false,
    minRegisterDays: 0,
    createdAtMs: 0,
    ...part,
  };
}
