/** ADR 0057: a payment that comes in wakes the sales that wait for it. */
import { expect, it } from 'vitest';
import { ringPayments } from '../../../src/workers/register/ring-payments.ts';

interface Rounds {
  /** What the register answers, a round each. */
  readonly marks: readonly (number | Error)[];
  readonly paidSales?: () => Promise<readonly string[]>;
}

/** Runs a round for each mark; returns which orders were woken, the pauses, and what was logged. */
async function runRounds({ marks, paidSales = async () => ['1', '2'] }: Rounds) {
  const ending = new AbortController();
  const [woken, pauses, said]: [string[], number[], unknown[]] = [[], [], []];
  let round = 0;
  const lastSighting = async (): Promise<number> => {
    const mark = marks[round] ?? 0;
    round += 1;
    if (round === marks.length) ending.abort();
    if (mark instanceof Error) throw mark;
    return mark;
  };
  await ringPayments({
    register: { lastSighting },
    paidSales,
    wake: async (orderNumber) => {
      woken.push(orderNumber);
      if (orderNumber === '1') throw new Error('not reached');
    },
    logger: { warn: (line: unknown) => void said.push(line) } as never,
    signal: ending.signal,
    pause: async (ms) => void pauses.push(ms),
  });
  return { woken, pauses, said };
}

it('twice for each payment, since a list of the server is a moment behind, and for what came while none led', async () => {
  const { woken, pauses } = await runRounds({ marks: [7, 7, 9, 9] });
  expect(woken).toEqual(['1', '2', '1', '2', '1', '2', '1', '2']);
  expect(pauses).toEqual([5_000, 1_000, 1_000, 5_000, 1_000, 1_000]);
});

it('not where no payment was ever seen', async () => {
  expect((await runRounds({ marks: [0, 0] })).woken).toEqual([]);
});

it('again after a failure, which is said once', async () => {
  const silent = new Error('no register');
  const { woken, pauses, said } = await runRounds({ marks: [silent, silent, 3, 3] });
  expect(pauses.slice(0, 2)).toEqual([10_000, 10_000]);
  expect(said).toEqual([{ event: 'payments', error: 'Error: no register' }]);
  expect(woken).toHaveLength(4);
});

it('again where the server did not list the orders', async () => {
  let asked = 0;
  const paidSales = async (): Promise<readonly string[]> => {
    asked += 1;
    if (asked === 1) throw new Error('no list');
    return ['2'];
  };
  expect((await runRounds({ marks: [7, 7, 7], paidSales })).woken).toEqual(['2', '2']);
});
