import { askAdNo, type SimWorld } from '../../simulator/sim-fixture.ts';

/** The desk's input to take the best ask. */
export const placement = {
  advOrderNumber: askAdNo,
  asset: 'USDT',
  fiatUnit: 'BOB',
  tradeType: 'BUY',
  buyType: 'BY_MONEY',
  totalAmount: '201',
  matchPrice: '10.05',
};

/** An order in which the desk sells; not paid yet. */
export const soldOrder = (world: SimWorld): string =>
  world.simulator.counterparties.take({ adNumber: world.addAd(), amount: '25', nickname: 'Ana' });

export function paidOrder(world: SimWorld): string {
  const orderNumber = soldOrder(world);
  world.simulator.counterparties.pay(orderNumber);
  return orderNumber;
}

export function disputedOrder(world: SimWorld): string {
  const orderNumber = paidOrder(world);
  world.simulator.counterparties.dispute(orderNumber);
  return orderNumber;
}

export function cancelledOrder(world: SimWorld): string {
  const orderNumber = soldOrder(world);
  world.simulator.counterparties.cancel(orderNumber);
  return orderNumber;
}

export async function releasedOrder(world: SimWorld): Promise<string> {
  const orderNumber = paidOrder(world);
  await world.desk.data('orderMatch/releaseCoin', { orderNumber });
  return orderNumber;
}

/** An order in which two others trade. */
export const foreignOrder = (world: SimWorld): string =>
  world.simulator.counterparties.take({ adNumber: world.addAd({ account: 'rival' }), amount: '25' });

/** An order in which the desk buys; default: from the best ask. */
export async function boughtOrder(world: SimWorld, change: Record<string, unknown> = {}): Promise<string> {
  const placed = (await world.desk.data('orderMatch/placeOrder', { ...placement, ...change })) as {
    orderMatch: { orderNumber: string };
  };
  return placed.orderMatch.orderNumber;
}

/** The same, marked as paid. */
export async function boughtAndPaid(world: SimWorld): Promise<string> {
  const orderNumber = await boughtOrder(world);
  await world.desk.data('orderMatch/markOrderAsPaid', { orderNumber });
  return orderNumber;
}

/** The same, and the seller released. */
export async function boughtAndReleased(world: SimWorld): Promise<string> {
  const orderNumber = await boughtAndPaid(world);
  world.simulator.counterparties.release(orderNumber);
  return orderNumber;
}

/** The desk buys from a merchant with an open identity check. */
export async function orderBeforeKyc(world: SimWorld): Promise<string> {
  const advOrderNumber = world.addAd({ account: 'rival', price: '10.40', additionalKyc: true });
  return boughtOrder(world, { advOrderNumber, matchPrice: '10.40' });
}
