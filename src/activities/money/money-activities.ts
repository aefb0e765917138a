/**
 * The calls that move money, and the one that may lose it. Each is sent at most once, by the first dispatch of one attempt that the order's own
 * workflow requested, after a fresh look, claimed and armed in the register, with the guard's permission (money-call.ts).
 */
import type { z } from 'zod';
import { Decimal } from '../../domain/decimal.ts';
import { modes } from '../../domain/mode.ts';
import { OwnFailure } from '../../domain/failures/own-failures.ts';
import { oddAmount } from '../../domain/orders/order-amounts.ts';
import type { OrderFacts } from '../../domain/orders/order-facts.ts';
import { isCancellable, OrderStatus } from '../../domain/orders/order-status.ts';
import type { OrderStand } from '../../domain/register/order-stand.ts';
import { issuesText } from '../../domain/issue-text.ts';
import type { MoneyStepName } from '../../domain/once-steps.ts';
import { orderWorkflowId, placementWorkflowId } from '../../workflows/contract/workflow-ids.ts';
import type {
  CancelOrderInput,
  MarkPaidInput,
  MoneyAttempt,
  PlaceOrderActivityInput,
  ReleaseCoinInput,
} from '../activity-contract.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { report, sendMoney } from './money-call.ts';
import { cancelOrderSchema, markPaidSchema, meantBy, placeOrderSchema, releaseCoinSchema } from './money-inputs.ts';
import { NotSent, rejected } from './not-sent.ts';
import { claimedPayments, readStand } from './order-stand.ts';
import type { ReadyCall } from './ready-call.ts';
import { lacksText, oddAmountText } from '../../words/check-words.ts';
import { lookAtGate, refusalOf } from './release-gate.ts';
import { amountText } from '../../words/amount-words.ts';

/** Creates the activities that move money; the workflow runs each with one attempt. */
export function createMoneyActivities(deps: ActivityDependencies) {
  return {
    /** EP-17. */
    markOrderAsPaid: async (raw: MarkPaidInput): Promise<MoneyAttempt> => {
      const read = markPaidSchema.safeParse(raw);
      if (!read.success) return malformed(deps, 'mark-paid', { raw, error: read.error });
      const { mode, orderNumber, fence } = read.data;
      const caller = orderCaller(deps, orderNumber);
      const prepare = () => prepareMarkPaid(deps, read.data);
      return sendMoney(deps, {
        step: 'mark-paid',
        subject: orderNumber,
        mode,
        fence,
        caller,
        needsCode: false,
        prepare,
      });
    },

    /** EP-9, after EP-10. */
    cancelOrder: async (raw: CancelOrderInput): Promise<MoneyAttempt> => {
      const read = cancelOrderSchema.safeParse(raw);
      if (!read.success) return malformed(deps, 'cancel', { raw, error: read.error });
      const { mode, orderNumber, fence } = read.data;
      const caller = orderCaller(deps, orderNumber);
      const prepare = () => prepareCancel(deps, read.data);
      return sendMoney(deps, { step: 'cancel', subject: orderNumber, mode, fence, caller, needsCode: false, prepare });
    },

    /** EP-20. */
    releaseCoin: async (raw: ReleaseCoinInput): Promise<MoneyAttempt> => {
      const read = releaseCoinSchema.safeParse(raw);
      if (!read.success) return malformed(deps, 'release', { raw, error: read.error });
      const input = read.data;
      const { mode, orderNumber, fence } = input;
      const caller = orderCaller(deps, orderNumber);
      // The approvals are judged for the mode in which it is sent, whatever the gate's own is.
      const sentIn = modes.find((known) => known === mode) ?? input.gate.mode;
      const prepare = () => prepareRelease(deps, { ...input, gate: { ...input.gate, mode: sentIn } });
      return sendMoney(deps, { step: 'release', subject: orderNumber, mode, fence, caller, needsCode: true, prepare });
    },

    /** EP-18. */
    placeOrder: async (raw: PlaceOrderActivityInput): Promise<MoneyAttempt> => {
      const read = placeOrderSchema.safeParse(raw);
      if (!read.success) return malformed(deps, 'place', { raw, error: read.error });
      const { mode, requestId, fence } = read.data;
      const workflowId = placementWorkflowId(deps.account, requestId);
      const caller = { workflowType: 'orderPlacement', workflowId } as const;
      const prepare = () => preparePlacement(deps, read.data);
      return sendMoney(deps, { step: 'place', subject: requestId, mode, fence, caller, needsCode: false, prepare });
    },
  };
}

