import { CliFailure } from '../kit/cli-failure.ts';
import { print } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { positiveCountValue, readArgument, readOptions } from '../kit/option-values.ts';
import { paymentShowOptions } from '../options/payment-options.ts';
import { chosenRegister } from '../register/register-choice.ts';
import { withRegister } from '../register/with-register.ts';
import { paymentText } from './payment-text.ts';

/** `peerdesk payment show`: one payment, with all its sightings. */
export const paymentShow: CommandRun = async (call, context) => {
  const number = readArgument(positiveCountValue, call, { index: 0, name: 'the payment' });
  const options = readOptions(paymentShowOptions, call);
  const { place } = chosenRegister(options, context);
  const [payment] = await withRegister(place, ({ register }) => register.paymentsSeen({ payment: number }));
  if (payment === undefined)
    throw new CliFailure(ExitCode.NOT_FOUND, `there is no payment ${number}: \`peerdesk payment list\` shows them`);
  print(context, { json: options.json, data: payment, text: () => paymentText(payment) });
  return undefined;
};
