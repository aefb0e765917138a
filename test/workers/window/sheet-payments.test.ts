import { expect, it } from 'vitest';
import type { Sighting } from '../../../src/domain/payments/sighting.ts';
import { OrderSheets } from '../../../src/workers/window/order-sheets.ts';
import { WindowReads } from '../../../src/workers/window/window-reads.ts';
import { doorOf } from '../../door/door-key.ts';
import { openActivityWorld } from '../../activities/activity-fixture.ts';
import { buyerName, duePurchase, paidSale } from '../../activities/money/money-fixture.ts';
import { sightingOf } from '../../domain/payments/payment-fixture.ts';
import { memoryRegister } from '../../register/memory-register.ts';

async function openSale() {
  const memory = memoryRegister();
  const door = doorOf();
  const world = await openActivityWorld({ memory, parts: { evidenceKeys: door.evidenceKeys } });
  const orderNumber = paidSale(world);
  const sheets = new OrderSheets(world.deps, new WindowReads(world.deps));
  const { fiat } = (await world.deps.marketplace.orders.readInFull(orderNumber, { priority: 'market' })).order;
  const see = (part: Partial<Sighting> = {}) =>
    memory.register.seePayment({
      sighting: door.sign(
        sightingOf({
          delivery: 'msg_1',
          account: world.deps.account,
          currency: fiat,
          amount: '510.00',
          payer: buyerName,
          reference: 'TRX 77',
          bookedAtMs: world.clock.now(),
          seenAtMs: world.clock.now(),
          ...part,
        }),
      ),
    });
  const payments = async (number = orderNumber) => (await sheets.sheet(number)).payments;
  const lists = () => world.calls.filter((path) => path.includes('listOrders')).length;
  return { world, memory, orderNumber, sheets, see, payments, lists };
}

it('payments: a sheet shows what came in for the sale, with its verdict; without any no list is read', async () => {
  const { see, payments, lists, world } = await openSale();
  expect([await payments(), lists()]).toEqual([{ known: { seen: [], more: 0 } }, 0]);
  await see();
  await see({ delivery: 'msg_2', amount: '7.00', payer: 'Bruno Diaz', reference: null });
  world.clock.advance(4_000);
  expect(await payments()).toMatchObject({
    known: {
      seen: [{ id: 1, amount: '510.00', payers: [buyerName], proof: 'TRX 77', verdict: 'matched' }],
      more: 0,
    },
  });
  // The open orders, and those that were released.
  expect(lists()).toBe(2);
});

it('payments, mistake 4: another open order of the same buyer and total leaves the choice to a person', async () => {
  const { see, payments, world, memory } = await openSale();
  const other = paidSale(world);
  await see();
  expect(await payments()).toMatchObject({
    known: { seen: [{ verdict: 'ambiguous', findings: [{ code: 'two-orders', orderNumber: other }, {}] }] },
  });
  expect(await payments(other)).toMatchObject({ known: { seen: [{ verdict: 'ambiguous' }] } });
  await see({ delivery: 'msg_3', reference: 'TRX 78', memo: `order ${other}` });
  world.clock.advance(4_000);
  expect(await payments(other)).toMatchObject({ known: { seen: [{ id: 2, verdict: 'matched' }, { id: 1 }] } });
  memory.silent = true;
  world.clock.advance(4_000);
  expect(await payments()).toEqual({ missing: { code: 'register' } });
});

it('payments: where the open orders cannot be read nothing is matched', async () => {
  const { see, payments, world } = await openSale();
  world.deps.marketplace.orders.listRunning = async () => await Promise.reject(new TypeError('no list'));
  await see();
  expect(await payments()).toMatchObject({ known: { seen: [{ verdict: 'candidate' }] } });
});

it('payments: a purchase has none, an order that is over is not judged, and one that is not read needs its order', async () => {
  const { see, payments, world, orderNumber } = await openSale();
  await see();
  expect(await payments(duePurchase(world))).toEqual({ known: { seen: [], more: 0 } });
  expect(await payments('22000000000000000999')).toEqual({ missing: { code: 'needs-order' } });
  world.simulator.counterparties.dispute(orderNumber);
  world.simulator.counterparties.resolve(orderNumber, 'completed');
  expect(await payments()).toEqual({ missing: { code: 'over' } });
});
