import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Seen } from '../../../src/domain/orders/seen.ts';
import { approvalCode, factsCode, type ShownSale } from '../../../src/domain/signing/facts-code.ts';
import { approvalWord } from '../../../src/domain/signing/signed-approval.ts';
import { unholdWord } from '../../../src/domain/signing/signed-unhold.ts';
import { approvalBy } from '../orders/order-fixture.ts';

const { seen } = approvalBy('ana');
const approved = { account: 'main', orderNumber: '2285', mode: 'sim', seen, by: 'ana' } as const;
const code = factsCode(approvalWord(approved));

describe('ADR 0062: the code of the facts', () => {
  it('has four letters and digits that are not read as another one', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), fc.dictionary(fc.string(), fc.jsonValue()), (name, version, facts) => {
        expect(factsCode({ name, version, facts })).toMatch(/^[2-9A-HJKMNP-Z]{4}$/);
      }),
    );
  });

  it('is the same for each who reads the same, on every machine', () => {
    expect(factsCode(approvalWord({ ...approved, by: 'ben' }))).toBe(code);
    expect(factsCode({ name: 'approval', version: 2, facts: { account: 'main' } })).toBe('NNA4');
  });

  const otherSeen: readonly [string, Partial<Seen>][] = [
    ['the asset', { asset: 'BTC' }],
    ['the amount', { amount: '1.00' }],
    ['the price', { price: '1.00' }],
    ['the total', { totalPrice: '1.00' }],
    ['the currency', { fiat: 'USD' }],
    ['the method', { payId: 'other' }],
    ['the moment of the payment', { paidSinceMs: 1 }],
    ['a payment', { payments: [{ reference: 'OTHER', amount: '1.00' }] }],
    ['the counterparty', { counterpartyNumber: 'other' }],
    ['the mint of the register', { generation: 'other' }],
    ['the epoch', { epoch: 99 }],
  ];

  it.each<[string, Partial<Parameters<typeof approvalWord>[0]>]>([
    ['the account', { account: 'other' }],
    ['the order', { orderNumber: '2286' }],
    ['the mode', { mode: 'live' }],
    ...otherSeen.map(([name, part]): [string, { seen: Seen }] => [name, { seen: { ...seen, ...part } }]),
  ])('changes with %s', (_, changed) => {
    expect(factsCode(approvalWord({ ...approved, ...changed }))).not.toBe(code);
  });

  it('changes with the word and its version', () => {
    const { facts } = approvalWord(approved);
    const word = unholdWord({ account: 'main', orderNumber: '2285', generation: 'mint-1', epoch: 3, by: 'ana' });
    expect(factsCode({ name: 'approval', version: 3, facts })).not.toBe(code);
    expect(factsCode({ name: 'unhold', version: 2, facts })).not.toBe(code);
    expect(factsCode(word)).not.toBe(factsCode({ ...word, name: 'approval' }));
  });

  it('of a page is that of the approval of what it shows, and there is none where nothing can be approved', () => {
    const { amount, price, totalPrice, payId, counterpartyNumber, payments, generation, epoch } = seen;
    const { account, orderNumber, mode } = approved;
    const page: ShownSale = {
      account,
      orderNumber,
      mode,
      side: 'SELL',
      status: 'PAID',
      statusSinceMs: seen.paidSinceMs,
      amount,
      price,
      totalPrice,
      pair: `${seen.asset}/${seen.fiat}`,
      payId,
      counterpartyNumber,
      payments,
      mark: { generation, epoch },
    };
    expect(approvalCode(page)).toBe(code);
    for (const part of [
      { side: 'BUY' },
      { side: null },
      { status: 'COMPLETED' },
      { mark: null },
      { pair: null },
    ] as const)
      expect(approvalCode({ ...page, ...part })).toBeNull();
  });
});
