import { maxLines, maxMessages } from '../../domain/sheet/order-sheet.ts';
import { z } from 'zod';
import { messageFault } from '../../domain/sheet/chat-message.ts';
import { faultWords } from '../../words/chat/chat-words.ts';
import { durationValue, flagValue, option, positiveCountValue, textValue } from '../kit/option-values.ts';
import { sessionOptions, sessionOptionsWithin } from './common-options.ts';

export const orderChatOptions = [
  option({
    flags: '--limit <n>',
    text: `how many messages, the last ones, at most ${maxMessages} (default: ${maxLines})`,
    value: positiveCountValue.refine((rows) => rows <= maxMessages, `must be at most ${maxMessages}`).default(maxLines),
  }),
  ...sessionOptions,
] as const;

/** The text of a message. */
export const messageValue = z.string().transform((text, context): string => {
  const fault = messageFault(text);
  if (fault === null) return text;
  context.issues.push({ code: 'custom', input: text, message: faultWords[fault] });
  return z.NEVER;
});

/** A worker connects, waits for the receipt and reads back before it answers. */
const sayMs = 45_000;

export const orderSayOptions = [
  option({
    flags: '--image <file>',
    text: 'a picture instead of a text: jpg, jpeg or png, at most 5 MB',
    value: textValue.optional(),
  }),
  option({
    flags: '--greeting <name>',
    text: 'what [greetings.NAME] of the file says, instead of a text: once, also where the desk has said it',
    value: textValue.optional(),
  }),
  option({
    flags: '--id <id>',
    text: 'repeat the message of this id: it is looked for in the chat first (default: a new one, printed)',
    value: z.uuid('must be the id of a message, as it was printed').optional(),
  }),
  option({
    flags: '--yes',
    text: 'confirm: say it although an appeal has begun, or an earlier message of this order may have arrived',
    value: flagValue,
  }),
  ...sessionOptionsWithin(durationValue.default(sayMs)),
] as const;
