import { dayMs } from '../../domain/hours/calendar.ts';
import type { Payment } from '../../domain/payments/payment.ts';
import type { Register } from '../../register/register.ts';
import { NextRead } from '../../market/next-read.ts';

interface PaymentsOfAccount {
  readonly account: string;
  readonly currency: string;
  readonly sinceMs: number;
}

/** Accounts, currencies and days that were asked for. */
const maxReads = 100;

/**
 * Returns a register that reads the payments in a currency once for all the looks at gates that ask while a read is under way: all open
 * sales ask when a payment comes in, each for hundreds of sightings, and a claim waits behind their reads. No answer is older than
 * its question.
 */
export function sharePayments(register: Register): Register {
  const reads = new Map<string, NextRead<Payment[]>>();
  return {
    ...register,
    paymentsSeen: async (wish) => {
      if (!isOfAccount(wish)) return register.paymentsSeen(wish);
      const { account, currency, sinceMs } = wish;
      const fromMs = sinceMs - (((sinceMs % dayMs) + dayMs) % dayMs);
      const key = JSON.stringify([account, currency, fromMs]);
      const read = reads.get(key) ?? new NextRead(() => register.paymentsSeen({ account, currency, sinceMs: fromMs }));
      reads.delete(key);
      reads.set(key, read);
      for (const oldest of [...reads.keys()].slice(0, -maxReads)) reads.delete(oldest);
      return (await read.get()).filter((payment) => isSeenSince(payment, wish));
    },
  };
}

function isOfAccount(wish: {
  readonly [Part in keyof PaymentsOfAccount]?: PaymentsOfAccount[Part] | undefined;
}): wish is PaymentsOfAccount {
  const { account, currency, sinceMs, ...rest } = wish;
  const isBare = Object.values(rest).every((value) => value === undefined);
  return isBare && account !== undefined && currency !== undefined && sinceMs !== undefined;
}

const isSeenSince = ({ sightings }: Payment, { account, currency, sinceMs }: PaymentsOfAccount): boolean =>
  sightings.some((seen) => seen.account === account && seen.currency === currency && seen.seenAtMs >= sinceMs);
