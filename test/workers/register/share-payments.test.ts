import { describe, expect, it } from 'vitest';
import { dayMs } from '../../../src/domain/hours/calendar.ts';
import type { Payment } from '../../../src/domain/payments/payment.ts';
import type { Register } from '../../../src/register/register.ts';
import { sharePayments } from '../../../src/workers/register/share-payments.ts';
import { nowMs, paymentOf } from '../../domain/payments/payment-fixture.ts';

/** A register that answers when the test says so. */
function heldRegister() {
  const asked: { readonly wish: object; readonly answer: (payments: Payment[]) => void }[] = [];
  const paymentsSeen = (wish: object): Promise<Payment[]> =>
    new Promise((resolve) => {
      asked.push({ wish, answer: resolve });
    });
  return { asked, register: sharePayments({ paymentsSeen } as unknown as Register) };
}

const wish = { account: 'main', currency: 'BOB', sinceMs: nowMs - dayMs };

describe('the payments that many looks ask for', () => {
  it('are read once for all who ask during a read, and no answer is older than its question', async () => {
    const { asked, register } = heldRegister();
    const early = paymentOf();
    const late = paymentOf();
    const first = register.paymentsSeen(wish);
    const others = Array.from({ length: 39 }, (_, index) =>
      register.paymentsSeen({ ...wish, sinceMs: wish.sinceMs + index }),
    );
    expect(asked).toHaveLength(1);
    asked[0]?.answer([early]);
    expect(await first).toEqual([early]);
    await new Promise(setImmediate);
    expect(asked).toHaveLength(2);
    asked[1]?.answer([early, late]);
    expect(await Promise.all(others)).toEqual(others.map(() => [early, late]));
  });

  it('are those seen since the moment that each asks for, though all of a day share a read', async () => {
    const { asked, register } = heldRegister();
    const midnightMs = nowMs - (nowMs % dayMs);
    const before = paymentOf([{ seenAtMs: midnightMs + 999 }]);
    const again = paymentOf([{ seenAtMs: midnightMs + 1 }, { seenAtMs: midnightMs + 1_000 }]);
    const seen = register.paymentsSeen({ ...wish, sinceMs: midnightMs + 1_000 });
    expect(asked[0]?.wish).toEqual({ ...wish, sinceMs: midnightMs });
    asked[0]?.answer([before, again]);
    expect(await seen).toEqual([again]);
  });

  it.each([
    { account: 'other' },
    { currency: 'PEN' },
    { sinceMs: wish.sinceMs - dayMs },
    { payment: 7 },
    { keys: ['k'] },
    { sinceMs: undefined },
  ])('of another account, currency or day, or with another wish, have a read of their own: %o', (part) => {
    const { asked, register } = heldRegister();
    void register.paymentsSeen(wish);
    void register.paymentsSeen({ ...wish, ...part });
    expect(asked).toHaveLength(2);
    if ('payment' in part || 'keys' in part) expect(asked[1]?.wish).toEqual({ ...wish, ...part });
  });

  it('that could not be read are read again by the next one who asks', async () => {
    const paymentsSeen = async (): Promise<Payment[]> => {
      times += 1;
      if (times === 1) throw new Error('silent');
      return [];
    };
    let times = 0;
    const register = sharePayments({ paymentsSeen } as unknown as Register);
    await expect(register.paymentsSeen(wish)).rejects.toThrow('silent');
    expect(await register.paymentsSeen(wish)).toEqual([]);
  });
});
