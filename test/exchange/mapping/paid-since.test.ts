import { describe, expect, it } from 'vitest';
import { toOrderFacts } from '../../../src/exchange/index.ts';
import { orderDetailSchema } from '../../../src/exchange/table/schemas/order-detail-schema.ts';
import { orderRowSchema } from '../../../src/exchange/table/schemas/order-schema.ts';
import { wireOrderDetail, wireOrderRow } from '../fixtures.ts';

const detail = (changes: object) => toOrderFacts(orderDetailSchema.parse({ ...wireOrderDetail, ...changes }));
const row = (changes: object) => toOrderFacts(orderRowSchema.parse({ ...wireOrderRow, ...changes }));

describe('when an order was marked as paid', () => {
  it('is what its details say; a row of a list, zero and nothing say nothing', () => {
    expect(detail({ notifyPayTime: 1_790_000_000_000 }).paidAtMs).toBe(1_790_000_000_000);
    expect([0, null, undefined].map((notifyPayTime) => detail({ notifyPayTime }).paidAtMs)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(row({ notifyPayTime: 1_790_000_000_000 }).paidAtMs).toBeUndefined();
  });
});

describe('ADR 0059: the deadline of an appeal', () => {
  it('is what the details of an order in appeal say, and none of one whose appeal is over, or of a row of a list', () => {
    const complaintDeadline = 1_790_000_000_000;
    const at = (complaintStatus: number | null) => detail({ complaintStatus, complaintDeadline }).appealUntilMs;
    expect([0, 1, 2].map(at)).toEqual([complaintDeadline, complaintDeadline, complaintDeadline]);
    expect([3, 4, null].map(at)).toEqual([undefined, undefined, undefined]);
    expect(detail({ complaintStatus: 0, complaintDeadline: 0 }).appealUntilMs).toBeUndefined();
    expect(row({ complaintDeadline }).appealUntilMs).toBeUndefined();
  });
});

describe('the deadlines of an order', () => {
  it('zero and nothing are none: no one would be late since 1970', () => {
    const none = { payDeadlineMs: null, releaseDeadlineMs: null };
    for (const time of [0, '0', null, undefined]) {
      expect(row({ notifyPayEndTime: time, confirmPayEndTime: time })).toMatchObject(none);
      expect(detail({ notifyPayEndTime: time, confirmPayEndTime: time })).toMatchObject(none);
    }
  });
});
