/** What the leader does for the books: the history of the service is read into the journal. */
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { keepBooks } from '../../../src/workers/register/keep-books.ts';
import { openActivityWorld, type ActivityWorld } from '../../activities/activity-fixture.ts';
import { deskAccount, startMs } from '../../simulator/sim-fixture.ts';

const hourMs = 3_600_000;

/** Orders that people have cancelled, an hour apart; the newest is of now. */
function cancelledOrders({ simulator, clock, addAd }: ActivityWorld, count: number): string[] {
  const adNumber = addAd();
  return Array.from({ length: count }, () => {
    clock.advance(3_600_000);
    const orderNumber = simulator.counterparties.take({ adNumber, totalPrice: '120.00' });
    simulator.counterparties.cancel(orderNumber);
    return orderNumber;
  });
}

interface Rounds {
  compared?: () => Promise<unknown>;
  /** How often it waits until its term ends. */
  waits: number;
}

/** Keeps the books for a number of rounds, in which the clock goes on as it waits; returns its pauses and its log. */
async function keep(world: ActivityWorld, { compared = async () => [], waits }: Rounds) {
  const ending = new AbortController();
  const said: Record<string, unknown>[] = [];
  const logger = pino(
    { formatters: { level: (level) => ({ level }) } },
    { write: (line) => said.push(JSON.parse(line) as Record<string, unknown>) },
  );
  const pauses: number[] = [];
  const pause = async (ms: number): Promise<void> => {
    pauses.push(ms);
    world.clock.advance(ms);
    if (pauses.length === waits) ending.abort();
  };
  await keepBooks({ deps: world.deps, compared, logger, signal: ending.signal, pause });
  return { pauses, said };
}

const tradesOf = async ({ memory }: ActivityWorld) =>
  (await memory.register.trades({ account: deskAccount.name, afterSeq: 0, limit: 10_000 })).map(({ trade }) => trade);
const numbersOf = async (world: ActivityWorld) => (await tradesOf(world)).map(({ orderNumber }) => orderNumber);

describe('ADR 0054: the history is read into the journal', () => {
  it('page by page, half a year back, and then again an hour after that reading began', async () => {
    const world = await openActivityWorld();
    const orders = cancelledOrders(world, 250);
    const { pauses, said } = await keep(world, { waits: 11 });
    expect(pauses).toEqual([15_000, ...Array.from({ length: 9 }, () => 2_000), hourMs - 9 * 2_000]);
    // Six windows and the last moment: one of them has three pages.
    expect(world.calls.filter((call) => call.endsWith('listUserOrderHistory'))).toHaveLength(9);
    expect((await numbersOf(world)).toSorted()).toEqual(orders.toSorted());
    expect(said).toEqual([expect.objectContaining({ level: 'info', event: 'books' })]);
    expect(await world.memory.register.brokenJournalEntry()).toBeNull();
  });

  it('with what the service says of a completed purchase', async () => {
    const world = await openActivityWorld();
    const { counterparties } = world.simulator;
    const adNumber = world.addAd({ side: 'BUY', price: '9.95' });
    const orderNumber = counterparties.take({ adNumber, amount: '20.00' });
    counterparties.pay(orderNumber);
    counterparties.release(orderNumber);
    await keep(world, { waits: 9 });
    expect(await tradesOf(world)).toEqual([
      expect.objectContaining({ orderNumber, side: 'BUY', asset: 'USDT', fiat: 'BOB', end: 'completed', adNumber }),
    ]);
  });

  it('on from the page at which a process ended, nothing missing and nothing twice', async () => {
    const world = await openActivityWorld();
    const orders = cancelledOrders(world, 250);
    await keep(world, { waits: 7 });
    const before = await numbersOf(world);
    expect(before.length).toBeGreaterThan(0);
    expect(before.length).toBeLessThan(orders.length);
    await keep(world, { waits: 6 });
    expect((await numbersOf(world)).toSorted()).toEqual(orders.toSorted());
  });

  it('once an hour, and an order again until it has ended', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd();
    const running = world.simulator.counterparties.take({ adNumber, totalPrice: '120.00' });
    await keep(world, { waits: 8 });
    expect(await numbersOf(world)).toEqual([]);
    // Without a payment the service ends it by itself.
    const { said } = await keep(world, { waits: 3 });
    expect(world.clock.now()).toBeGreaterThan(startMs + hourMs);
    expect((await tradesOf(world)).map(({ orderNumber, end }) => [orderNumber, end])).toEqual([
      [running, 'cancelled-by-system'],
    ]);
    expect(said.filter(({ level }) => level === 'info')).toHaveLength(1);
  });
});

describe('ADR 0054: nothing is called', () => {
  it('during a ban', async () => {
    const world = await openActivityWorld();
    cancelledOrders(world, 1);
    world.simulator.ban(600_000);
    await keep(world, { waits: 2 });
    const during = world.calls.length;
    const { said } = await keep(world, { waits: 5 });
    expect(world.calls).toHaveLength(during);
    expect(said).toEqual([expect.objectContaining({ level: 'warn', event: 'books' })]);
  });

  it('for an account that is not served', async () => {
    const world = await openActivityWorld();
    const compared = () => Promise.reject(new Error('not served'));
    const { pauses } = await keep(world, { compared, waits: 3 });
    expect(pauses).toEqual([15_000, 60_000, 60_000]);
    expect(world.calls).toEqual([]);
  });
});

it('ADR 0054: a row that cannot be read is named, and leaves the others', async () => {
  const world = await openActivityWorld();
  const orders = cancelledOrders(world, 2);
  const list = world.exchange.orders.listUserOrderHistory.bind(world.exchange.orders);
  Object.assign(world.exchange.orders, {
    listUserOrderHistory: async (...args: Parameters<typeof list>) => {
      const page = await list(...args);
      return {
        ...page,
        items: page.items.map((row) => (row.orderNumber === orders[0] ? { ...row, tradeType: '?' } : row)),
      };
    },
  });
  const { said } = await keep(world, { waits: 9 });
  expect(await numbersOf(world)).toEqual([orders[1]]);
  expect(said[0]).toMatchObject({ level: 'warn', orders: [orders[0]] });
});