function orderCaller({ account }: ActivityDependencies, orderNumber: string) {
  return { workflowType: 'orderLifecycle', workflowId: orderWorkflowId(account, orderNumber) } as const;
}

/** A malformed input: nothing of it is executed, and the log names its order as far as it is readable. */
function malformed(
  deps: ActivityDependencies,
  step: MoneyStepName,
  { raw, error }: { raw: unknown; error: z.ZodError },
): MoneyAttempt {
  const { subject, mode } = meantBy(raw);
  const end = rejected(new NotSent(OwnFailure.INVARIANT, `malformed input: ${issuesText(error)}`));
  report(deps, { step, subject, mode }, end);
  return end;
}

async function prepareMarkPaid(deps: ActivityDependencies, input: MarkPaidWish): Promise<ReadyCall> {
  const { orderNumber, payId, resetId, seen } = input;
  // Nothing of a payment notice depends on who the other one is.
  const read = { orderNumber, role: 'maker', resetId, match: null, earlierMatches: [] } as const;
  const { order, stand } = await readStand(deps, read, 'money');
  refuseMismatch(order, { side: 'BUY', status: OrderStatus.AWAITING_PAYMENT });
  refuseOddAmounts(order);
  const now = standing(stand);
  refuseTakenBack(now, seen);
  const { revision } = now;
  return {
    wish: { ...tradeOf(order), payments: [], perDay: null },
    seen: { ...seen, revision },
    send: async (by) => {
      await deps.marketplace.orders.markPaid({ orderNumber, payId }, by);
      return null;
    },
  };
}

async function prepareCancel(deps: ActivityDependencies, input: CancelWish): Promise<ReadyCall> {
  const { orderNumber, reason, text, mayBePaid, resetId, seen } = input;
  // First, so that the order is read as late as it can be.
  const isAllowed = await deps.marketplace.orders.mayCancel(orderNumber, { priority: 'money' });
  // Nothing of a cancellation depends on who the seller is.
  const read = { orderNumber, role: 'maker', resetId, match: null, earlierMatches: [] } as const;
  const { order, stand } = await readStand(deps, read, 'money');
  if (order.side !== 'BUY' || !isCancellable(order.status))
    throw new NotSent(OwnFailure.ORDER_MISMATCH, `the order is ${order.side} and ${order.status}`);
  const now = standing(stand);
  refuseTakenBack(now, seen);
  if (!isAllowed) throw new NotSent(OwnFailure.ORDER_MISMATCH, 'the service does not let the order be cancelled now');
  const cancelling = { reason, mayBePaid: mayBePaid || order.status === OrderStatus.PAID };
  return {
    wish: { ...tradeOf(order), payments: [], perDay: null, cancelling },
    seen: { ...seen, revision: now.revision },
    send: async (by) => {
      await deps.marketplace.orders.cancel({ orderNumber, reason, text }, by);
      return null;
    },
  };
}

type CancelWish = Omit<z.output<typeof cancelOrderSchema>, 'mode' | 'fence'>;
type MarkPaidWish = Pick<z.output<typeof markPaidSchema>, 'orderNumber' | 'payId' | 'resetId' | 'seen'>;
type ReleaseWish = Pick<z.output<typeof releaseCoinSchema>, 'orderNumber' | 'payId' | 'gate'>;

