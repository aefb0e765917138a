import { z } from 'zod';
import { durationValue, option, pairValue, positiveCountValue, rateValue, textValue } from '../kit/option-values.ts';
import { backtestOptions } from './backtest-options.ts';
import { jsonOption } from './common-options.ts';

export const recordOptions = [
  option({
    flags: '--pair <asset/fiat>',
    text: 'the market, such as USDT/BOB',
    repeats: true,
    value: z.array(pairValue).default([]),
  }),
  option({
    flags: '--side <side>',
    text: 'only this side: sell or buy (default: both)',
    value: z
      .string()
      .toUpperCase()
      .pipe(z.enum(['BUY', 'SELL'], 'must be buy or sell'))
      .optional(),
  }),
  option({
    flags: '--dir <folder>',
    text: 'where the files go, one a market and day (default: recordings)',
    value: textValue.default('recordings'),
  }),
  option({
    flags: '--interval <duration>',
    text: 'how often each side is looked at (default: 15s)',
    value: durationValue.default(15_000),
  }),
  option({
    flags: '--for <duration>',
    text: 'stop after this time (default: run until Ctrl-C)',
    value: durationValue.optional(),
  }),
  option({
    flags: '--max-size <megabytes>',
    text: 'the oldest days are deleted beyond this (default: 1000)',
    value: positiveCountValue.default(1_000),
  }),
  jsonOption,
] as const;

export const tuneOptions = [
  ...backtestOptions,
  option({
    flags: '--train <share>',
    text: 'the share of the recording that is searched (default: 0.7)',
    value: rateValue.default(0.7),
  }),
  jsonOption,
] as const;
