import { comparedProof, normaliseProof } from '../../domain/orders/payment-proof.ts';
import type { OrderFacts } from '../../domain/orders/order-facts.ts';
import { provenBy } from '../../domain/register/step-row.ts';
import { freeingRefusal } from '../../domain/register/freed-payment.ts';
import { freeingWord } from '../../domain/signing/signed-freeing.ts';
import { toOrderFacts } from '../../exchange/index.ts';
import type { HeldPayment } from '../../register/operations/freed-payments.ts';
import { speakerOf, type Speaker } from '../approver/sign-word.ts';
import { refuseDuringBan } from '../session/ban-check.ts';
import { CliFailure, misuse, refusal } from '../kit/cli-failure.ts';
import { print, type CommandContext } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { requireTyped } from '../session/consent.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { configsOf, withExchange } from '../register/account-service.ts';
import { chosenRegister, type RegisterChoice } from '../register/register-choice.ts';
import { type OpenRegister, withRegister } from '../register/with-register.ts';
import { totalMistake } from './approval-sheet.ts';
import { saidTotals } from './said-totals.ts';
import { freeingSheet, type FreeableOrder } from './freeing-sheet.ts';
import { refusalText } from '../../words/refusal-words.ts';
import { numberIdValue, readArgument, readOptions, type OptionsOf } from '../kit/option-values.ts';
import { freePaymentOptions } from '../options/register-options.ts';

type FreeOptions = OptionsOf<typeof freePaymentOptions>;

/**
 * `peerdesk register free-payment`: a person who has seen that the release of an order was not done, and that its payment is
 * another order's, frees it. The person types the total of the order, or a script says it.
 */
export const freePayment: CommandRun = async (call, context) => {
  const options = readOptions(freePaymentOptions, call);
  const orderNumber = readArgument(numberIdValue, call, { index: 0, name: 'the order' });
  if (options.note === undefined) throw misuse('--note is missing: explain how you know, it is recorded');
  const given = saidTotal(orderNumber, options);
  if (given === undefined && context.askPerson === undefined)
    throw refusal('a payment that is free can back another order at once: add --amount with the total to mean it');
  const choice = chosenRegister(options, context);
  const speaker = speakerOf(options, context);
  return await withRegister(choice.place, async (open) => {
    const accounts = options.account === undefined ? choice.accounts : [options.account];
    const order = await freeableOrder(open, { accounts, orderNumber, wanted: options.payment });
    const shown = await orderNow(order, choice, context);
    await requireTyped(context, {
      given,
      what: `the payment stays with order ${orderNumber}`,
      option: '--amount with its total',
      shown: freeingSheet(order, shown),
      question: `Was this release not done, and is the payment another order’s? Type the total of this order in ${shown.fiat} to free the payment: `,
      mistake: (typed) => totalMistake(typed, shown),
    });
    await free(open, order, speaker);
    const { account, payment } = order;
    const { by } = speaker.operator;
    const data = { account, orderNumber, payment: payment.proof, by };
    print(context, { json: options.json, data, text: () => freedText(order, by) });
    return undefined;
  });
};

function saidTotal(orderNumber: string, { amount }: FreeOptions): string | undefined {
  const amounts = amount === undefined ? [] : [amount];
  return saidTotals({ orderNumbers: [orderNumber], amounts }).get(orderNumber);
}

interface Wanted {
  readonly accounts: readonly string[];
  readonly orderNumber: string;
  /** The reference of the payment; absent: the only one. */
  readonly wanted: string | undefined;
}

/** Rejects where no release of the order is known, where one has not ended as not done, or where it holds no such payment. */
async function freeableOrder({ register }: OpenRegister, wish: Wanted): Promise<FreeableOrder> {
  const { accounts, orderNumber, wanted } = wish;
  for (const account of accounts) {
    const rows = await register.stepRows({ account, step: 'release', subject: orderNumber });
    const newest = rows.at(-1);
    if (newest === undefined) continue;
    const why = freeingRefusal(rows, newest.number);
    if (why !== null) throw refusal(`order ${orderNumber}: ${refusalText(why)}`);
    const held = await register.heldPayments({ account, orderNumber });
    const payment = chosenPayment(held, { orderNumber, wanted });
    return { account, orderNumber, rows, payment, marks: await register.marksOf({ account, subject: orderNumber }) };
  }
  throw new CliFailure(ExitCode.NOT_FOUND, `the register knows no release of order ${orderNumber}`);
}

function chosenPayment(
  held: readonly HeldPayment[],
  { orderNumber, wanted }: Pick<Wanted, 'orderNumber' | 'wanted'>,
): HeldPayment {
  const [only, ...more] = held;
  if (only === undefined) throw refusal(`order ${orderNumber} holds no payment`);
  const listed = held.map(({ proof }) => proof).join(', ');
  if (wanted === undefined) {
    if (more.length === 0) return only;
    throw misuse(`order ${orderNumber} holds ${held.length} payments: say which with --payment: ${listed}`);
  }
  const key = comparedProof(normaliseProof(wanted) ?? wanted);
  const found = held.find((one) => one.key === key);
  if (found === undefined) throw refusal(`order ${orderNumber} does not hold payment ${wanted}: it holds ${listed}`);
  return found;
}

/** Reads the order at the service. One that it shows as released holds its payment for good. */
async function orderNow(
  { account, orderNumber }: FreeableOrder,
  choice: RegisterChoice,
  context: CommandContext,
): Promise<OrderFacts> {
  await refuseDuringBan({ ...context, env: choice.env });
  const config = configsOf(choice, context).find((one) => one.account === account);
  if (config === undefined) throw misuse(`there are no keys of account ${account} here`);
  const shown = await withExchange(config, async ({ orders }) =>
    // Its status and total are the same for both sides.
    toOrderFacts(await orders.getUserOrderDetail(orderNumber, { priority: 'order' }), 'maker'),
  );
  if (shown.orderNumber !== orderNumber) throw refusal(`the service answered with another order than ${orderNumber}`);
  if (provenBy.release.includes(shown.status))
    throw refusal(`the service shows order ${orderNumber} as ${shown.status}: its payment is used`);
  return shown;
}

/** The register compares what was shown, and verifies the signature where the account needs one. */
async function free({ register }: OpenRegister, order: FreeableOrder, { operator, sign }: Speaker): Promise<void> {
  const { account, orderNumber, rows, marks, payment } = order;
  const { generation, epoch } = marks;
  const { by, note: why = '' } = operator;
  const attempt = rows.at(-1)?.number ?? 0;
  const said = { account, orderNumber, generation, epoch, attempt, payment: payment.key, by };
  const signed = sign === null ? null : sign(freeingWord(said));
  const reason = await register.freePayment({ ...said, note: why, signed, nowMs: Date.now() });
  if (reason !== null) throw refusal(`order ${orderNumber}: ${refusalText(reason)}`);
}

function freedText({ orderNumber, payment: { proof } }: FreeableOrder, by: string): string {
  return [
    `order ${orderNumber}: payment ${proof} is free, said by ${by}; it never backs this order again`,
    'take it off this order (`peerdesk order not-received`), and attach it to the one that it pays (`peerdesk order received`)',
  ].join('\n');
}
