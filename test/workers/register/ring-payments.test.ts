/** ADR 0057: a payment that comes in wakes the sales that it may be for. */
import { expect, it } from 'vitest';
import type { Payment } from '../../../src/domain/payments/payment.ts';
import { bookedAfterMs } from '../../../src/domain/payments/payment-judgement.ts';
import { ringPayments } from '../../../src/workers/register/ring-payments.ts';
import { nowMs, paymentOf } from '../../domain/payments/payment-fixture.ts';

interface Round {
  /** What the register answers as its last sighting. */
  readonly mark: number | Error;
  readonly payments?: readonly Payment[];
}

const sales = ['400.00', '500.00', '600.00', '700.00', '800.00'].map((totalPrice, index) => ({
  orderNumber: String(index + 1),
  fiat: 'BOB',
  totalPrice,
}));

/** Runs the rounds; returns which orders were woken in each, the pauses, since when payments were asked for, and what was logged. */
async function runRounds(rounds: readonly Round[], paidSales = async () => sales) {
  const ending = new AbortController();
  const [woken, pauses, since, said]: [string[][], number[], number[], unknown[]] = [[], [], [], []];
  await ringPayments({
    register: {
      lastSighting: async () => {
        const { mark } = rounds[woken.length] ?? { mark: 0 };
        woken.push([]);
        if (woken.length === rounds.length) ending.abort();
        if (mark instanceof Error) throw mark;
        return mark;
      },
      paymentsSeen: async ({ sinceMs }) => {
        since.push(sinceMs);
        return [...(rounds[woken.length - 1]?.payments ?? [])];
      },
    },
    paidSales,
    wake: async (orderNumber) => {
      woken.at(-1)?.push(orderNumber);
      if (orderNumber === '1') throw new Error('not reached');
    },
    logger: { warn: (line: unknown) => void said.push(line) } as never,
    clock: { now: () => nowMs },
    signal: ending.signal,
    pause: async (ms) => void pauses.push(ms),
  });
  return { woken, pauses, since, said };
}

const dayMs = 86_400_000;
const whole = paymentOf([{ amount: '500' }]);
const odd = paymentOf([{ amount: '610' }]);

it('the one whose total came in, twice since the list is a moment behind, also while none led; one that is odd then is left to the orders themselves', async () => {
  const { woken, pauses, since } = await runRounds([
    { mark: 7, payments: [whole, odd] },
    { mark: 7, payments: [whole, odd] },
  ]);
  expect(woken).toEqual([['2', '2'], []]);
  expect(pauses).toEqual([5_000, 3_000, 1_000]);
  expect(since).toEqual([nowMs - bookedAfterMs, nowMs - bookedAfterMs]);
});

it('what is news alone: another payment, or another sighting of one; of no total the three nearest', async () => {
  const again = { ...whole, sightings: [...whole.sightings, ...whole.sightings] };
  const { woken, since } = await runRounds([
    { mark: 7, payments: [whole] },
    { mark: 8, payments: [whole, odd] },
    { mark: 9, payments: [again, odd] },
  ]);
  expect(woken.map((round) => [...new Set(round)])).toEqual([['2'], ['3', '4', '2'], ['2']]);
  expect(since.slice(2)).toEqual(Array.from({ length: 4 }, () => nowMs - 240_000 - dayMs));
});

it('also where the clock of another door is ahead by days', async () => {
  const ahead = paymentOf([{ amount: '1', seenAtMs: nowMs + 9 * dayMs }]);
  const { since } = await runRounds([
    { mark: 7, payments: [ahead] },
    { mark: 8, payments: [ahead, whole] },
  ]);
  expect(since.at(-1)).toBe(nowMs - dayMs);
});

it('again where a sale was not reached', async () => {
  const unreached = { mark: 3, payments: [paymentOf([{ amount: '400' }])] };
  const { woken, pauses } = await runRounds([unreached, unreached]);
  expect(woken).toEqual([['1'], ['1']]);
  expect(pauses).toEqual([10_000, 10_000]);
});

it('not where no payment was ever seen', async () => {
  const { woken, since } = await runRounds([{ mark: 0 }, { mark: 0 }]);
  expect([woken.flat(), since]).toEqual([[], []]);
});

it('again after a failure, which is said once', async () => {
  const silent = new Error('no register');
  const { woken, pauses, said } = await runRounds([{ mark: silent }, { mark: silent }, { mark: 3, payments: [whole] }]);
  expect(pauses.slice(0, 2)).toEqual([10_000, 10_000]);
  expect(said).toEqual([{ event: 'payments', error: 'Error: no register' }]);
  expect(woken.at(-1)).toEqual(['2', '2']);
});

it('again where the service did not list the orders', async () => {
  let asked = 0;
  const paidSales = async (): Promise<typeof sales> => {
    asked += 1;
    if (asked === 1) throw new Error('no list');
    return sales;
  };
  const { woken } = await runRounds([{ mark: 7 }, { mark: 7, payments: [whole] }], paidSales);
  expect(woken).toEqual([[], ['2', '2']]);
});
