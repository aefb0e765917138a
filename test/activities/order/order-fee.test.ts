import { expect, it } from 'vitest';
import { toOrderFacts } from '../../../src/exchange/mapping/order-mapping.ts';
import { orderDetailSchema } from '../../../src/exchange/table/schemas/order-detail-schema.ts';
import { orderRowSchema } from '../../../src/exchange/table/schemas/order-schema.ts';
import { wireOrderDetail, wireOrderRow } from '../../exchange/fixtures.ts';

const bothFees = { takerCommission: '0.07', commission: '0.05' };
const detail = (changes: object) => orderDetailSchema.parse({ ...wireOrderDetail, ...changes });

it('wire-facts 12: the fee of an order is that of the side on which the desk is', () => {
  expect(toOrderFacts(detail(bothFees)).fee).toBe('0.05');
  expect(toOrderFacts(detail(bothFees), 'taker').fee).toBe('0.07');
  expect(toOrderFacts(orderRowSchema.parse({ ...wireOrderRow, ...bothFees })).fee).toBe('0.05');
});

it('wire-facts 12: a fee that the service does not name is not known', () => {
  expect(toOrderFacts(detail({ commission: null }))).not.toHaveProperty('fee');
});
