import { print } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { readOptions } from '../kit/option-values.ts';
import { paymentListOptions } from '../options/payment-options.ts';
import { chosenRegister } from '../register/register-choice.ts';
import { withRegister } from '../register/with-register.ts';
import { paymentRows } from './payment-text.ts';

/** `peerdesk payment list`: what came in lately. */
export const paymentList: CommandRun = async (call, context) => {
  const options = readOptions(paymentListOptions, call);
  const { account, currency, since, unmatched, json } = options;
  const nowMs = Date.now();
  const { place } = chosenRegister(options, context);
  const wish = { account, currency, sinceMs: nowMs - since };
  const seen = await withRegister(place, ({ register }) => register.paymentsSeen(wish));
  const payments = seen.toReversed().filter(({ owner }) => !unmatched || owner === null);
  print(context, { json, data: payments, text: (columns) => paymentRows(payments, { nowMs, columns }) });
  return undefined;
};
