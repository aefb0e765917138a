import { expect, it } from 'vitest';
import { endedOrder } from '../../../src/domain/orders/ended-order.ts';
import { orderFacts } from '../../workflows/fixtures.ts';

const known = {
  mode: 'live',
  firstPrice: '9.50',
  proofs: ['REF-1'],
  approvals: [{ by: 'ana' }, { by: 'bob' }],
} as const;

it('ADR 0054: what is kept of an order has its amounts, payments and approvers, and no name of its people', () => {
  const order = orderFacts({
    buyerName: 'ANA PEREZ',
    sellerName: 'LUIS ROJAS',
    counterpartyNickname: 'anita',
    fee: '0.1',
  });
  const ended = endedOrder({ ...known, end: { kind: 'completed' }, order });
  expect(ended).toMatchObject({
    mode: 'live',
    end: 'completed',
    stoppedBy: null,
    firstPrice: '9.50',
    payments: ['REF-1'],
  });
  expect(ended).toMatchObject({ approvedBy: ['ana', 'bob'], trade: { fee: '0.1', totalPrice: order.totalPrice } });
  expect(JSON.stringify(ended)).not.toMatch(/PEREZ|ROJAS|anita/);
});

it('ADR 0054: who stopped an order is kept, also of one that was never read', () => {
  const stopped = endedOrder({ ...known, firstPrice: null, end: { kind: 'stopped', by: 'ana' }, order: null });
  expect(stopped).toMatchObject({ end: 'stopped', stoppedBy: 'ana', trade: null, firstPrice: null });
});

it('ADR 0054: a fee that the service does not say is left out', () => {
  const { fee: _fee, ...order } = orderFacts({});
  expect(endedOrder({ ...known, end: { kind: 'cancelled' }, order }).trade).not.toHaveProperty('fee');
});
