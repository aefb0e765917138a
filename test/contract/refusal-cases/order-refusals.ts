import type { SimWorld } from '../../simulator/sim-fixture.ts';
import {
  boughtAndPaid,
  boughtAndReleased,
  boughtOrder,
  cancelledOrder,
  disputedOrder,
  foreignOrder,
  orderBeforeKyc,
  paidOrder,
  releasedOrder,
  soldOrder,
} from './order-worlds.ts';
import {
  illegal,
  notYours,
  unknownNumber,
  type ExpectedRefusal,
  type Input,
  type RefusalCase,
} from './refusal-case.ts';

const byNumber = (orderNumber: string): Input => ({ orderNumber });
const cancellation = (orderNumber: string): Input => ({ orderNumber, orderCancelReasonCode: 1 });

/** How each operation names the order that it is about. */
const namings: Readonly<Record<string, (orderNumber: string) => Input>> = {
  cancelOrder: cancellation,
  checkIfAllowedCancelOrder: byNumber,
  checkIfCanReleaseCoin: byNumber,
  getUserOrderDetail: (adOrderNo) => ({ adOrderNo }),
  markOrderAsPaid: byNumber,
  queryCounterPartyOrderStatistic: byNumber,
  releaseCoin: byNumber,
  verifiedAdditionalKyc: byNumber,
  markOrderMessagesAsRead: (orderNo) => ({ orderNo, userId: 0 }),
  retrieveChatMessagesWithPagination: (orderNo) => ({ orderNo, page: 1, rows: 20 }),
};

const foreignCases: RefusalCase[] = Object.entries(namings).flatMap(([operation, name]) => [
  {
    operation,
    why: 'the order belongs to others (wire-facts 2.3)',
    arrange: (world: SimWorld) => name(foreignOrder(world)),
    ...notYours,
  },
  { operation, why: 'no order has the number', arrange: () => name(unknownNumber), ...notYours },
]);

type OrderMaker = (world: SimWorld) => string | Promise<string>;

/** Makes the order and names it as the operation does. */
const about =
  (operation: string, make: OrderMaker): RefusalCase['arrange'] =>
  async (world) =>
    (namings[operation] ?? byNumber)(await make(world));

async function expiredOrder(world: SimWorld): Promise<string> {
  const orderNumber = await boughtOrder(world);
  world.clock.advance(16 * 60_000);
  world.simulator.tick();
  return orderNumber;
}

async function withdrawnOrder(world: SimWorld): Promise<string> {
  const orderNumber = await boughtOrder(world);
  await world.desk.data('orderMatch/cancelOrder', { orderNumber, orderCancelReasonCode: 1 });
  return orderNumber;
}

const notPayable: ExpectedRefusal = { code: '83023', category: 'UNKNOWN' };
/** The simulator's own numbers: no source lists those of the live service. */
const notReleasable: ExpectedRefusal = { code: '83021', category: 'UNKNOWN' };
const notCancellable: ExpectedRefusal = { code: '83024', category: 'UNKNOWN' };
const released: ExpectedRefusal = { code: '-3026', category: 'NON_RETRIABLE_BUSINESS' };

/** Orders that have progressed too far, or not far enough, or that wait for the other party. */
const wrongStates: readonly [operation: string, why: string, make: OrderMaker, expected: ExpectedRefusal][] = [
  ['markOrderAsPaid', 'it is marked as paid already (wire-facts 2.3)', boughtAndPaid, notPayable],
  ['markOrderAsPaid', 'it is completed', boughtAndReleased, notPayable],
  ['markOrderAsPaid', 'it was withdrawn', withdrawnOrder, notPayable],
  ['markOrderAsPaid', 'its time to pay is over', expiredOrder, notPayable],
  ['markOrderAsPaid', 'the identity check is open (wire-facts 13)', orderBeforeKyc, notPayable],
  ['markOrderAsPaid', 'the desk sells', soldOrder, notYours],
  ['releaseCoin', 'it is not paid', soldOrder, notReleasable],
  ['releaseCoin', 'it was cancelled', cancelledOrder, notReleasable],
  ['releaseCoin', 'it is in appeal (wire-facts 13)', disputedOrder, notReleasable],
  ['releaseCoin', 'it is released already (7.3)', releasedOrder, released],
  ['releaseCoin', 'the desk buys', boughtAndPaid, notYours],
  ['cancelOrder', 'it is completed', boughtAndReleased, notCancellable],
  ['cancelOrder', 'it was withdrawn already', withdrawnOrder, notCancellable],
  ['cancelOrder', 'its time to pay is over', expiredOrder, notCancellable],
  ['cancelOrder', 'the desk sells (wire-facts 5: only the buyer)', soldOrder, notYours],
  ['verifiedAdditionalKyc', "the ad is someone else's (wire-facts 5: the maker confirms)", orderBeforeKyc, notYours],
];

