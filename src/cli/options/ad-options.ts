import { z } from 'zod';
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
  operatorOptions,
  sessionOptions,
  sessionOptionsWithin,
  watchOption,
} from './common-options.ts';

export const listOptions = [
  option({ flags: '--running', text: 'only running ones (default)', value: flagValue }),
  option({ flags: '--all', text: 'also ended ones', value: flagValue }),
  option({ flags: '--needs-human', text: 'only those waiting for a human', value: flagValue }),
  option({
    flags: '--limit <n>',
    text: 'maximum number of rows (default: 200)',
    value: positiveCountValue.default(200),
  }),
  option({ flags: '--all-accounts', text: 'of every account of this Temporal', value: flagValue }),
  watchOption,
  ...sessionOptions,
] as const;

export const marketOptions = [
  option({ flags: '--all', text: 'every ad of the account that is kept', value: flagValue }),
  option({
    flags: '--reason <text>',
    text: 'why; recorded in the history and shown',
    value: textValue.max(500, 'must be at most 500 characters').optional(),
  }),
  option({
    flags: '--by <name>',
    text: 'who does it; recorded in the history (default: $USER)',
    value: textValue.optional(),
  }),
  ...sessionOptions,
] as const;

export const adStartOptions = [...modeOptions, ...operatorOptions, ...sessionOptions] as const;

export const adPublishOptions = [
  option({ flags: '--yes', text: 'confirm that it is published: required for mode live', value: flagValue }),
  ...operatorOptions,
  ...sessionOptionsWithin(durationValue.default(60_000)),
] as const;

export const adWithdrawOptions = [...operatorOptions, ...sessionOptionsWithin(durationValue.default(60_000))] as const;

export const adEditOptions = [
  option({
    flags: '--quantity <amount>',
    text: 'all that it offers from its first day on, in the asset',
    value: amountValue.optional(),
  }),
  option({ flags: '--min-order <amount>', text: 'smallest order, in the fiat', value: amountValue.optional() }),
  option({ flags: '--max-order <amount>', text: 'largest order, in the fiat', value: amountValue.optional() }),
  option({
    flags: '--pay-method <method>',
    text: 'a payment method, by identifier, name or id',
    repeats: true,
    value: z.array(textValue).default([]),
  }),
  option({
    flags: '--pay-time <minutes>',
    text: 'how long a buyer may take to pay',
    value: positiveCountValue.optional(),
  }),
  option({ flags: '--remarks <text>', text: 'what takers read before they order', value: z.string().optional() }),
  option({
    flags: '--auto-reply <text>',
    text: 'the message that they get when they have ordered',
    value: z.string().optional(),
  }),
  option({ flags: '--yes', text: 'confirm the change', value: flagValue }),
  ...modeOptions,
  ...operatorOptions,
  ...sessionOptionsWithin(durationValue.default(30_000)),
] as const;

export const adCloseOptions = [
  option({
    flags: '--confirm <ad-number>',
    text: 'the same number, in place of the question',
    value: textValue.optional(),
  }),
  ...modeOptions,
  ...operatorOptions,
  ...sessionOptionsWithin(durationValue.default(30_000)),
] as const;

export const adImportOptions = [
  accountOption,
  configOption,
  option({
    flags: '--terms',
    text: 'also print what each ad offers: from then on the file changes it',
    value: flagValue,
  }),
  jsonOption,
] as const;

export const adResolveOptions = [
  option({
    flags: '--outcome <outcome>',
    text: 'done or not-done',
    value: z.enum(['done', 'not-done'], 'must be done or not-done'),
  }),
  option({ flags: '--ad-number <n>', text: 'its number, with done', value: numberIdValue.optional() }),
  option({
    flags: '--yes',
    text: 'confirm "not-done": if the ad is there after all, the next one is a second',
    value: flagValue,
  }),
  ...operatorOptions,
  keyOption,
  ...sessionOptions,
] as const;

const dayMs = 86_400_000;
/** What the workflow of an ad keeps. */
const longestMs = 7 * dayMs;

export const adDiffOptions = [
  option({
    flags: '--since <duration>',
    text: 'how far back, by whole hours, up to 7d (default: 24h)',
    value: durationValue.refine((ms) => ms <= longestMs, 'at most 7d').default(dayMs),
  }),
  option({ flags: '--all', text: 'every ad of the account that is kept', value: flagValue }),
  option({
    flags: '--csv',
    text: 'print the changes of either price as CSV for a spreadsheet, moments in UTC',
    value: flagValue,
  }),
  ...sessionOptions,
] as const;

export const adPromoteOptions = [
  option({
    flags: '--confirm-live',
    text: 'confirm writes to a real service: required for mode live',
    value: flagValue,
  }),
  ...operatorOptions,
  ...sessionOptions,
] as const;

export const adPauseOptions = [
  option({ flags: '--offline', text: 'take it off the market, too, until it is resumed', value: flagValue }),
  ...operatorOptions,
  ...sessionOptions,
] as const;

export const adSetOptions = [
  option({
    flags: '--yes',
    text: 'agree to what loosens a rule, and to limits more than 10 % away from the market',
    value: flagValue,
  }),
  ...operatorOptions,
  ...sessionOptions,
] as const;

export const adOverrideOptions = [
  option({ flags: '--price <price>', text: 'the price', value: priceValue }),
  option({ flags: '--for <duration>', text: 'how long, 1s to 7d', value: durationValue }),
  ...operatorOptions,
  ...sessionOptions,
] as const;
