import { describe, expect, it } from 'vitest';
import { attachPayment } from '../../../src/cli/order/attach-payment.ts';
import { CommandRefusedError, type AttachedMatch } from '../../../src/client/index.ts';
import { paymentMatchSchema } from '../../../src/domain/orders/payment-match.ts';
import { issueText } from '../../../src/workflows/contract/message.ts';
import { paidView } from '../order-view.ts';

const match = { amount: '450', payerName: 'x', proofId: 'REF-1', atMs: 1 };

/** An order that refuses what this version does not know; it records what it was sent. */
function orderOf(refuse: (sent: AttachedMatch) => string | null) {
  const sent: AttachedMatch[] = [];
  const attachMatch = async (payment: AttachedMatch) => {
    sent.push(payment);
    const reason = refuse(payment);
    if (reason !== null) throw new CommandRefusedError('order:acme:1', reason, new Error(reason));
    return paidView;
  };
  return { sent, attachMatch };
}

describe('ADR 0025: who attaches a payment', () => {
  it('is named to the order', async () => {
    const order = orderOf(() => null);
    expect(await attachPayment(order, match, 'ana')).toBe(paidView);
    expect(order.sent).toEqual([{ ...match, by: 'ana' }]);
  });

  it('is left out for an order of a version that knows no such key', async () => {
    const order = orderOf((payment) => {
      const read = paymentMatchSchema.safeParse(payment);
      return read.success ? null : issueText(read.error);
    });
    expect(await attachPayment(order, match, 'ana')).toBe(paidView);
    expect(order.sent).toEqual([{ ...match, by: 'ana' }, match]);
  });

  it('is not left out for any other refusal', async () => {
    const order = orderOf(() => 'say who does it: {"by": "name"}');
    await expect(attachPayment(order, match, 'ana')).rejects.toThrow('say who does it');
    expect(order.sent).toHaveLength(1);
  });
});
