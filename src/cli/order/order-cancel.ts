import type { OrderView } from '../../client/index.ts';
import { isExplained } from '../../domain/cancel-reason.ts';
import type { CancellingFacts } from '../../domain/signing/signed-cancelling.ts';
import { cancelReasonWords } from '../../words/order-words.ts';
import { refusalText } from '../../words/refusal-words.ts';
import { speakerOf, type Speaker } from '../approver/sign-word.ts';
import { misuse, refusal } from '../kit/cli-failure.ts';
import type { CommandContext } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { readOptions, type OptionsOf } from '../kit/option-values.ts';
import { orderCancelOptions } from '../options/order-options.ts';
import { withFoundRegister } from '../register/found-register.ts';
import { requireConsent } from '../session/consent.ts';
import { inFreshTime, type TemporalSession } from '../session/temporal-session.ts';
import { commandOrders } from './command-orders.ts';
import { tradeText } from './order-text.ts';

type CancelOptions = OptionsOf<typeof orderCancelOptions>;

/**
 * `peerdesk order cancel`: a purchase is cancelled at the service, once, by the order's own workflow. A person says so in the
 * register first; where it may be paid, two different people do.
 */
export const orderCancel: CommandRun = async (call, context) => {
  const options = readOptions(orderCancelOptions, call);
  if (!isExplained(options)) throw misuse('--reason 5 needs --note: it goes to the service');
  const speaker = speakerOf(options, context);
  const { operator } = speaker;
  const orders = { call, context, options, verb: 'cancel', by: operator.by, oneByOne: true } as const;
  return await commandOrders(orders, async (control, session) => {
    const view = await control.state();
    const mark = markOf(view);
    await requireConsent(context, { agreed: options.yes, what: consequence(view, options) });
    const { reason, despitePayment } = options;
    return await inFreshTime(session, async () => {
      const { orderNumber } = view;
      await sayInRegister({ context, session, speaker }, { orderNumber, ...mark, reason, despitePayment });
      return await control.cancel({ ...operator, ...mark, reason, despitePayment });
    });
  });
};

/** What can be said before a person is asked, and before anything is kept. */
function markOf({ orderNumber, mark, side, mode, status, waitingFor }: OrderView): NonNullable<OrderView['mark']> {
  if (waitingFor.code === 'nothing')
    throw refusal(`order ${orderNumber}: ${refusalText({ code: 'order-ended', status })}`);
  if (mark === null) throw refusal(`order ${orderNumber}: ${refusalText({ code: 'order-unread' })}`);
  if (side === 'SELL') throw refusal(`order ${orderNumber}: ${refusalText({ code: 'buyer-cancels' })}`);
  if (mode === 'shadow') throw refusal(`order ${orderNumber}: ${refusalText({ code: 'cancel-in-shadow' })}`);
  return mark;
}

function consequence(view: OrderView, { reason, despitePayment }: CancelOptions): string {
  const { orderNumber } = view;
  const loss = despitePayment ? '; what was PAID for it stays with the seller' : '';
  const why = `"${cancelReasonWords[reason]}"`;
  return `order ${orderNumber} (${tradeText(view)}) is cancelled at the service, for ${why}, and counts in your record there${loss}`;
}

interface Saying {
  readonly context: CommandContext;
  readonly session: TemporalSession;
  readonly speaker: Speaker;
}

type Said = Omit<CancellingFacts, 'account' | 'by'>;

/** The register keeps it, and verifies the signature where the account needs one: no message of Temporal stands for it. */
async function sayInRegister({ context, session, speaker }: Saying, said: Said): Promise<void> {
  const { orderNumber, generation, epoch, reason, despitePayment } = said;
  const { operator, sign } = speaker;
  const why = await withFoundRegister(context, session, async ({ keeper, why: absent }) => {
    if (keeper === null) return `a cancellation is said on the merchant’s machine: ${absent}`;
    const { by, note = '' } = operator;
    const refused = await keeper.sayCancel({ orderNumber, generation, epoch, reason, despitePayment, by, note }, sign);
    return refused === null ? null : refusalText(refused);
  });
  if (why !== null) throw refusal(`order ${orderNumber}: ${why}`);
}
