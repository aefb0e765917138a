/** What the leader does when a payment comes in: the sales that are paid look at their release gate again. */
import type { Logger } from 'pino';
import type { AccountRegister } from '../../register/account-register.ts';
import { onceInARow, sleep } from '../lead/stoppable.ts';

interface RingOptions {
  readonly register: Pick<AccountRegister, 'lastSighting'>;
  /** The sales that are marked as paid, as far as the server's visibility knows. */
  readonly paidSales: () => Promise<readonly string[]>;
  /** Makes one of them look. */
  readonly wake: (orderNumber: string) => Promise<void>;
  readonly logger: Pick<Logger, 'warn'>;
  /** Aborts when the term of the lead ends. */
  readonly signal: AbortSignal;
  /** How it waits; absent: as long as it says. */
  readonly pause?: typeof sleep;
}

const everyMs = 1_000;
/** A list of the server is a moment behind: an order that was paid together with its payment is not in it yet. */
const againMs = 5_000;
const afterFailureMs = 10_000;

/**
 * Wakes the sales that wait for a payment whenever one was reported, and at its start for what came while none led, until the
 * signal aborts. Never rejects: an order that was not reached looks by itself, later.
 */
export async function ringPayments(options: RingOptions): Promise<void> {
  const { logger, register, signal, pause = sleep } = options;
  const failed = onceInARow((error) => logger.warn({ event: 'payments', error }, 'no order was woken by a payment'));
  let known = 0;
  while (!signal.aborted) {
    const restMs = await register
      .lastSighting()
      .then(async (last) => {
        if (last === known) return everyMs;
        await ring(options);
        await pause(againMs, signal);
        await ring(options);
        known = last;
        return everyMs;
      })
      .catch((error: unknown) => {
        if (!signal.aborted) failed(String(error));
        return afterFailureMs;
      });
    await pause(restMs, signal);
  }
}

async function ring({ paidSales, wake }: RingOptions): Promise<void> {
  const sales = await paidSales();
  await Promise.allSettled(sales.map((orderNumber) => wake(orderNumber)));
}
