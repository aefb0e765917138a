import { z } from 'zod';
import { cancelReasonSchema } from '../../domain/cancel-reason.ts';
import { cancelReasonWords } from '../../words/order-words.ts';
import { transferDoubts } from '../../domain/people/assignment.ts';
import {
  amountValue,
  durationValue,
  flagValue,
  numberIdValue,
  option,
  positiveCountValue,
  priceValue,
  textValue,
} from '../kit/option-values.ts';
import {
  accountOption,
  configOption,
  jsonOption,
  keyOption,
  modeOptions,
  operatorName,
  operatorOptions,
  readingOptions,
  sessionOptions,
  sessionOptionsWithin,
} from './common-options.ts';
import { releaseOptions } from './release-options.ts';

const placementOption = option({
  flags: '--placement',
  text: 'the number is the request id of `order place`',
  value: flagValue,
});

const proofOption = option({
  flags: '--proof <reference>',
  text: 'the bank reference; each one releases one order only',
  value: textValue,
});

const dayMs = 86_400_000;

export const orderHistoryCommandOptions = [
  option({
    flags: '--since <duration>',
    text: 'how far back (default: 7d); the server drops what it keeps no longer',
    value: durationValue.default(7 * dayMs),
  }),
  option({ flags: '--csv', text: 'print CSV for a spreadsheet, moments in UTC', value: flagValue }),
  option({
    flags: '--limit <n>',
    text: 'maximum number of rows, the last ones (default: 1000)',
    value: positiveCountValue.default(1_000),
  }),
  option({ flags: '--all-accounts', text: 'of every account of this Temporal', value: flagValue }),
  ...readingOptions,
] as const;

export const orderShowOptions = [placementOption, ...sessionOptions] as const;

export const orderStartOptions = [...modeOptions, ...operatorOptions, ...sessionOptions] as const;

export const orderApproveOptions = [
  option({
    flags: '--amount <fiat>',
    text: 'the total of the order, as you have seen it; of several: number=total, once for each',
    repeats: true,
    value: z.array(z.string()).default([]),
  }),
  option({ flags: '--each', text: 'several orders: one after the other, each with its own total', value: flagValue }),
  option({
    flags: '--despite <what>',
    text: 'third-party: approve also where an attached payment is one of a third party',
    value: z.literal('third-party', 'must be third-party').optional(),
  }),
  ...operatorOptions,
  keyOption,
  ...sessionOptions,
] as const;

/** What a payment may not fit in. */
const doubts = ['third-party', 'amount'] as const;

export const momentValue = z.iso.datetime({ offset: true, message: 'must be a moment such as 2026-11-21T09:30:00Z' });

/** What a person says who attaches a payment. */
export const attachingOptions = [
  option({
    flags: '--despite <what>',
    text: 'attach it although it does not fit: third-party (another person than the buyer paid) or amount (a part, or too much)',
    repeats: true,
    value: z.array(z.enum(doubts, `must be one of ${doubts.join(', ')}`)).default([]),
  }),
  option({
    flags: '--by <name>',
    text: 'who attaches it; shown beside it (default: $USER)',
    value: textValue.optional(),
  }),
] as const;

export const orderReceivedOptions = [
  option({ flags: '--amount <fiat>', text: 'the amount that arrived', value: z.string() }),
  option({ flags: '--payer <name>', text: "the payer's name as the bank shows it", value: textValue }),
  proofOption,
  option({
    flags: '--at <moment>',
    text: 'when it arrived, for example 2026-11-21T09:30:00Z (default: now)',
    value: momentValue.optional(),
  }),
  ...attachingOptions,
  ...sessionOptions,
] as const;

export const orderUnmatchOptions = [
  option({ flags: '--payment <reference>', text: 'its reference, as `order show` lists it', value: textValue }),
  ...operatorOptions,
  ...sessionOptions,
] as const;