async function prepareRelease(
  deps: ActivityDependencies,
  { orderNumber, payId, gate }: ReleaseWish,
): Promise<ReadyCall> {
  const { policy } = gate.rules;
  if (!deps.allowsPolicy(policy)) {
    throw new NotSent(OwnFailure.POLICY_NOT_ALLOWED, `this worker does not release by policy ${policy}`);
  }
  const { order, stand, missing, proofs } = await lookAtGate(deps, gate, 'money');
  refuseMismatch(order, { side: 'SELL', status: OrderStatus.PAID });
  refuseOddAmounts(order);
  refuseOverCap(deps, order);
  if (missing.length > 0) throw new NotSent(refusalOf(missing), lacksText(missing), { lacks: missing });
  const { generation, epoch, revision } = standing(stand);
  const perDay = capIn(deps.releasePermission.maxReleasePerDay, order.fiat);
  return {
    wish: { ...tradeOf(order), payments: claimedPayments(proofs), perDay },
    seen: { generation, epoch, revision },
    send: async (by, code) => {
      await deps.marketplace.orders.release({ orderNumber, payId, code }, by);
      return null;
    },
  };
}

/** No register is no permission. */
function standing(stand: OrderStand | null): OrderStand {
  if (stand !== null) return stand;
  throw new NotSent(OwnFailure.REGISTER_SILENT, 'the register does not answer');
}

/** A confirmation is good for the order as its giver saw it: whatever was taken back since makes it void. */
function refuseTakenBack({ held, generation, epoch }: OrderStand, seen: MarkPaidWish['seen']): void {
  if (held !== null) throw new NotSent(OwnFailure.HELD, 'the order is on hold');
  if (seen.generation === generation && seen.epoch === epoch) return;
  throw new NotSent(OwnFailure.TAKEN_BACK, 'something was taken back since it was asked for');
}

function tradeOf({ asset, amount, price, totalPrice: total, fiat, counterpartyNumber: counterparty }: OrderFacts) {
  return { asset, amount, price, total, fiat, counterparty };
}

async function preparePlacement(
  deps: ActivityDependencies,
  input: Omit<PlaceOrderActivityInput, 'mode'>,
): Promise<ReadyCall> {
  const { requestId, asset, totalAmount: total, matchPrice: price, fiat } = input;
  const { generation, epoch, revision } = await deps.register.marksOf(requestId);
  return {
    wish: { asset, amount: null, price, total, fiat, counterparty: null, payments: [], perDay: null },
    seen: { generation, epoch, revision },
    send: (by) => deps.marketplace.orders.place(input, by),
  };
}

function refuseMismatch(order: OrderFacts, wanted: { side: 'BUY' | 'SELL'; status: OrderStatus }): void {
  if (order.side === wanted.side && order.status === wanted.status) return;
  const message = `the order is ${order.side} and ${order.status}, not ${wanted.side} and ${wanted.status}`;
  throw new NotSent(OwnFailure.ORDER_MISMATCH, message);
}

/** No cap holds what is not above zero, and no decimal at all. */
function refuseOddAmounts(order: OrderFacts): void {
  const odd = oddAmount(order);
  if (odd !== null) throw new NotSent(OwnFailure.ORDER_MISMATCH, oddAmountText(odd));
}

/** Returns the worker's cap for a currency, null without caps. If there are caps, a currency without one is refused. */
function capIn(caps: Readonly<Record<string, string>>, fiat: string): string | null {
  if (Object.keys(caps).length === 0) return null;
  if (Object.hasOwn(caps, fiat)) return caps[fiat] ?? null;
  throw new NotSent(OwnFailure.OVER_CAP, `no cap of this worker names ${fiat}`);
}

/** Refuses more than the worker's own largest release, whatever the workflow requests. */
function refuseOverCap({ releasePermission }: ActivityDependencies, { totalPrice, fiat }: OrderFacts): void {
  const cap = capIn(releasePermission.maxRelease, fiat);
  if (cap === null || new Decimal(totalPrice).lessThanOrEqualTo(cap)) return;
  const message = `${amountText(totalPrice)} ${fiat} is above this worker's largest release of ${amountText(cap)} ${fiat}`;
  throw new NotSent(OwnFailure.OVER_CAP, message);
}
