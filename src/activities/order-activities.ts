import { ApplicationFailure } from '@temporalio/common';
import { OrderStatus } from '../domain/orders/order-status.ts';
import type { OrderFacts } from '../domain/orders/order-facts.ts';
import { toCounterparty, toOrderFacts } from '../exchange/index.ts';
import type { MoneyOrderInput, ReadReleaseFactsInput, ReleaseFacts } from './activity-contract.ts';
import { read, write } from './calls.ts';
import type { ActivityDependencies } from './dependencies.ts';

/** Activities that read orders. */
export function createOrderActivities(deps: ActivityDependencies) {
  return {
    /** Reads one order (EP-13), without the names of its people: they are nobody's business in a history. */
    readOrder: ({ orderNumber }: { orderNumber: string }): Promise<OrderFacts> =>
      read(deps, async () => withoutNames(await readDetail(deps, orderNumber))),

    /** Reads everything that a release decision needs, fresh. Names only when a payment is to be matched to one. */
    readReleaseFacts: (input: ReadReleaseFactsInput): Promise<ReleaseFacts> =>
      read(deps, () => readReleaseFacts(deps, input)),

    /** EP-21: the maker confirms the counterparty's extra identity check; repeating it changes nothing. */
    verifyAdditionalKyc: ({ mode, orderNumber }: MoneyOrderInput): Promise<'told' | 'intent'> =>
      write(deps, async () => {
        if (deps.isIntentOnly(mode)) {
          deps.onIntent({ operation: 'verifiedAdditionalKyc', subject: orderNumber, detail: {} });
          return 'intent';
        }
        await deps.exchange.orders.verifiedAdditionalKyc(orderNumber, { priority: 'order' });
        return 'told';
      }),
  };
}

/** An answer may carry another order's number (seen live): acting on it could move the wrong coin. */
async function readDetail(deps: ActivityDependencies, orderNumber: string): Promise<OrderFacts> {
  const order = toOrderFacts(await deps.exchange.orders.getUserOrderDetail(orderNumber, { priority: 'order' }));
  if (order.orderNumber === orderNumber) return order;
  throw ApplicationFailure.create({
    type: 'WRONG_ORDER',
    message: `asked for order ${orderNumber}, the service answered with another one`,
  });
}

function withoutNames(order: OrderFacts): OrderFacts {
  return { ...order, buyerName: null, sellerName: null, counterpartyNickname: null };
}

async function readReleaseFacts(deps: ActivityDependencies, input: ReadReleaseFactsInput): Promise<ReleaseFacts> {
  const { orderNumber, proofId } = input;
  const full = await readDetail(deps, orderNumber);
  const order = proofId === null ? withoutNames(full) : full;
  const readAtMs = deps.clock.now();
  if (order.status !== OrderStatus.PAID) {
    return { order, serviceAllows: false, counterparty: null, killSwitch: 'unknown', usedProofIds: [], readAtMs };
  }
  const [serviceAllows, counterparty, killSwitch, usedProofIds] = await Promise.all([
    deps.exchange.orders.checkIfCanReleaseCoin({ orderNumber }, { priority: 'order' }),
    input.needsCounterparty ? readCounterparty(deps, orderNumber) : null,
    deps.desk.killSwitch('releases'),
    proofId === null ? [] : proofsUsedElsewhere(deps, proofId, orderNumber),
  ]);
  return { order, serviceAllows, counterparty, killSwitch, usedProofIds, readAtMs };
}

async function readCounterparty(
  deps: ActivityDependencies,
  orderNumber: string,
): Promise<ReleaseFacts['counterparty']> {
  const record = await deps.exchange.orders.queryCounterPartyOrderStatistic(orderNumber, { priority: 'order' });
  return toCounterparty(record);
}

/** A proof that cannot be claimed counts as used: the gate fails closed. */
async function proofsUsedElsewhere(
  deps: ActivityDependencies,
  proofId: string,
  orderNumber: string,
): Promise<string[]> {
  const owner = await deps.desk.claimProof(proofId, orderNumber);
  return owner === orderNumber ? [] : [proofId];
}
