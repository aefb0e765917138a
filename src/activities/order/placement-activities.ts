import type { OrderFacts } from '../../domain/orders/order-facts.ts';
import { placedCandidates } from '../../domain/orders/placed-order.ts';
import { toOrderFacts, toOrdersOfAd } from '../../exchange/index.ts';
import type { CheckPlacementInput, FindPlacedOrderInput, PlacementCheck } from '../activity-contract.ts';
import { read, turnOf } from '../kit/calls.ts';
import type { ActivityDependencies } from '../dependencies.ts';

const rows = 20;

/** Activities around placing an order. */
export function createPlacementActivities(deps: ActivityDependencies) {
  return {
    /** EP-11, the risk tips, the account's orders on the ad before the attempt, and the order that the request owns. */
    checkPlacement: (input: CheckPlacementInput): Promise<PlacementCheck> =>
      read(deps, async () => {
        const { adNumber, fiat, requestId } = input;
        const [mayPlace, tips, orders] = await Promise.all([
          deps.exchange.orders.checkIfCanPlaceOrder(adNumber, { priority: 'order' }),
          deps.exchange.chat.getRiskWarningTips({ fiat, scene: 'Portal' }, { priority: 'order' }),
          ordersOnAd(deps, adNumber),
        ]);
        const riskTips = (tips.riskHints ?? []).map((hint) => String(hint.riskTips ?? ''));
        const known = orders.map((order) => order.orderNumber);
        return { mayPlace, riskTips, known, owned: await ownedBy(deps, known, requestId), readAtMs: deps.clock.now() };
      }),

    /**
     * Looks up the order of a placement with an open outcome: by ad, side and amount, among those new on the ad
     * (EP-15). Of several the service's own time ranks.
     */
    findPlacedOrder: (input: FindPlacedOrderInput): Promise<{ orderNumber: string | null }> =>
      read(deps, () => find(deps, input)),
  };
}

/** One request is one order, also after a reset of its workflow. */
async function ownedBy(deps: ActivityDependencies, orders: string[], requestId: string): Promise<string | null> {
  const owners = await Promise.all(orders.map((orderNumber) => deps.orders.placementOf(orderNumber)));
  return orders.find((_, index) => owners[index] === requestId) ?? null;
}

async function ordersOnAd(deps: ActivityDependencies, adNumber: string): Promise<OrderFacts[]> {
  const query = toOrdersOfAd({ adNumber, page: 1, rows });
  const page = await deps.exchange.orders.listOrders(query, { priority: turnOf() });
  return page.items.map(toOrderFacts).filter((order) => order.adNumber === adNumber);
}

async function find(deps: ActivityDependencies, input: FindPlacedOrderInput): Promise<{ orderNumber: string | null }> {
  const orders = await ordersOnAd(deps, input.adNumber);
  for (const { orderNumber } of placedCandidates(orders, { ...input, sentAtMs: byServiceClock(deps, input.sinceMs) })) {
    // Another placement of the same ad and amount may own it: the first claim wins and is permanent.
    const owner = await deps.orders.claimPlacement(orderNumber, input.requestId);
    if (owner === input.requestId) return { orderNumber };
  }
  return { orderNumber: null };
}

/** Before the service's time was measured it is taken to be this machine's. */
function byServiceClock({ exchange }: ActivityDependencies, sinceMs: number): number {
  return sinceMs + (exchange.clockDifferenceMs() ?? 0);
}
