import { z } from 'zod';
import {
  holdFromStart,
  type ApprovalWord,
  type Shown,
  type Operator,
  type OrderControl,
  type OrderStart,
  type OrderView,
} from '../../client/index.ts';
import { unholdWord } from '../../domain/signing/signed-unhold.ts';
import { readApproverKey, type ApproverKey } from '../approver/approver-files.ts';
import { pageToSign, seenIn, signApproval } from '../approver/sign-approval.ts';
import { approvalLifeIn, keyShape, speakerOf, type Sign } from '../approver/sign-word.ts';
import { refusal } from '../cli-failure.ts';
import { requireConsent } from '../consent.ts';
import { note, type CommandContext } from '../command-context.ts';
import type { CommandRun } from '../command-spec.ts';
import { operatorOf } from '../effective-environment.ts';
import { amountValue, flagValue, operatorShape, readOptions, sessionShape, textValue } from '../option-values.ts';
import { commandOrders } from './command-orders.ts';
import type { AccountKeeper } from '../register/account-keeper.ts';
import type { TemporalSession } from '../temporal-session.ts';
import type { OrderVerb } from './order-answers.ts';
import { amountText, tradeText } from './order-text.ts';
import { timeText } from '../text/time-zone.ts';

const operatorSchema = z.object({ ...sessionShape, ...operatorShape });
const stopSchema = operatorSchema.extend({ yes: flagValue });
const signingSchema = operatorSchema.extend(keyShape);
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
  by: textValue.optional(),
  amount: amountValue,
  payer: textValue,
  proof: textValue,
  at: z.iso.datetime({ offset: true, message: 'must be a moment such as 2026-11-21T09:30:00Z' }).optional(),
});

const unmatchSchema = operatorSchema.extend({ payment: textValue });

/** `peerdesk order revoke` */
export const orderRevoke: CommandRun = operate('revoke', (control, operator) => control.revoke(operator));
/** `peerdesk order verify-kyc` */
export const orderVerifyKyc: CommandRun = operate('verify-kyc', (control, operator) => control.verifyKyc(operator));
/** `peerdesk order unhold`: signed when this machine has a key of the person. */
export const orderUnhold: CommandRun = async (call, context) => {
  const options = readOptions(signingSchema, call);
  const { operator, sign } = speakerOf(options, context);
  return await commandOrders({ call, context, options, verb: 'unhold', by: operator.by }, async (control) => {
    if (sign === null) return await control.unhold(operator);
    return await control.unhold({ ...operator, ...signedUnhold(await pageToSign(control), operator, sign) });
  });
};

/** The signature covers the hold that the order shows. */
function signedUnhold({ account, orderNumber, mark, held }: OrderView, { by }: Operator, sign: Sign) {
  if (mark === null) throw refusal(`order ${orderNumber} has not been read yet: try again in a moment`);
  if (held === null) throw refusal(`order ${orderNumber} is not held: nothing is signed`);
  const { generation, epoch } = mark;
  return { generation, epoch, signed: sign(unholdWord({ account, orderNumber, generation, epoch, by })) };
}

/** `peerdesk order stop`: permanent, because the desk never takes a stopped order up again. */
export const orderStop: CommandRun = async (call, context) => {
  const { yes } = readOptions(stopSchema, call);
  const what = `from then on the desk neither watches, pays nor releases ${call.args.join(' ')}, and you finish it in the app`;
  await requireConsent(context, { agreed: yes, what });
  return await operate('stop', (control, operator) => control.stop(operator))(call, context);
};

function operate(
  verb: OrderVerb,
  command: (control: OrderControl, operator: Operator) => Promise<OrderView>,
): CommandRun {
  return async (call, context) => {
    const options = readOptions(operatorSchema, call);
    const operator = operatorOf(options, context.env);
    return await commandOrders({ call, context, options, verb, by: operator.by }, (control) =>
      command(control, operator),
    );
  };
}

