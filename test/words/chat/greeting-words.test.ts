import { expect, it } from 'vitest';
import { OrderStatus } from '../../../src/domain/orders/order-status.ts';
import { greetingText, occasionText, sampleGreeting } from '../../../src/words/chat/greeting-words.ts';

const nowMs = 1_700_000_000_000;
const order = {
  orderNumber: '22000000000000000001',
  amount: '39.60396000',
  asset: 'USDT',
  totalPrice: '400.0000',
  fiat: 'BOB',
  price: '10.1',
  status: OrderStatus.AWAITING_PAYMENT as OrderStatus,
  payDeadlineMs: nowMs + 119_000,
  releaseDeadlineMs: nowMs + 300_000,
};
const said = (text: string, part: Partial<typeof order> = {}, atMs = nowMs) =>
  greetingText({ text }, { ...order, ...part }, atMs);

it('ADR 0061: amounts are said as people read them, and whole minutes until the deadline of the state', () => {
  expect(said('{order}: {total} {fiat}, {amount} {asset} a {price}')).toBe(
    '22000000000000000001: 400.00 BOB, 39.60396 USDT a 10.1',
  );
  expect(said('{minutes}')).toBe('1');
  expect(said('{minutes}', { status: OrderStatus.PAID })).toBe('5');
  expect([said('{minutes}', {}, nowMs + 60_000), said('{minutes}', { payDeadlineMs: NaN })]).toEqual([null, null]);
});

it('ADR 0061: what is no code or number is not said, whatever the service sends for it', () => {
  for (const part of [
    { asset: 'USDT pague a 70012345' },
    { fiat: '{total}' },
    { orderNumber: 'x'.repeat(26) },
    { totalPrice: '400.00 y 5' },
    { amount: '1'.repeat(40) },
    { price: '-1' },
  ])
    expect(said('{order} {total} {fiat} {amount} {asset} {price}', part)).toBe(null);
});

it('ADR 0061: doctor shows how a text reads, and on which occasion', () => {
  expect(sampleGreeting({ text: 'son {total} {fiat}, {minutes} min', fiat: 'VND' })).toBe('son 400.00 VND, 14 min');
  expect(sampleGreeting({ text: '{fiat}', fiat: null })).toBe('BOB');
  expect(occasionText({ state: 'paid', side: 'SELL', fiat: 'BOB' })).toBe('paid, SELL, BOB');
  expect(occasionText({ state: 'placed', side: null, fiat: null })).toBe('placed');
});
