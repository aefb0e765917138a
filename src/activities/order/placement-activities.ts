import type { OrderFacts } from '../../domain/orders/order-facts.ts';
import { placedCandidates } from '../../domain/orders/placed-order.ts';
import type { StepRow } from '../../domain/register/step-row.ts';
import { readEach, toOrderFacts, toOrdersOfAd, type OddRow } from '../../exchange/index.ts';
import type { CheckPlacementInput, FindPlacedOrderInput, PlacementCheck } from '../activity-contract.ts';
import { placementWorkflowId } from '../../workflows/contract/workflow-ids.ts';
import { refuseForeignCaller } from '../kit/caller.ts';
import { read, turnOf } from '../kit/calls.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { isUnsettled, readBegan, unlessSilent } from '../money/order-stand.ts';
import { readPlaced } from '../money/settle-steps.ts';

const rows = 20;

/** Activities around placing an order. */
export function createPlacementActivities(deps: ActivityDependencies) {
  return {
    /** EP-11, the risk tips, the account's orders on the ad before the attempt, and the order that the request owns. */
    checkPlacement: (input: CheckPlacementInput): Promise<PlacementCheck> =>
      read(deps, async () => {
        const { adNumber, fiat, requestId } = input;
        const [mayPlace, tips, { orders, odd }] = await Promise.all([
          deps.exchange.orders.checkIfCanPlaceOrder(adNumber, { priority: 'order' }),
          deps.exchange.chat.getRiskWarningTips({ fiat, scene: 'Portal' }, { priority: 'order' }),
          ordersOnAd(deps, adNumber),
        ]);
        const riskTips = (tips.riskHints ?? []).map((hint) => String(hint.riskTips ?? ''));
        const known = [...orders.map((order) => order.orderNumber), ...odd.flatMap(({ subject }) => subject ?? [])];
        const owned = (await placedBefore(deps, requestId)) ?? (await ownedBy(deps, known, requestId));
        return { mayPlace, riskTips, known, owned, readAtMs: deps.clock.now() };
      }),

    /** Whether the register has a call of this request that may have left, and that neither reads nor a person have ended. */
    unsettledPlacement: ({ requestId }: { requestId: string }): Promise<boolean> =>
      read(deps, () => {
        refuseStranger(deps, requestId);
        return isUnsettled(deps, { step: 'place', subject: requestId });
      }),

    /** Reads the order that the service, or a person, named for a request: from then on the placement is done. */
    notePlaced: ({ requestId, orderNumber }: { requestId: string; orderNumber: string }): Promise<void> =>
      read(deps, async () => {
        refuseStranger(deps, requestId);
        await readPlaced(deps, { requestId, orderNumber }, turnOf());
      }),

    /**
     * Looks up the order of a placement with an open outcome: by ad, side and amount, among those new on the ad
     * (EP-15). Of several the service's own time ranks.
     */
    findPlacedOrder: (input: FindPlacedOrderInput): Promise<{ orderNumber: string | null }> =>
      read(deps, () => {
        refuseStranger(deps, input.requestId);
        return find(deps, input);
      }),
  };
}

/** What it looks for decides whether its request may be sent again. */
function refuseStranger({ account }: ActivityDependencies, requestId: string): void {
  refuseForeignCaller({ workflowType: 'orderPlacement', workflowId: placementWorkflowId(account, requestId) });
}

/** The order that a call of this request has made, as the register knows it; a request that was ruled not to have made one has none. */
async function placedBefore({ register }: ActivityDependencies, requestId: string): Promise<string | null> {
  const rows = (await unlessSilent(() => register.stepRows({ step: 'place', subject: requestId }))) ?? [];
  const row = rows.findLast(({ state, orderNumber }) => orderNumber !== null && madeOrder.has(state));
  return row?.orderNumber ?? null;
}

const madeOrder: ReadonlySet<StepRow['state']> = new Set(['leaving', 'done']);

/** One request is one order, also after a reset of its workflow. */
async function ownedBy(deps: ActivityDependencies, orders: string[], requestId: string): Promise<string | null> {
  const owners = await Promise.all(orders.map((orderNumber) => deps.orders.placementOf(orderNumber)));
  return orders.find((_, index) => owners[index] === requestId) ?? null;
}

interface OrdersOnAd {
  orders: OrderFacts[];
  /** Those that cannot be read: each may be one of this ad. */
  odd: readonly OddRow[];
}

async function ordersOnAd(deps: ActivityDependencies, adNumber: string): Promise<OrdersOnAd> {
  const query = toOrdersOfAd({ adNumber, page: 1, rows });
  const page = await deps.exchange.orders.listOrders(query, { priority: turnOf() });
  const { items, odd } = readEach(
    page.items,
    (row) => toOrderFacts(row),
    ({ orderNumber }) => orderNumber,
  );
  return { orders: items.filter((order) => order.adNumber === adNumber), odd: [...page.odd, ...odd] };
}

async function find(deps: ActivityDependencies, input: FindPlacedOrderInput): Promise<{ orderNumber: string | null }> {
  const atMs = deps.clock.now();
  const { orders, odd } = await ordersOnAd(deps, input.adNumber);
  // A new one that cannot be read may be the placed one: neither is another one taken for it, nor is it denied.
  if (odd.some(({ subject }) => subject === null || !input.known.includes(subject))) return { orderNumber: null };
  const seen = { step: 'place', subject: input.requestId, beganAtMs: readBegan(deps, atMs) } as const;
  for (const { orderNumber } of placedCandidates(orders, { ...input, sentAtMs: byServiceClock(deps, input.sinceMs) })) {
    // Another placement of the same ad and amount may own it: the first claim wins and is permanent.
    const owner = await deps.orders.claimPlacement(orderNumber, input.requestId);
    if (owner !== input.requestId) continue;
    await deps.register.stepSeen({ ...seen, sight: 'done', orderNumber });
    return { orderNumber };
  }
  await deps.register.stepSeen({ ...seen, sight: 'not-done' });
  return { orderNumber: null };
}

/** Before the service's time was measured it is taken to be this machine's. */
function byServiceClock({ exchange }: ActivityDependencies, sinceMs: number): number {
  return sinceMs + (exchange.clockDifferenceMs() ?? 0);
}
