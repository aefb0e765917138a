import { refusedOrder } from '../../domain/payment-owner.ts';
import { freeingWord } from '../../domain/signing/signed-freeing.ts';
import type { UnrefusedPayment } from '../../register/operations/refused-payments.ts';
import type { Register } from '../../register/register.ts';
import { refusalText } from '../../words/refusal-words.ts';
import { speakerOf, type Speaker } from '../approver/sign-word.ts';
import { CliFailure, misuse, refusal } from '../kit/cli-failure.ts';
import { print } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { positiveCountValue, readArgument, readOptions } from '../kit/option-values.ts';
import { paymentRefuseOptions } from '../options/payment-options.ts';
import { chosenRegister } from '../register/register-choice.ts';
import { withRegister } from '../register/with-register.ts';

/** `peerdesk payment refuse`: no release rests on the payment, until that is undone. */
export const paymentRefuse: CommandRun = async (call, context) => {
  const payment = readArgument(positiveCountValue, call, { index: 0, name: 'the payment' });
  const options = readOptions(paymentRefuseOptions, call);
  const { reason, undo, json } = options;
  if (reason === undefined) throw misuse('--reason is missing: it is kept in the journal');
  const speaker = speakerOf(options, context);
  const { place } = chosenRegister(options, context);
  const wish = { payment, reason, speaker };
  await withRegister(place, ({ register }) => (undo ? free : refuse)(register, wish));
  const text = undo ? `payment ${payment} is refused no more` : `payment ${payment} is refused: no release rests on it`;
  print(context, { json, data: { payment, refused: !undo, by: speaker.operator.by }, text: () => text });
  return undefined;
};

interface Wish {
  readonly payment: number;
  readonly reason: string;
  readonly speaker: Speaker;
}

async function refuse(register: Register, { payment, reason, speaker }: Wish): Promise<void> {
  const { by } = speaker.operator;
  const why = await register.refusePayment({ payment, by, reason, nowMs: Date.now() });
  if (why !== null) throw failureOf(why, payment);
}

/** Its claim is freed as that of an order is: by the same word, and signed where that is. */
async function free(register: Register, { payment, reason, speaker }: Wish): Promise<void> {
  const [seen] = await register.paymentsSeen({ payment });
  if (seen === undefined) throw failureOf({ code: 'no-payment' }, payment);
  // Of another account than the payment, where that one has refused the same reference.
  const { account, orderNumber, key = '' } = seen.owner ?? {};
  if (account === undefined || orderNumber !== refusedOrder) throw refusal(`payment ${payment} is not refused`);
  const { generation, epoch } = await register.marksOf({ account, subject: orderNumber });
  const { by } = speaker.operator;
  const said = { account, orderNumber, generation, epoch, attempt: 0, payment: key, by };
  const signed = speaker.sign === null ? null : speaker.sign(freeingWord(said));
  const why = await register.freePayment({ ...said, note: reason, signed, nowMs: Date.now() });
  if (why !== null) throw refusal(`payment ${payment}: ${refusalText(why)}`);
}

function failureOf(why: UnrefusedPayment, payment: number): CliFailure {
  if (why.code === 'no-payment')
    return new CliFailure(ExitCode.NOT_FOUND, `there is no payment ${payment}: \`peerdesk payment list\` shows them`);
  if (why.orderNumber === refusedOrder) return refusal(`payment ${payment} is refused already`);
  return refusal(
    `payment ${payment} backs order ${why.orderNumber}, which was released on it or may be: it stays there`,
  );
}