/** `peerdesk order approve`: signed when this machine has a key of the person. */
export const orderApprove: CommandRun = async (call, context) => {
  const options = readOptions(signingSchema, call);
  const { operator, keyName } = speakerOf(options, context);
  const key = keyName === null ? null : readApproverKey(context.env, keyName);
  const orders = { call, context, options, verb: 'approve', by: operator.by } as const;
  return await commandOrders(orders, async (control) => {
    if (key === null) return await control.approve(await typedWord(control, operator));
    return await control.approve(await signedWord(control, { key, operator, context }));
  });
};

interface SignedWish {
  key: ApproverKey;
  operator: Operator;
  context: CommandContext;
}

/** Reads the order: the approval holds for what it shows. One that was not read yet is refused by its workflow. */
async function typedWord(control: OrderControl, operator: Operator): Promise<Shown<ApprovalWord>> {
  const seen = seenIn(await control.state());
  if (seen === null) return operator;
  const { generation, epoch } = seen;
  return { ...operator, seen, generation, epoch };
}

/** Reads the order, shows what is signed, and signs exactly that. */
async function signedWord(control: OrderControl, { key, operator, context }: SignedWish): Promise<Shown<ApprovalWord>> {
  const view = await pageToSign(control);
  const signed = signApproval(view, { key, nowMs: Date.now(), approvalLifeMs: approvalLifeIn(context.env) });
  const until = timeText(signed.expiresAtMs);
  note(
    context,
    `order ${view.orderNumber}: ${key.name} signs the release of ${tradeText(view)}${besideText(view)}, until ${until}`,
  );
  return { ...operator, signed };
}

/** What an approval covers beside the trade. */
function besideText({ counterpartyNumber, payments }: OrderView): string {
  const whom = counterpartyNumber === null ? '' : ` to user ${counterpartyNumber}`;
  const seen = payments.map(({ reference, amount }) => `${reference} of ${amountText(amount)}`);
  return `${whom}${seen.length === 0 ? ' without an attached payment' : ` on ${seen.join(', ')}`}`;
}

/** `peerdesk order hold`: kept in the register here and as a signal where no worker can answer; an order that waits for its turn is taken up held. */
export const orderHold: CommandRun = async (call, context) => {
  const options = readOptions(operatorSchema, call);
  const operator = operatorOf(options, context.env);
  const kept = {
    inRegister: (keeper: AccountKeeper, orderNumber: string): Promise<void> => keeper.hold(orderNumber, operator),
    send: (control: OrderControl): Promise<void> => control.sendHold(operator),
  };
  const ahead = ({ client }: TemporalSession, start: OrderStart): Promise<boolean> =>
    holdFromStart(client, start, operator);
  return await commandOrders({ call, context, options, verb: 'hold', by: operator.by, kept, ahead }, (control) =>
    control.hold(operator),
  );
};

/** `peerdesk order paid`: the transfer was sent; the workflow marks the order paid. */
export const orderPaid: CommandRun = async (call, context) => {
  const options = readOptions(paidSchema, call);
  const { by } = operatorOf(options, context.env);
  const notice = { by, proof: options.proof, payId: options.payId ?? null };
  return await commandOrders({ call, context, options, verb: 'paid', by }, (control) => control.confirmPayment(notice));
};

/** `peerdesk order match`: attaches a payment from the bank, for the release policy `match`. */
export const orderMatch: CommandRun = async (call, context) => {
  const options = readOptions(matchSchema, call);
  const { amount, payer: payerName, proof: proofId, at } = options;
  const { by } = operatorOf(options, context.env);
  const match = { amount, payerName, proofId, atMs: at === undefined ? Date.now() : Date.parse(at) };
  return await commandOrders({ call, context, options, verb: 'match', by }, (control) =>
    control.attachMatch({ ...match, by }),
  );
};

/** `peerdesk order unmatch`: takes an attached payment back, before a release rests on it. */
export const orderUnmatch: CommandRun = async (call, context) => {
  const options = readOptions(unmatchSchema, call);
  const { payment: proofId } = options;
  const operator = operatorOf(options, context.env);
  return await commandOrders({ call, context, options, verb: 'unmatch', by: operator.by }, (control) =>
    control.detachMatch({ ...operator, proofId }),
  );
};
