import { print } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { positiveCountValue, readArgument, readOptions } from '../kit/option-values.ts';
import { paymentShowOptions } from '../options/payment-options.ts';
import { paymentText } from './payment-text.ts';
import { seenPayment } from './seen-payment.ts';

/** `peerdesk payment show`: one payment, with all its sightings. */
export const paymentShow: CommandRun = async (call, context) => {
  const number = readArgument(positiveCountValue, call, { index: 0, name: 'the payment' });
  const options = readOptions(paymentShowOptions, call);
  const payment = await seenPayment(number, options, context);
  print(context, { json: options.json, data: payment, text: () => paymentText(payment) });
  return undefined;
};
