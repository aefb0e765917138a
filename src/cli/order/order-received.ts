import type { AttachedMatch, OrderView, Shown } from '../../client/index.ts';
import { compare } from '../../domain/decimal.ts';
import type { CommandContext } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { requireConsent } from '../session/consent.ts';
import { operatorOf } from '../session/effective-environment.ts';
import { misuse } from '../kit/cli-failure.ts';
import { inFreshTime } from '../session/temporal-session.ts';
import { unreadAmount } from './approval-sheet.ts';
import { commandOrders } from './command-orders.ts';
import { amountText } from '../../words/amount-words.ts';
import { readOptions } from '../kit/option-values.ts';
import { orderReceivedOptions } from '../options/order-options.ts';

/**
 * `peerdesk order received`: attaches a payment from the bank. Its amount is compared before, its payer by the worker, who
 * alone knows the name of the buyer: nothing is released on a payment of another person unless that was said.
 */
export const orderReceived: CommandRun = async (call, context) => {
  const options = readOptions(orderReceivedOptions, call);
  const { amount, payer: payerName, proof: proofId, at, despite } = options;
  const problem = unreadAmount(amount);
  if (problem !== null) throw misuse(`--amount ${problem}`);
  const { by } = operatorOf(options, context.env);
  const moment = { atMs: at === undefined ? Date.now() : Date.parse(at) };
  const whose = despite.includes('third-party') ? ({ despite: 'third-party' } as const) : {};
  const match: Shown<AttachedMatch> = { amount, payerName, proofId, ...moment, ...whose, by };
  return await commandOrders({ call, context, options, verb: 'match', by }, async (control, session) => {
    const view = await control.state();
    await requireFitting(context, view, { amount, agreed: despite.includes('amount') });
    // What was compared is what it is attached to: something that is taken back meanwhile refuses it.
    return await inFreshTime(session, () => control.attachMatch({ ...match, ...view.mark }));
  });
};

/** A part of the total may be meant; a mistyped amount is not. */
async function requireFitting(
  context: CommandContext,
  { totalPrice, pair }: OrderView,
  { amount, agreed }: { amount: string; agreed: boolean },
): Promise<void> {
  if (totalPrice === null || compare(amount, totalPrice) === 0) return;
  const what = `amount NO: ${amount} arrived, the total is ${amountText(totalPrice)} ${pair?.split('/')[1] ?? ''}`;
  await requireConsent(context, { agreed, what: what.trimEnd(), option: '--despite amount' });
}
