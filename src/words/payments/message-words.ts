/** What is said of templates and of the messages that they read. */
import type { MessageRefusal } from '../../domain/payments/message-reading.ts';
import { messageParts, type TemplateMistake } from '../../domain/payments/message-template.ts';

/** Returns why a text is no template. */
export function templateMistakeText({ code, part }: TemplateMistake): string {
  switch (code) {
    case 'unknown':
      return `{${part}} is no part: there are ${messageParts.join(', ')}`;
    case 'twice':
      return `{${part}} stands twice`;
    case 'no-amount':
      return 'has no {amount}';
    case 'too-many':
      return `has more than ${part} parts`;
    case 'adjoining':
      return 'has two parts with nothing between them';
  }
}

const refusals: Readonly<Record<MessageRefusal, string>> = {
  none: 'no template fits the whole of it: the door does not keep it',
  unclear: 'a template fits it in two ways: write more of what stands between its parts',
  amount: 'its amount is none, or could be two: is `decimal` right?',
  date: 'its date is not as `date_format` has it',
};

/** Returns why a message is none of a payment. */
export const messageRefusalText = (refusal: MessageRefusal): string => refusals[refusal];
