import { describe, it } from 'vitest';
import { orderControl, placeOrder, type OrderView } from '../../src/client/index.ts';
import { deskOrders } from '../../src/simulator/desk-orders.ts';
import type { Simulator } from '../../src/simulator/simulator.ts';
import {
  account,
  askAdNumber,
  noRules,
  openDeskWorld,
  provingSettings,
  shareWorld,
  until,
  type DeskWorld,
} from './desk-harness.ts';
import { carriedOrder, effects } from './operations-world.ts';

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

interface CutWorld extends DeskWorld {
  /**
   * Cuts the next call of the operation. The function returned waits for it, kills the worker when the cut says so, and
   * starts another one.
   */
  cutNext: (operation: string) => () => Promise<void>;
}

/** Opens one world for the three steps: each is carried by the worker that the step before it has left. */
function shareCutWorld(cut: Cut): () => CutWorld {
  return shareWorld(async (atEnd) => {
    const merchantPace = { payAfterMs: null, releaseAfterMs: 500 };
    const world = await openDeskWorld({ merchantPace }, provingSettings, atEnd);
    const opened = { ...world, cutNext: cutterOf(world, cut) };
    await world.startDesk();
    return opened;
  });
}

function cutterOf(world: DeskWorld, { fault, kill }: Cut): CutWorld['cutNext'] {
  let worker = world.startWorker();
  return (operation) => {
    world.simulator.setFaults([{ operation, when: { nth: 1, count: 1 }, fault }]);
    const seen = countRequests(world.simulator);
    return async () => {
      await until(
        `the first ${operation} arrives`,
        () => seen.requests(operation),
        (count) => count > 0,
      );
      if (!kill) return;
      await worker.kill();
      worker = world.startWorker();
    };
  };
}

function ends(world: DeskWorld, orderNumber: string): Promise<OrderView> {
  const control = orderControl(world.client, account, orderNumber);
  return until(
    `order ${orderNumber} ends`,
    () => control.state(),
    (view) => view.waitingFor.code === 'nothing',
  );
}

const nothingTwice = { doublePlacements: 0, doublePayments: 0, doubleReleases: 0, repeatedAttempts: 0 };

// Side by side: most of the time is waiting for bounds that pass. The steps of a world follow one another.
describe.concurrent.for(cuts)('I1 to I5: $name', (cut) => {
  const the = shareCutWorld(cut);

  it('release: executed once, and the order completes', { concurrent: false }, async ({ expect }) => {
    const world = the();
    const { simulator } = world;
    const { releases } = simulator.ledger();
    const cutHappens = world.cutNext('releaseCoin');
    const adNumber = simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.10' });
    const orderNumber = simulator.counterparties.take({ adNumber, totalPrice: '500.00' });
    simulator.counterparties.pay(orderNumber);
    await cutHappens();
    expect(await ends(world, orderNumber)).toMatchObject({ status: 'COMPLETED' });
    const ledger = simulator.ledger();
    expect(ledger).toMatchObject({ ...nothingTwice, releases: releases + 1 });
    expect(effects(ledger, 'release', orderNumber)).toBe(1);
  });

  it('mark paid: executed once, and the order completes', { concurrent: false }, async ({ expect }) => {
    const world = the();
    const { simulator } = world;
    const { payments } = simulator.ledger();
    const cutHappens = world.cutNext('markOrderAsPaid');
    const adNumber = simulator.ads.add({ account, side: 'BUY', asset: 'USDT', fiat: 'BOB', price: '9.90' });
    const orderNumber = simulator.counterparties.take({ adNumber, totalPrice: '500.00' });
    const order = carriedOrder(world, orderNumber);
    await order.waitsFor('our-payment');
    await order.control.confirmPayment({ payId: null, proof: 'bank reference 1', by: 'ana' });
    await cutHappens();
    await until(
      'the payment is booked',
      () => effects(simulator.ledger(), 'pay', orderNumber),
      (count) => count === 1,
    );
    simulator.counterparties.release(orderNumber);
    expect(await ends(world, orderNumber)).toMatchObject({ status: 'COMPLETED' });
    const ledger = simulator.ledger();
    expect(ledger).toMatchObject({ ...nothingTwice, payments: payments + 1 });
    expect(effects(ledger, 'pay', orderNumber)).toBe(1);
  });

  it('place: executed once, and the order is carried to its end', { concurrent: false }, async ({ expect }) => {
    const world = the();
    const { simulator } = world;
    const { placements, payments } = simulator.ledger();
    const orders = deskOrders(simulator, account).length;
    const cutHappens = world.cutNext('placeOrder');
    const placement = await placeOrder(world.client, {
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
      settings: provingSettings,
    });
    await cutHappens();
    const placed = await placement.result();
    expect(placed.state).toBe('placed');
    const orderNumber = placed.orderNumber ?? '';
    const order = carriedOrder(world, orderNumber);
    await order.waitsFor('our-payment');
    await order.control.confirmPayment({ payId: null, proof: 'bank reference 2', by: 'ana' });
    expect(await ends(world, orderNumber)).toMatchObject({ status: 'COMPLETED' });
    const ledger = simulator.ledger();
    expect(ledger).toMatchObject({ ...nothingTwice, placements: placements + 1, payments: payments + 1 });
    expect(effects(ledger, 'place', orderNumber)).toBe(1);
    expect(deskOrders(simulator, account)).toHaveLength(orders + 1);
  });
});