export const orderTakeOptions = [
  option({ flags: '--drop', text: 'you work at it no longer', value: flagValue }),
  operatorName,
  accountOption,
  configOption,
  jsonOption,
] as const;

export const orderPaidOptions = [
  option({
    flags: '--despite <what>',
    text: 'report it all the same: holder (another one has the order) or reference (it is kept as the one of another purchase)',
    repeats: true,
    value: z.array(z.enum(transferDoubts, `must be one of ${transferDoubts.join(', ')}`)).default([]),
  }),
  option({ flags: '--proof <reference>', text: 'proof of the payment, such as the bank reference', value: textValue }),
  option({
    flags: '--pay-id <id>',
    text: "the counterparty's payment method that was used (default: the order's own choice)",
    value: z
      .string()
      .regex(/^\d{1,19}$/, 'must be the number of a payment method')
      .optional(),
  }),
  option({
    flags: '--by <name>',
    text: 'who does it; recorded in the history (default: $USER)',
    value: textValue.optional(),
  }),
  ...sessionOptions,
] as const;

export const orderCancelOptions = [
  option({
    flags: '--reason <n>',
    text: Object.entries(cancelReasonWords)
      .map(([code, words]) => `${code}: ${words}`)
      .join('; '),
    value: z.coerce.number('must be 1 to 6').pipe(cancelReasonSchema),
  }),
  option({
    flags: '--despite-payment',
    text: 'cancel it although it may be paid: two different people say so',
    value: flagValue,
  }),
  ...operatorOptions,
  keyOption,
  option({ flags: '--yes', text: 'confirm: cancel it at the service', value: flagValue }),
  ...sessionOptions,
] as const;

export const outcomes = ['done', 'not-done', 'give-up'] as const;

export const orderResolveOptions = [
  option({
    flags: '--outcome <outcome>',
    text: 'done, not-done (it may run again) or give-up',
    value: z.enum(outcomes, `must be one of ${outcomes.join(', ')}`),
  }),
  ...operatorOptions,
  placementOption,
  keyOption,
  option({ flags: '--yes', text: 'confirm outcome not-done or give-up', value: flagValue }),
  option({
    flags: '--order-number <number>',
    text: 'with --placement and outcome done: the number of the placed order',
    value: numberIdValue.optional(),
  }),
  ...sessionOptions,
] as const;

export const orderPlaceOptions = [
  option({ flags: '--ad <number>', text: 'the ad', value: numberIdValue }),
  option({
    flags: '--side <side>',
    text: "the desk's own side: buy or sell",
    value: z.enum(['buy', 'sell', 'BUY', 'SELL'], 'must be buy or sell'),
  }),
  option({ flags: '--amount <fiat>', text: 'total in the fiat', value: amountValue }),
  option({
    flags: '--price <price>',
    text: 'the price you saw; a different current price is refused',
    value: priceValue,
  }),
  option({ flags: '--asset <asset>', text: 'such as USDT', value: textValue }),
  option({ flags: '--fiat <fiat>', text: 'such as BOB', value: textValue }),
  option({ flags: '--pay-id <id>', text: 'your payment method, required to sell', value: textValue.optional() }),
  option({
    flags: '--request-id <id>',
    text: 'idempotency key: it never places two orders (default: a new one, printed)',
    value: numberIdValue.optional(),
  }),
  option({ flags: '--wait', text: 'wait until it is placed or refused (up to --timeout, then 60s)', value: flagValue }),
  option({
    flags: '--yes',
    text: 'confirm: place it, by looser release rules than those of the account where some are given',
    value: flagValue,
  }),
  ...releaseOptions,
  ...modeOptions,
  ...operatorOptions,
  ...sessionOptionsWithin(durationValue.optional()),
] as const;

export const orderUnholdOptions = [...operatorOptions, keyOption, ...sessionOptions] as const;

export const orderStopOptions = [
  ...operatorOptions,
  option({ flags: '--yes', text: 'confirm: stop managing it for good', value: flagValue }),
  ...sessionOptions,
] as const;
