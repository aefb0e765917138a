/** Payments that release, on real processes: the bank reports to a real door, and policy match rests on what it has signed. */
import { expect, it } from 'vitest';
import type { PayerHabit } from '../../../src/simulator/world/bank-state.ts';
import { account, noRules, openDeskWorld, until } from '../desk-harness.ts';
import { json, operatorOf } from '../operator.ts';
import { releaseByEvidence, secret, startDoor } from './real-door.ts';
import { keptOf } from './window-world.ts';

const payer = 'Rosalind Quillfeather Oyarzabal';

/** By habit of its payer: the total of his order, which is of it alone, and whether the desk releases by itself. */
const wanted: Readonly<Record<Exclude<PayerHabit, 'late'>, { total: string; isReleased: boolean }>> = {
  honest: { total: '400.00', isReleased: true },
  early: { total: '410.00', isReleased: true },
  claims: { total: '420.00', isReleased: false },
  'third-party': { total: '430.00', isReleased: false },
  overpays: { total: '440.00', isReleased: false },
  underpays: { total: '500.00', isReleased: false },
  twice: { total: '460.00', isReleased: false },
  pending: { total: '470.00', isReleased: true },
  'calls-back': { total: '480.00', isReleased: false },
};

it('ADR 0057, outlook 3.2: with signed approvals policy match releases the paid orders alone, each once, also after the door and the worker were killed', async () => {
  const world = await openDeskWorld({ bank: { delayMs: 500 } });
  const { simulator } = world;
  await releaseByEvidence(world);
  const worker = world.startWorker();
  const peerdesk = operatorOf(world);
  await world.startDesk({ release: { policy: 'match', amountCap: null, counterparty: noRules } });
  const door = await startDoor(world);
  for (const name of ['api', 'sms']) simulator.reportTransfers({ name, url: door.url, secret, copies: 2 });
  const orders = Object.entries(wanted).map(([habit, { total, isReleased }]) => {
    const adNumber = simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.10' });
    const realName = `${payer} ${habit.replace(/\W/g, '')}`;
    const order = simulator.counterparties.take({
      adNumber,
      totalPrice: total,
      realName,
      payerHabit: habit as PayerHabit,
    });
    simulator.counterparties.pay(order);
    return { habit, order, isReleased };
  });
  await until(
    'the first order is released',
    async () => simulator.ledger().releases,
    (releases) => releases > 0,
  );
  await Promise.all([door.kill(), worker.kill()]);
  await startDoor(world, { port: new URL(door.url).port });
  world.startWorker();
  const statuses = async () =>
    Object.fromEntries(orders.map(({ habit, order }) => [habit, simulator.marketplace.orders.get(order)?.status]));
  const released = orders.filter(({ isReleased }) => isReleased).length;
  await until(
    'each paid order is released',
    async () => ({ ledger: simulator.ledger(), statuses: await statuses() }),
    ({ ledger }) => ledger.releases >= released,
  );
  const pending = () => simulator.snapshot().transfers?.filter(({ ends }) => ends !== null).length;
  await until(
    'nothing is pending at the bank',
    async () => pending(),
    (left) => left === 0,
  );
  for (const { habit, order } of orders.filter(({ isReleased }) => !isReleased)) {
    await until(
      `the order of ${habit} says what it waits for`,
      async () => json(await peerdesk('order', 'show', order, '--json')) as { checks: { name: string }[] },
      ({ checks }) => checks.map(({ name }) => name).includes('payment-match'),
    );
  }
  expect(simulator.ledger()).toMatchObject({ releases: released, doubleReleases: 0, releasesWithoutMoney: 0 });
  const { temporal, log } = await keptOf(world);
  expect([temporal.includes('Quillfeather'), log.includes('Quillfeather')]).toEqual([false, false]);
});
