import { expect, it } from 'vitest';
import { openRegister } from '../../../src/register/open-register.ts';
import { registerPlace } from '../../../src/config/environment/register-environment.ts';
import { account, openDeskWorld, until, type DeskWorld } from '../desk-harness.ts';
import { operatorOf } from '../operator.ts';

const hourMs = 3_600_000;

/** Orders that people have taken and cancelled; more than two pages of the history. */
function cancelledOrders({ simulator }: DeskWorld, count: number): string[] {
  const adNumber = simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.20' });
  return Array.from({ length: count }, () => {
    const orderNumber = simulator.counterparties.take({ adNumber, totalPrice: '120.00' });
    simulator.counterparties.cancel(orderNumber);
    return orderNumber;
  });
}

/** Reads the register as a command does, beside the worker. */
async function booksOf({ env }: DeskWorld) {
  const register = await openRegister(registerPlace(env, true), { migrate: false });
  try {
    const trades = await register.trades({ account, afterSeq: 0, limit: 10_000 });
    return {
      numbers: trades.map(({ trade }) => trade.orderNumber),
      mark: await register.historyMark({ account }),
      broken: await register.brokenJournalEntry(),
    };
  } finally {
    await register.close();
  }
}

it('ADR 0054: a worker that is killed in the first reading of the history is followed by one that goes on: nothing is missing, nothing is twice', async () => {
  const world = await openDeskWorld();
  const orders = cancelledOrders(world, 230);
  const pages: number[] = [];
  world.simulator.on((event) => {
    if (event.type === 'request' && event.operation.endsWith('listUserOrderHistory')) pages.push(Date.now());
  });
  const killed = world.startWorker();
  await until(
    'a part is read',
    () => booksOf(world),
    ({ mark }) => mark !== null && mark.readToMs === null,
  );
  // The last window has all orders, in three pages.
  await until(
    'a page of them is kept',
    () => booksOf(world),
    ({ numbers }) => numbers.length > 0,
  );
  await killed.kill();
  const between = await booksOf(world);
  expect(between.numbers.length).toBeLessThan(orders.length);
  const before = pages.length;
  world.startWorker();
  await until(
    'all is read',
    () => booksOf(world),
    ({ mark }) => mark !== null && mark.readToMs !== null,
  );
  const { numbers, broken } = await booksOf(world);
  expect(numbers.toSorted()).toEqual(orders.toSorted());
  expect(broken).toBeNull();
  // Six windows and the last moment; it went on where the other one was.
  expect(pages.length - before).toBeLessThan(5);
  expect(Math.max(...pages) - Math.min(...pages)).toBeLessThan(hourMs);

  const check = await operatorOf(world)('report', 'check');
  expect(check.stdout).toContain('the journal has what the service shows');
});
