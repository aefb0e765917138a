import type { AttachedMatch, OrderView, Shown } from '../../client/index.ts';
import { compare } from '../../domain/decimal.ts';
import type { CommandContext } from '../kit/command-context.ts';
import type { CommandCall, CommandRun } from '../kit/command-spec.ts';
import { requireConsent } from '../session/consent.ts';
import { operatorOf } from '../session/effective-environment.ts';
import { misuse, refusal } from '../kit/cli-failure.ts';
import type { ExitCode } from '../kit/exit-code.ts';
import { inFreshTime, type SessionWish } from '../session/temporal-session.ts';
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
  const { amount, payer, proof, at } = options;
  const problem = unreadAmount(amount);
  if (problem !== null) throw misuse(`--amount ${problem}`);
  const atMs = at === undefined ? Date.now() : Date.parse(at);
  return await attachReceived({ call, context, options }, { amount, currency: null, payer, proof, atMs });
};

/** A payment that a person attaches. */
interface ReceivedPayment {
  readonly amount: string;
  /** Null: that of the order. */
  readonly currency: string | null;
  readonly payer: string;
  readonly proof: string;
  readonly atMs: number;
}

interface AttachingCall {
  readonly call: CommandCall;
  readonly context: CommandContext;
  readonly options: SessionWish & { json: boolean; by?: string | undefined; despite: readonly string[] };
}

/** Attaches a payment to the order that the call names, once its amount fits or a person means it. */
export async function attachReceived(
  { call, context, options }: AttachingCall,
  { amount, currency, payer, proof, atMs }: ReceivedPayment,
): Promise<ExitCode> {
  const { despite } = options;
  const { by } = operatorOf(options, context.env);
  const whose = despite.includes('third-party') ? ({ despite: 'third-party' } as const) : {};
  const match: Shown<AttachedMatch> = { amount, payerName: payer, proofId: proof, atMs, ...whose, by };
  return await commandOrders({ call, context, options, verb: 'match', by }, async (control, session) => {
    const view = await control.state();
    const wanted = view.pair?.split('/')[1];
    if (currency !== null && wanted !== currency)
      throw refusal(`the payment is in ${currency}, the order in ${wanted}`);
    await requireFitting(context, view, { amount, agreed: despite.includes('amount') });
    // What was compared is what it is attached to: something that is taken back meanwhile refuses it.
    return await inFreshTime(session, () => control.attachMatch({ ...match, ...view.mark }));
  });
}

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
