/** What the leader does when a payment comes in: the sales that it may be for look at their release gate again. */
import type { Logger } from 'pino';
import { concernedSales, type ListedSale } from '../../domain/payments/concerned-sales.ts';
import { bookedAfterMs } from '../../domain/payments/payment-judgement.ts';
import type { Payment } from '../../domain/payments/payment.ts';
import type { AccountRegister } from '../../register/account-register.ts';
import { onceInARow, sleep } from '../lead/stoppable.ts';

interface RingOptions {
  readonly register: Pick<AccountRegister, 'lastSighting' | 'paymentsSeen'>;
  /** The sales that are marked as paid, as the service lists them. */
  readonly paidSales: () => Promise<readonly ListedSale[]>;
  /** Makes one of them look. */
  readonly wake: (orderNumber: string) => Promise<void>;
  readonly logger: Pick<Logger, 'warn'>;
  readonly clock: { now(): number };
  /** Aborts when the term of the lead ends. */
  readonly signal: AbortSignal;
  /** How it waits; absent: as long as it says. */
  readonly pause?: typeof sleep;
}

const everyMs = 1_000;
/** The list is a call of the account. */
const afterRingMs = 3_000;
const afterFailureMs = 10_000;
/** Of a payment that is of no sale's total: so many buyers may have paid too little or too much. */
const nearest = 3;
/** A list of the service is a moment behind. */
const againMs = 5_000;
/** The clocks of doors differ, and one that is ahead must not hide what another one reports. */
const overlapMs = 86_400_000;

/**
 * Wakes the sales that a payment may be for whenever one was reported, and at its start those of which the whole total came
 * while none led, until the signal aborts. Never rejects: an order that was not reached looks by itself, later, and so does
 * one that is marked as paid after its payment.
 */
export async function ringPayments(options: RingOptions): Promise<void> {
  const { logger, register, clock, signal, pause = sleep } = options;
  const failed = onceInARow((error) => logger.warn({ event: 'payments', error }, 'no order was woken by a payment'));
  const rung = new RungPayments(clock.now() - bookedAfterMs);
  let known = 0;
  while (!signal.aborted) {
    const restMs = await register
      .lastSighting()
      .then(async (last) => {
        if (last === known) return everyMs;
        await ring(options, rung);
        await pause(againMs, signal);
        rung.note(await ring(options, rung));
        known = last;
        return afterRingMs;
      })
      .catch((error: unknown) => {
        if (!signal.aborted) failed(String(error));
        return afterFailureMs;
      });
    await pause(restMs, signal);
  }
}

/** Returns what was looked at. Rejects where a sale was not reached: then all are tried again. */
async function ring({ register, paidSales, wake, clock }: RingOptions, rung: RungPayments): Promise<Payment[]> {
  const sales = await paidSales();
  const currencies = [...new Set(sales.map(({ fiat }) => fiat))];
  const { isFirst } = rung;
  const sinceMs = rung.sinceMs(clock.now());
  const seen = await Promise.all(currencies.map((currency) => register.paymentsSeen({ currency, sinceMs })));
  const payments = seen.flat();
  const concerned = concernedSales(rung.news(payments), sales, { nearest: isFirst ? 0 : nearest });
  const woken = await Promise.allSettled(concerned.map((orderNumber) => wake(orderNumber)));
  const failed = woken.find((one) => one.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return payments;
}

/** The payments whose sales were woken: a further sighting of one is news. */
class RungPayments {
  #sightings: ReadonlyMap<number, number> = new Map();
  #newestMs: number;
  #isFirst = true;

  constructor(sinceMs: number) {
    this.#newestMs = sinceMs;
  }

  get isFirst(): boolean {
    return this.#isFirst;
  }

  /** Since when payments may be news. */
  sinceMs(nowMs: number): number {
    return this.#isFirst ? this.#newestMs : Math.min(this.#newestMs, nowMs) - overlapMs;
  }

  news(payments: readonly Payment[]): Payment[] {
    return payments.filter(({ id, sightings }) => this.#sightings.get(id) !== sightings.length);
  }

  note(payments: readonly Payment[]): void {
    this.#isFirst = false;
    this.#sightings = new Map(payments.map(({ id, sightings }) => [id, sightings.length]));
    const moments = payments.flatMap(({ sightings }) => sightings.map(({ seenAtMs }) => seenAtMs));
    for (const ms of moments) this.#newestMs = Math.max(this.#newestMs, ms);
  }
}
