import { describe, it } from 'vitest';
import { orderControl, placeOrder, type OrderView } from '../../src/client/index.ts';
import { deskOrders } from '../../src/simulator/desk-orders.ts';
import type { Simulator } from '../../src/simulator/simulator.ts';
import { account, askAdNumber, noRules, openDeskWorld, quickSettings, until, type DeskWorld } from './desk-harness.ts';

const release = { policy: 'paid', amountCap: null, counterparty: noRules } as const;

/** How the call is cut: the answer never comes and the worker is killed, or the connection drops. */
const cuts = [
  { name: 'worker killed after the effect, before the answer', fault: { kind: 'hang', when: 'after' }, kill: true },
  { name: 'worker killed before the effect', fault: { kind: 'hang', when: 'before' }, kill: true },
  { name: 'connection dropped after the effect', fault: { kind: 'reset', when: 'after' }, kill: false },
  { name: 'connection dropped before the effect', fault: { kind: 'reset', when: 'before' }, kill: false },
] as const;

type Cut = (typeof cuts)[number];

interface Seen {
  requests: (operation: string) => number;
}

/** Counts the calls that arrive, whatever becomes of them. */
function countRequests(simulator: Simulator): Seen {
  const arrived: string[] = [];
  simulator.on((event) => {
    if (event.type === 'request') arrived.push(event.operation);
  });
  return { requests: (operation) => arrived.filter((path) => path.endsWith(`/${operation}`)).length };
}

/** Cuts the first call of the operation, kills the worker when the cut says so, and starts another one. */
async function cutFirst(world: DeskWorld, operation: string, cut: Cut): Promise<() => Promise<void>> {
  world.simulator.setFaults([{ operation, when: { nth: 1, count: 1 }, fault: cut.fault }]);
  const seen = countRequests(world.simulator);
  const worker = world.startWorker();
  return async () => {
    await until(
      `the first ${operation} arrives`,
      () => seen.requests(operation),
      (count) => count > 0,
    );
    if (!cut.kill) return;
    await worker.kill();
    world.startWorker();
  };
}

function ends(world: DeskWorld, orderNumber: string): Promise<OrderView> {
  const control = orderControl(world.client, account, orderNumber);
  return until(
    `order ${orderNumber} ends`,
    () => control.state(),
    (view) => view.waitingFor === 'nothing',
  );
}

// Each has a world of its own, and most of its time is waiting for bounds that pass.
describe.concurrent.for(cuts)('I1 to I5: $name', (cut) => {
  it('release: executed once, and the order completes', async ({ expect, onTestFinished }) => {
    const world = await openDeskWorld({}, quickSettings, onTestFinished);
    const { simulator } = world;
    const cutHappens = await cutFirst(world, 'releaseCoin', cut);
    await world.startDesk();
    const adNumber = simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.10' });
    const orderNumber = simulator.counterparties.take({ adNumber, totalPrice: '500.00' });
    simulator.counterparties.pay(orderNumber);
    await cutHappens();
    expect(await ends(world, orderNumber)).toMatchObject({ status: 'COMPLETED' });
    const ledger = simulator.ledger();
    expect(ledger).toMatchObject({ releases: 1, doubleReleases: 0, repeatedAttempts: 0 });
  });

  it('mark paid: executed once, and the order completes', async ({ expect, onTestFinished }) => {
    const world = await openDeskWorld({}, quickSettings, onTestFinished);
    const { simulator } = world;
    const cutHappens = await cutFirst(world, 'markOrderAsPaid', cut);
    await world.startDesk();
    const adNumber = simulator.ads.add({ account, side: 'BUY', asset: 'USDT', fiat: 'BOB', price: '9.90' });
    const orderNumber = simulator.counterparties.take({ adNumber, totalPrice: '500.00' });
    const control = orderControl(world.client, account, orderNumber);
    await until(
      'the order waits for our payment',
      () => control.state(),
      (view) => view.waitingFor === 'our-payment',
    );
    await control.confirmPayment({ payId: null, proof: 'bank reference 1', by: 'ana' });
    await cutHappens();
    await until(
      'the payment is booked',
      () => simulator.ledger().payments,
      (payments) => payments === 1,
    );
    simulator.counterparties.release(orderNumber);
    expect(await ends(world, orderNumber)).toMatchObject({ status: 'COMPLETED' });
    expect(simulator.ledger()).toMatchObject({ payments: 1, doublePayments: 0, repeatedAttempts: 0 });
  });

  it('place: executed once, and the order is carried to its end', async ({ expect, onTestFinished }) => {
    const pace = { payAfterMs: null, releaseAfterMs: 500 };
    const world = await openDeskWorld({ merchantPace: pace }, quickSettings, onTestFinished);
    const { simulator, client } = world;
    const cutHappens = await cutFirst(world, 'placeOrder', cut);
    await world.startDesk();
    const placement = await placeOrder(client, {
      account,
      requestId: 'request-1',
      mode: 'sim',
      adNumber: askAdNumber,
      asset: 'USDT',
      fiat: 'BOB',
      side: 'BUY',
      totalAmount: '500.00',
      matchPrice: '10.05',
      release,
      settings: quickSettings,
    });
    await cutHappens();
    const placed = await placement.result();
    expect(placed.state).toBe('placed');
    const orderNumber = placed.orderNumber ?? '';
    const control = orderControl(client, account, orderNumber);
    await until(
      'the order waits for our payment',
      () => control.state(),
      (view) => view.waitingFor === 'our-payment',
    );
    await control.confirmPayment({ payId: null, proof: 'bank reference 2', by: 'ana' });
    expect(await ends(world, orderNumber)).toMatchObject({ status: 'COMPLETED' });
    expect(simulator.ledger()).toMatchObject({ placements: 1, doublePlacements: 0, payments: 1, doublePayments: 0 });
    expect(deskOrders(simulator, account)).toHaveLength(1);
  });
});
