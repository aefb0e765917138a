import { maxLines, maxMessages } from '../../domain/sheet/order-sheet.ts';
import { option, positiveCountValue } from '../kit/option-values.ts';
import { sessionOptions } from './common-options.ts';

export const orderChatOptions = [
  option({
    flags: '--limit <n>',
    text: `how many messages, the last ones, at most ${maxMessages} (default: ${maxLines})`,
    value: positiveCountValue.refine((rows) => rows <= maxMessages, `must be at most ${maxMessages}`).default(maxLines),
  }),
  ...sessionOptions,
] as const;
