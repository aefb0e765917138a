/** Payments on real processes: the bank of the simulator reports to a real door, and the sheet of each order says what it is worth. */
import { expect, it } from 'vitest';
import { orderSheetSchema } from '../../../src/domain/sheet/order-sheet.ts';
import type { PayerHabit } from '../../../src/simulator/world/bank-state.ts';
import { account, openDeskWorld, until } from '../desk-harness.ts';
import { json, operatorOf } from '../operator.ts';
import { PEERDESK_EVIDENCE, secret, startDoor } from './real-door.ts';
import { keptOf } from './window-world.ts';

const payer = 'Rosalind Quillfeather Oyarzabal';

/** By habit: what the sheet says of the payments of his order. Each total is of one order alone. */
const wanted: Readonly<Record<Exclude<PayerHabit, 'late'>, { total: string; verdicts: string[] }>> = {
  honest: { total: '400.00', verdicts: ['matched'] },
  early: { total: '410.00', verdicts: ['matched'] },
  claims: { total: '420.00', verdicts: [] },
  'third-party': { total: '430.00', verdicts: ['third-party'] },
  overpays: { total: '440.00', verdicts: ['over'] },
  underpays: { total: '500.00', verdicts: ['under'] },
  twice: { total: '460.00', verdicts: ['ambiguous', 'ambiguous'] },
  pending: { total: '470.00', verdicts: ['matched'] },
  'calls-back': { total: '480.00', verdicts: ['pending'] },
};

it('outlook 3.2 (1 to 7): the sheet matches the honest alone, each payment is one by whatever ways it came, and no name is kept in Temporal', async () => {
  const world = await openDeskWorld({ bank: { delayMs: 500 } });
  const { simulator } = world;
  world.startWorker({ PEERDESK_EVIDENCE });
  const peerdesk = operatorOf(world);
  await until(
    'the desk starts',
    () => peerdesk('desk', 'start', '--release', 'approve'),
    ({ exitCode }) => exitCode === 0,
  );
  const { url } = await startDoor(world);
  for (const name of ['api', 'sms']) simulator.reportTransfers({ name, url, secret, copies: 2 });
  const orders = Object.entries(wanted).map(([habit, { total, verdicts }]) => {
    const adNumber = simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.10' });
    const payerHabit = habit as PayerHabit;
    const realName = `${payer} ${habit.replace(/\W/g, '')}`;
    const order = simulator.counterparties.take({ adNumber, totalPrice: total, realName, payerHabit });
    simulator.counterparties.pay(order);
    return { habit, order, verdicts };
  });
  const sent = new Set(simulator.snapshot().transfers?.map(({ reference }) => reference));
  await until(
    'each payment is there, and each pending one has ended',
    async () => ({
      kept: json(await peerdesk('payment', 'list', '--json')) as unknown[],
      pending: simulator.snapshot().transfers?.filter(({ ends }) => ends !== null).length,
    }),
    ({ kept, pending }) => kept.length === sent.size && pending === 0,
  );
  const seen: Record<string, readonly string[]> = {};
  for (const { habit, order, verdicts } of orders) {
    const { sheet } = await until(
      `the sheet of ${habit}`,
      async () => json(await peerdesk('order', 'show', order, '--json')) as { sheet: unknown },
      (shown) => verdictsOf(shown.sheet).join() === verdicts.join(),
    );
    seen[habit] = verdictsOf(sheet);
  }
  expect(seen).toEqual(Object.fromEntries(Object.entries(wanted).map(([habit, { verdicts }]) => [habit, verdicts])));
  const { temporal, log } = await keptOf(world);
  expect([temporal.includes('Quillfeather'), log.includes('Quillfeather')]).toEqual([false, false]);
  const honest = orders.find(({ habit }) => habit === 'honest')?.order ?? '';
  const unmatched = json(await peerdesk('payment', 'list', '--unmatched', '--json')) as {
    id: number;
    amount: string;
  }[];
  const idOf = (total: string) => String(unmatched.find(({ amount }) => Number(amount) === Number(total))?.id);
  expect(await peerdesk('payment', 'assign', idOf('410.00'), honest)).toMatchObject({
    exitCode: 6,
    stderr: expect.stringContaining('410.00 arrived, the total is 400.00'),
  });
  const at = ['--at', new Date().toISOString()];
  const assigned = await peerdesk('payment', 'assign', idOf('400.00'), honest, ...at, '--timeout', '120s');
  expect(assigned).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/match|payment/) });
  expect(simulator.ledger()).toMatchObject({ releases: 0, releasesWithoutMoney: 0 });
});

function verdictsOf(sheet: unknown): string[] {
  const read = orderSheetSchema.safeParse(sheet);
  if (!read.success || !('known' in read.data.payments)) return ['unknown'];
  return read.data.payments.known.seen.map(({ verdict }) => verdict);
}
