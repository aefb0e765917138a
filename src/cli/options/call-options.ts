import { z } from 'zod';
import { durationValue, flagValue, option } from '../kit/option-values.ts';
import { accountOption, configOption, jsonOption } from './common-options.ts';

export const callOperationOptions = [
  option({
    flags: '--param <name=value>',
    text: 'one parameter; a repeated name becomes a list',
    repeats: true,
    value: z.array(z.string()).default([]),
  }),
  option({
    flags: '--body <json>',
    text: 'parameters as a JSON object: inline, @file, or - for standard input',
    value: z.string().optional(),
  }),
  option({ flags: '--allow-unknown', text: 'also send unknown parameters', value: flagValue }),
  option({ flags: '--list', text: 'list all operations', value: flagValue }),
  option({ flags: '--yes', text: 'confirm a money step, or closing ads or the business', value: flagValue }),
  option({
    flags: '--timeout <duration>',
    text: 'time limit of the whole call, and of each request in it (default: 30s, and 5s)',
    value: durationValue.optional(),
  }),
  accountOption,
  configOption,
  jsonOption,
] as const;
