import type { ApprovalWord, Operator, OrderView, Shown } from '../../client/index.ts';
import { readApproverKey, type ApproverKey } from '../approver/approver-files.ts';
import { approvableSight, pageToSign, signApproval } from '../approver/sign-approval.ts';
import { approvalLifeIn, speakerOf } from '../approver/sign-word.ts';
import { misuse, refusal } from '../kit/cli-failure.ts';
import { note, type CommandContext } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { requireTyped } from '../session/consent.ts';
import { inFreshTime, type TemporalSession } from '../session/temporal-session.ts';
import { timeText } from '../text/time-zone.ts';
import { askSheet } from '../window/ask-window.ts';
import { approvalSheet, totalMistake } from './approval-sheet.ts';
import { commandOrders, orderNumbers } from './command-orders.ts';
import { tradeText } from './order-text.ts';
import { amountText } from '../../words/amount-words.ts';
import { saidTotals } from './said-totals.ts';
import { readOptions } from '../kit/option-values.ts';
import { orderApproveOptions } from '../options/order-options.ts';

/**
 * `peerdesk order approve-release`: the person types the total of each order, or a script says it; then the approval leaves for
 * exactly what was shown. Signed when this machine has a key of the person.
 */
export const orderApprove: CommandRun = async (call, context) => {
  const options = readOptions(orderApproveOptions, call);
  const { operator, keyName } = speakerOf(options, context);
  const key = keyName === null ? null : readApproverKey(context.env, keyName);
  const numbers = orderNumbers(call);
  if (numbers.length > 1 && !options.each)
    throw misuse('several orders take --each: then each is shown and asked about by itself');
  const totals = saidTotals({ orderNumbers: numbers, amounts: options.amount });
  if (totals.size === 0 && context.askPerson === undefined)
    throw refusal(
      `an approval cannot be taken back once the coin has left: add --amount ${formOf(numbers)} to mean it`,
    );
  const orders = { call, context, options, verb: 'approve', by: operator.by, oneByOne: true } as const;
  return await commandOrders(orders, async (control, session) => {
    const view = await pageToSign(control);
    const given = totals.get(view.orderNumber);
    if (given !== undefined && options.despite === undefined) refuseThirdParty(view);
    await requireTotal({ context, session }, view, given);
    return await inFreshTime(session, () => control.approve(wordOf(view, { key, operator, context })));
  });
};

/** What a script has to say; the order's page shows the total. */
const formOf = (numbers: readonly string[]): string =>
  numbers.length === 1 ? 'with its total' : 'for each order, as NUMBER=TOTAL,';

/** A person at the terminal sees it; a script has to say it, and the approval covers that the payment is one of a third party. */
function refuseThirdParty({ orderNumber, payments }: OrderView): void {
  const found = payments.find(({ despite }) => despite !== undefined);
  if (found === undefined) return;
  const what = `order ${orderNumber} is not approved: payment ${found.reference} was paid by a third party`;
  throw refusal(`${what}: add --despite third-party to mean it`);
}

interface Asking {
  context: CommandContext;
  session: TemporalSession;
}

/** A person sees the people and the chat of the order before he types; a script is shown nothing. */
async function requireTotal({ context, session }: Asking, view: OrderView, given: string | undefined): Promise<void> {
  const seen = approvableSight(view);
  const isAsked = given === undefined && context.askPerson !== undefined;
  const answer = isAsked ? await askSheet({ context, ...session }, view.orderNumber) : { missing: 'not asked for' };
  await requireTyped(context, {
    given,
    what: `order ${view.orderNumber} is not approved`,
    option: '--amount with its total',
    shown: approvalSheet(view, seen, { nowMs: Date.now(), answer }),
    question: `Is the money in the bank? Type the total in ${seen.fiat} to approve the release: `,
    mistake: (typed) => totalMistake(typed, seen),
  });
}

interface Giver {
  key: ApproverKey | null;
  operator: Operator;
  context: CommandContext;
}

/** The approval holds for what was shown, and for nothing that has changed while a person looked at it. */
function wordOf(view: OrderView, { key, operator, context }: Giver): Shown<ApprovalWord> {
  if (key !== null) return { ...operator, signed: signedBy(key, view, context) };
  const seen = approvableSight(view);
  const { generation, epoch } = seen;
  return { ...operator, seen, generation, epoch };
}

function signedBy(key: ApproverKey, view: OrderView, context: CommandContext) {
  const signed = signApproval(view, { key, nowMs: Date.now(), approvalLifeMs: approvalLifeIn(context.env) });
  const until = timeText(signed.expiresAtMs);
  note(
    context,
    `order ${view.orderNumber}: ${key.name} signs the release of ${tradeText(view)}${besideText(view)}, until ${until}`,
  );
  return signed;
}

/** What an approval covers beside the trade. */
function besideText({ counterpartyNumber, payments }: OrderView): string {
  const whom = counterpartyNumber === null ? '' : ` to user ${counterpartyNumber}`;
  const seen = payments.map(
    ({ reference, amount, despite }) =>
      `${reference} of ${amountText(amount)}${despite === undefined ? '' : ' (paid by a THIRD PARTY)'}`,
  );
  return `${whom}${seen.length === 0 ? ' without an attached payment' : ` on ${seen.join(', ')}`}`;
}
