import type { OrderFacts } from '../../domain/orders/order-facts.ts';
import { isDatedAfter, placedCandidates, type PlacedTrace } from '../../domain/orders/placed-order.ts';
import type { StepRow } from '../../domain/register/step-row.ts';
import type { OddRow } from '../../domain/odd-row.ts';
import type { CheckPlacementInput, FindPlacedOrderInput, PlacementCheck } from '../activity-contract.ts';
import { placementWorkflowId } from '../../workflows/contract/workflow-ids.ts';
import { refuseForeignCaller } from '../kit/caller.ts';
import { read, turnOf } from '../kit/calls.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { isUnsettled, readBegan, unlessSilent } from '../money/order-stand.ts';
import { readPlaced } from '../money/settle-steps.ts';

/** Activities around placing an order. */
export function createPlacementActivities(deps: ActivityDependencies) {
  return {
    /** EP-11, the risk tips, the account's orders on the ad before the attempt, and the order that the request owns. */
    checkPlacement: (input: CheckPlacementInput): Promise<PlacementCheck> =>
      read(deps, async () => {
        const { adNumber, fiat, requestId } = input;
        refuseStranger(deps, requestId);
        const [mayPlace, riskTips, { orders, odd }] = await Promise.all([
          deps.marketplace.orders.mayPlace(adNumber, { priority: 'order' }),
          deps.marketplace.orders.riskTips({ fiat }, { priority: 'order' }),
          ordersOnAd(deps, adNumber),
        ]);
        const known = [...orders.map((order) => order.orderNumber), ...odd.flatMap(({ subject }) => subject ?? [])];
        const owned =
          (await placedBefore(deps, requestId)) ??
          (await ownedBy(deps, known, requestId)) ??
          (await madeBefore(deps, input, orders));
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

/**
 * An order of this ad, side and amount without an owner, from after a call of the request that has left: that call made it,
 * whatever reads or a person have said of it, and whatever its workflow has forgotten.
 */
async function madeBefore(
  deps: ActivityDependencies,
  { requestId, side, totalAmount }: CheckPlacementInput,
  orders: readonly OrderFacts[],
): Promise<string | null> {
  const rows = (await unlessSilent(() => deps.register.stepRows({ step: 'place', subject: requestId }))) ?? [];
  const left = rows.filter(({ state }) => hasLeft.has(state)).flatMap(({ armedAtMs }) => armedAtMs ?? []);
  if (left.length === 0) return null;
  const sentAtMs = byServiceClock(deps, Math.min(...left));
  const trace = { side, totalAmount, known: [], sentAtMs };
  return claimed(deps, requestId, dated(orders, trace).after);
}

const hasLeft: ReadonlySet<StepRow['state']> = new Set(['leaving', 'not-done']);

/** The candidates that the service dates after the call, and the others. */
function dated(orders: readonly OrderFacts[], trace: PlacedTrace) {
  const candidates = placedCandidates(orders, trace);
  const after = candidates.filter((order) => isDatedAfter(order, trace.sentAtMs));
  return { after, other: candidates.filter((order) => !after.includes(order)) };
}

/** Another placement of the same ad and amount may own one, also one that is over: the first claim wins and is permanent. */
async function claimed(
  { orders }: ActivityDependencies,
  requestId: string,
  candidates: readonly OrderFacts[],
): Promise<string | null> {
  for (const { orderNumber } of candidates) {
    const owner = (await orders.placementOf(orderNumber)) ?? (await orders.claimPlacement(orderNumber, requestId));
    if (owner === requestId) return orderNumber;
  }
  return null;
}

/** One request is one order, also after a reset of its workflow. */
async function ownedBy(deps: ActivityDependencies, orders: string[], requestId: string): Promise<string | null> {
  const owners = await Promise.all(orders.map((orderNumber) => deps.orders.placementOf(orderNumber)));
  return orders.find((_, index) => owners[index] === requestId) ?? null;
}

interface OrdersOnAd {
  orders: OrderFacts[];
  /** Those that cannot be read: each may be one of this ad. */
  odd: readonly OddRow[];
  /** Whether it shows all that the service has dated after a moment: it is the newest page, and may have others behind it. */
  goesBackTo: (atMs: number) => boolean;
}

async function ordersOnAd(deps: ActivityDependencies, adNumber: string): Promise<OrdersOnAd> {
  const { items, odd, isAll } = await deps.marketplace.orders.listOnAd(adNumber, { priority: turnOf() });
  return {
    orders: items.filter((order) => order.adNumber === adNumber),
    odd,
    goesBackTo: (atMs) => isAll || items.some((order) => !isDatedAfter(order, atMs)),
  };
}

async function find(deps: ActivityDependencies, input: FindPlacedOrderInput): Promise<{ orderNumber: string | null }> {
  const { adNumber, requestId } = input;
  const atMs = deps.clock.now();
  const call = await callOf(deps, input);
  const { orders, odd, goesBackTo } = await ordersOnAd(deps, adNumber);
  // A new one that cannot be read may be the placed one: neither is another one taken for it, nor is it denied.
  if (odd.some(({ subject }) => subject === null || !call.known.includes(subject))) return { orderNumber: null };
  const trace = { ...input, known: call.known, sentAtMs: byServiceClock(deps, call.sinceMs) };
  const { after, other } = dated(orders, trace);
  const seen = { step: 'place', subject: requestId, beganAtMs: readBegan(deps, atMs) } as const;
  const orderNumber = await claimed(deps, requestId, call.isEarlier ? after : [...after, ...other]);
  if (orderNumber !== null) {
    await deps.register.stepSeen({ ...seen, sight: 'done', orderNumber });
    return { orderNumber };
  }
  const isUnclear = !goesBackTo(trace.sentAtMs) || (call.isEarlier && (await hasUnowned(deps, other)));
  if (!isUnclear) await deps.register.stepSeen({ ...seen, sight: 'not-done' });
  return { orderNumber: null };
}

/** The call that is looked up. */
interface LookedUp extends Pick<FindPlacedOrderInput, 'known' | 'sinceMs'> {
  /** It had left when the orders of before were read: its own may be among them, and their list says nothing. */
  isEarlier: boolean;
}

async function callOf(
  { register }: ActivityDependencies,
  { requestId, known, sinceMs }: FindPlacedOrderInput,
): Promise<LookedUp> {
  const rows = await register.stepRows({ step: 'place', subject: requestId });
  const open = rows.findLast(({ state }) => state === 'leaving');
  if (open === undefined || open.askedAtMs >= sinceMs) return { known, sinceMs, isEarlier: false };
  return { known: [], sinceMs: open.armedAtMs ?? open.askedAtMs, isEarlier: true };
}

async function hasUnowned({ orders }: ActivityDependencies, others: readonly OrderFacts[]): Promise<boolean> {
  const owners = await Promise.all(others.map(({ orderNumber }) => orders.placementOf(orderNumber)));
  return owners.includes(null);
}

/** Before the service's time was measured it is taken to be this machine's. */
function byServiceClock({ marketplace }: ActivityDependencies, sinceMs: number): number {
  return sinceMs + (marketplace.account.clockDifferenceMs() ?? 0);
}
