import { describe, expect, it } from 'vitest';
import { toOrderFacts } from '../../../src/exchange/index.ts';
import { orderDetailSchema } from '../../../src/exchange/table/schemas/order-detail-schema.ts';
import { wireOrderDetail } from '../../exchange/fixtures.ts';

describe('wire-facts 12.4: the user numbers of an order', () => {
  it.each([
    ['of an ad of the desk', 'maker', { counterpartyNumber: 's0b', ownNumber: 's0a' }],
    ['of an ad that the desk took', 'taker', { counterpartyNumber: 's0a', ownNumber: 's0b' }],
  ] as const)('%s', (_what, role, numbers) => {
    const facts = (changes: object) => toOrderFacts(orderDetailSchema.parse({ ...wireOrderDetail, ...changes }), role);
    expect(facts({ merchantNo: 's0A', takerUserNo: 's0B' })).toMatchObject(numbers);
    expect(facts({ maker: { userNo: 's0a' }, taker: { userNo: 's0b' } })).toMatchObject(numbers);
    const none = { counterpartyNumber: null, ownNumber: null };
    expect(facts({ merchantNo: '', takerUserNo: 'not a number' })).toMatchObject(none);
    expect(facts({ merchantNo: 's'.repeat(41), takerUserNo: null })).toMatchObject(none);
  });
});
