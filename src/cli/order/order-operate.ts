import { z } from 'zod';
import { orderControl } from '../../client/index.ts';
import type { Operator, OrderControl, OrderView } from '../../client/index.ts';
import { print } from '../command-context.ts';
import type { CommandContext } from '../command-context.ts';
import type { CommandCall, CommandRun } from '../command-spec.ts';
import { operatorOf } from '../effective-environment.ts';
import {
  amountValue,
  numberIdValue,
  operatorShape,
  readArgument,
  readOptions,
  sessionShape,
  textValue,
} from '../option-values.ts';
import { ask, withTemporal } from '../temporal-session.ts';
import type { SessionWish } from '../temporal-session.ts';
import { orderLine } from './order-text.ts';

const operatorSchema = z.object({ ...sessionShape, ...operatorShape });
const paidSchema = z.object({
  ...sessionShape,
  by: textValue.optional(),
  proof: textValue,
  payId: z
    .string()
    .regex(/^\d{1,19}$/, 'must be the number of a payment method')
    .optional(),
});

const matchSchema = z.object({
  ...sessionShape,
  amount: amountValue,
  payer: textValue,
  proof: textValue,
  at: z.iso.datetime({ offset: true, message: 'must be a moment such as 2026-11-21T09:30:00Z' }).optional(),
});

/** `peerdesk order approve` */
export const orderApprove: CommandRun = operate((control, operator) => control.approve(operator));
/** `peerdesk order hold` */
export const orderHold: CommandRun = operate((control, operator) => control.hold(operator));
/** `peerdesk order verify-kyc` */
export const orderVerifyKyc: CommandRun = operate((control, operator) => control.verifyKyc(operator));
/** `peerdesk order unhold` */
export const orderUnhold: CommandRun = operate((control, operator) => control.unhold(operator));

function operate(command: (control: OrderControl, operator: Operator) => Promise<OrderView>): CommandRun {
  return async (call, context) => {
    const options = readOptions(operatorSchema, call);
    const operator = operatorOf(options, context.env);
    await commandOrder({ call, context, options }, (control) => command(control, operator));
    return undefined;
  };
}

/** `peerdesk order paid`: the payment has left; the workflow marks the order paid. */
export const orderPaid: CommandRun = async (call, context) => {
  const options = readOptions(paidSchema, call);
  const { by } = operatorOf(options, context.env);
  const notice = { by, proof: options.proof, payId: options.payId ?? null };
  await commandOrder({ call, context, options }, (control) => control.confirmPayment(notice));
  return undefined;
};

/** `peerdesk order match`: a payment that the bank shows, for the release policy of that name. */
export const orderMatch: CommandRun = async (call, context) => {
  const options = readOptions(matchSchema, call);
  const { amount, payer: payerName, proof: proofId, at } = options;
  const match = { amount, payerName, proofId, atMs: at === undefined ? Date.now() : Date.parse(at) };
  await commandOrder({ call, context, options }, (control) => control.attachMatch(match));
  return undefined;
};

interface OrderCall {
  call: CommandCall;
  context: CommandContext;
  options: SessionWish & { json: boolean };
}

/** Gives a command to one order and prints how it stands then. */
export async function commandOrder(
  { call, context, options }: OrderCall,
  command: (control: OrderControl) => Promise<OrderView>,
): Promise<void> {
  const orderNumber = readArgument(numberIdValue, call, { index: 0, name: 'the order' });
  await withTemporal(context, options, async (session) => {
    const control = orderControl(session.client, session.account, orderNumber);
    const view = await ask(session, control.workflowId, () => command(control));
    print(context, { json: options.json, data: view, text: () => orderLine(view) });
  });
}
