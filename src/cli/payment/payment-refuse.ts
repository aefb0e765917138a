import { refusedOrder } from '../../domain/payment-owner.ts';
import type { UnrefusedPayment } from '../../register/operations/refused-payments.ts';
import { CliFailure, misuse, refusal } from '../kit/cli-failure.ts';
import { print } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { positiveCountValue, readArgument, readOptions } from '../kit/option-values.ts';
import { paymentRefuseOptions } from '../options/payment-options.ts';
import { chosenRegister } from '../register/register-choice.ts';
import { withRegister } from '../register/with-register.ts';
import { operatorOf } from '../session/effective-environment.ts';

/** `peerdesk payment refuse`: no release rests on the payment, until that is undone. */
export const paymentRefuse: CommandRun = async (call, context) => {
  const payment = readArgument(positiveCountValue, call, { index: 0, name: 'the payment' });
  const options = readOptions(paymentRefuseOptions, call);
  const { reason, undo, json } = options;
  if (reason === undefined) throw misuse('--reason is missing: it is kept in the journal');
  const { by } = operatorOf(options, context.env);
  const { place } = chosenRegister(options, context);
  const wish = { payment, undo, by, reason, nowMs: Date.now() };
  const why = await withRegister(place, ({ register }) => register.refusePayment(wish));
  if (why !== null) throw failureOf(why, payment);
  const text = undo ? `payment ${payment} is refused no more` : `payment ${payment} is refused: no release rests on it`;
  print(context, { json, data: { payment, refused: !undo, by }, text: () => text });
  return undefined;
};

function failureOf(why: UnrefusedPayment, payment: number): CliFailure {
  if (why.code === 'no-payment')
    return new CliFailure(ExitCode.NOT_FOUND, `there is no payment ${payment}: \`peerdesk payment list\` shows them`);
  if (why.code === 'not-refused') return refusal(`payment ${payment} is not refused`);
  if (why.orderNumber === refusedOrder) return refusal(`payment ${payment} is refused already`);
  return refusal(
    `payment ${payment} backs order ${why.orderNumber}, which was released on it or may be: it stays there`,
  );
}