const stateCases: RefusalCase[] = wrongStates.map(([operation, why, make, expected]) => ({
  operation,
  why,
  arrange: about(operation, make),
  ...expected,
}));

const usedCode: ExpectedRefusal = { code: '200001035', category: 'UNKNOWN' };
/** A text without a number in the sources (wire-facts 2.3); the number is the simulator's own. */
const wrongCode: ExpectedRefusal = { code: '200001034', category: 'UNKNOWN' };
const googleCode = (code: string): Input => ({ authType: 'GOOGLE', googleVerifyCode: code, code });

const codeCases: RefusalCase[] = [
  {
    operation: 'releaseCoin',
    why: 'the one-time code served another order (wire-facts 2.3, 5)',
    arrange: async (world) => {
      const first = paidOrder(world);
      await world.desk.data('orderMatch/releaseCoin', { orderNumber: first, ...googleCode('123456') });
      return { orderNumber: paidOrder(world), ...googleCode('123456') };
    },
    ...usedCode,
  },
  {
    operation: 'releaseCoin',
    why: 'the one-time code that is asked for is not there',
    options: { requireReleaseCode: true },
    arrange: about('releaseCoin', paidOrder),
    ...wrongCode,
  },
  {
    operation: 'releaseCoin',
    why: 'its two fields for the code disagree',
    arrange: (world) => ({
      orderNumber: paidOrder(world),
      authType: 'GOOGLE',
      googleVerifyCode: '123456',
      code: '654321',
    }),
    ...wrongCode,
  },
];

const dayMs = 86_400_000;

const parameterCases: RefusalCase[] = [
  {
    operation: 'markOrderAsPaid',
    why: 'a payment method that the order does not have',
    arrange: async (world) => ({ orderNumber: await boughtOrder(world), payId: 1 }),
    ...illegal,
    message: 'payId',
  },
  ...[0, 7].map((orderCancelReasonCode) => ({
    operation: 'cancelOrder',
    why: `the reason ${orderCancelReasonCode} (wire-facts 3: 1 to 6)`,
    arrange: async (world: SimWorld) => ({ orderNumber: await boughtOrder(world), orderCancelReasonCode }),
    ...illegal,
  })),
  ...(
    [
      ['a window of 31 days (wire-facts 14)', -31 * dayMs, 0],
      ['a window that ends before it starts', -1, -2],
      ['more than six months ago (wire-facts 14)', -200 * dayMs, -190 * dayMs],
    ] as const
  ).map(([why, startMs, endMs]) => ({
    operation: 'listUserOrderHistory',
    why,
    arrange: ({ clock }: SimWorld) => ({ startTimestamp: clock.now() + startMs, endTimestamp: clock.now() + endMs }),
    // Interface 5 rule 6: three ways to ask, and each is refused.
    calls: 3,
    ...illegal,
  })),
];

/** Refusals of EP-9, EP-10, EP-12, EP-13, EP-16, EP-17, EP-19 to EP-21, and of the chat of an order (EP-31, EP-34). */
export const orderRefusals: readonly RefusalCase[] = [...foreignCases, ...stateCases, ...codeCases, ...parameterCases];
