import { WorkflowNotFoundError } from '@temporalio/client';
import { CommandRefusedError, type OrderControl, type OrderView } from '../../client/index.ts';
import { isTerminal } from '../../domain/orders/order-status.ts';
import type { ReportedTransfer } from '../../domain/people/assignment.ts';
import { RegisterSilent } from '../../register/register.ts';
import { mayBeCancelledText } from '../../words/order-words.ts';
import { transferRefusalText } from '../../words/people/people-words.ts';
import { refusal } from '../kit/cli-failure.ts';
import { note, type CommandContext } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { readOptions } from '../kit/option-values.ts';
import { orderPaidOptions } from '../options/order-options.ts';
import { withFoundRegister, type FoundRegister } from '../register/found-register.ts';
import { operatorOf } from '../session/effective-environment.ts';
import { commandOrders } from './command-orders.ts';

interface Report {
  readonly context: CommandContext;
  readonly control: OrderControl;
  readonly orderNumber: string;
  readonly transfer: ReportedTransfer;
  readonly payId: string | null;
}

/** `peerdesk order transferred`: the transfer was sent; the workflow marks the order paid. */
export const orderTransferred: CommandRun = async (call, context) => {
  const options = readOptions(orderPaidOptions, call);
  const { by } = operatorOf(options, context.env);
  const { proof, payId = null, despite } = options;
  const rest = { context, transfer: { by, proof, despite }, payId };
  return await commandOrders({ call, context, options, verb: 'paid', by }, (control, session, orderNumber) =>
    withFoundRegister(context, session, (found) => report({ ...rest, control, orderNumber }, found)),
  );
};

/**
 * The order is looked at first: one that takes no transfer refuses by itself, and nothing is kept of it. Without an answer the
 * transfer stays kept, as who asks again means the same one.
 */
async function report(one: Report, found: FoundRegister): Promise<OrderView> {
  const { side, status, paymentConfirmedBy: before } = await one.control.state();
  if (side !== 'BUY' || isTerminal(status)) return await confirm(one);
  const { added, former } = await keep(one, found);
  try {
    const view = await confirm(one);
    if (former.length > 0) await replace(one, found, { former, before });
    return view;
  } catch (error) {
    if (error instanceof CommandRefusedError || error instanceof WorkflowNotFoundError) await free(one, found, added);
    throw error;
  }
}

/** Only who reported a transfer knows that it was mistyped: of another one there may be two. */
async function replace(one: Report, found: FoundRegister, { former, before }: Replaced): Promise<void> {
  const { context, orderNumber, transfer } = one;
  if (before !== transfer.by)
    return note(
      context,
      `warning: another transfer was reported for order ${orderNumber} before: look at your bank, it may be paid twice`,
    );
  note(context, `order ${orderNumber}: this transfer is in place of one that was reported before`);
  await free(one, found, former);
}

interface Replaced {
  readonly former: readonly string[];
  /** Who reported the one that the order knew; null: it knew none. */
  readonly before: string | null;
}

const confirm = ({ control, transfer: { by, proof }, payId }: Report): Promise<OrderView> =>
  control.confirmPayment({ by, proof, payId });

interface Kept {
  readonly added: readonly string[];
  readonly former: readonly string[];
}

/** Who has paid is heard also where nothing compares it: no money call leaves without the register. */
async function keep({ context, orderNumber, transfer }: Report, { keeper, why }: FoundRegister): Promise<Kept> {
  const kept = keeper === null ? why : await unlessSilent(keeper.keepTransfer(orderNumber, transfer));
  if (typeof kept === 'string') {
    note(context, `warning: this transfer is compared with no other one, nor who has the order: ${kept}`);
    return { added: [], former: [] };
  }
  if (kept.refusal !== null) throw refusal(`order ${orderNumber}: ${transferRefusalText(kept.refusal)}`);
  if (kept.mayBeCancelled) note(context, `warning: order ${orderNumber}: ${mayBeCancelledText}`);
  return kept;
}

async function free(
  { context, orderNumber }: Report,
  { keeper }: FoundRegister,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0 || keeper === null) return;
  const why = await unlessSilent(keeper.freeTransfers(orderNumber, keys));
  if (why !== undefined) note(context, `warning: a transfer stays with order ${orderNumber}: ${why}`);
}

/** Returns why the register is silent, as a text. */
async function unlessSilent<T>(answer: Promise<T>): Promise<T | string> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof RegisterSilent) return error.message;
    throw error;
  }
}
