import { describe, expect, it } from 'vitest';
import { OrderStatus } from '../../../src/domain/orders/order-status.ts';
import { SaleReads, type SaleRead } from '../../../src/domain/orders/sale-reads.ts';

const sale = { orderNumber: '1', side: 'SELL', status: OrderStatus.PAID };
const said = (order: object = sale): SaleRead =>
  ({ order, beganAtMs: 0, role: 'maker', serviceAllows: true, counterparty: null }) as unknown as SaleRead;
const wish = { orderNumber: '1', role: 'maker' } as const;

function openReads() {
  let nowMs = 0;
  return { reads: new SaleReads({ now: () => nowMs }), pass: (ms: number) => (nowMs += ms) };
}

describe('money-steps#one-answer-serves-what-follows-it', () => {
  it('only a paid sale is kept, and an answer that it is none ends what was kept', () => {
    const { reads } = openReads();
    reads.keep(said({ ...sale, side: 'BUY' }));
    expect(reads.take(wish)).toBeNull();
    reads.keep(said());
    reads.keep(said({ ...sale, status: OrderStatus.IN_APPEAL }));
    expect(reads.take(wish)).toBeNull();
  });

  it('an answer serves once, and only the role that it was read as', () => {
    const { reads } = openReads();
    reads.keep(said());
    expect(reads.take({ ...wish, role: 'taker' })).toBeNull();
    reads.keep(said());
    expect(reads.take(wish)).toMatchObject({ serviceAllows: true });
    expect(reads.take(wish)).toBeNull();
  });

  it('it serves for five seconds from when it came, however often it is taken and kept again', () => {
    const { reads, pass } = openReads();
    reads.keep(said());
    pass(4_999);
    const taken = reads.take(wish);
    expect(taken).not.toBeNull();
    if (taken !== null) reads.keep(taken);
    reads.keep(said({ ...sale, orderNumber: '2' }));
    pass(1);
    expect(reads.take(wish)).toBeNull();
    expect(reads.take({ ...wish, orderNumber: '2' })).not.toBeNull();
  });
});
