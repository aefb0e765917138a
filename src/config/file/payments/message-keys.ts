/** The keys of a source of payments whose messages are texts for people. */
import { z } from 'zod';
import { zoneClock } from '../../../domain/hours/time-zone.ts';
import { readMessage, type MessageForm } from '../../../domain/payments/message-reading.ts';
import { templateOf, type MessageTemplate } from '../../../domain/payments/message-template.ts';
import { templateMistakeText } from '../../../words/payments/message-words.ts';
import { key } from '../leaf-schemas.ts';
import { statementFormOf, type StatementKeys } from './statement-keys.ts';

const template = z
  .string()
  .max(500)
  .superRefine((text, context) => {
    const read = templateOf(text);
    if ('code' in read) context.addIssue({ code: 'custom', message: templateMistakeText(read) });
  });

const fieldName = z.string().regex(/^[\w.-]{1,80}$/, 'must be the name of a field, such as payload.message');

export const messageKeys = {
  templates: key(
    z.array(template).min(1).max(50),
    'text: how messages of payments are written, with {amount} and {payer}, {reference}, {memo}, {date} or {any}',
    { example: ['You got BOB {amount} from {payer}. Ref {reference}'] },
  ).optional(),
  samples: key(
    z.array(z.string().min(1).max(1_000)).max(50),
    'text: messages that have to fit, checked when the file is read',
    {
      example: ['You got BOB 400.00 from Ana Perez. Ref 77'],
      without: 'none',
    },
  ).optional(),
  text_field: key(fieldName, 'text: the field of a post that has the message', {
    example: 'payload.message',
    without: 'content',
  }).optional(),
  time_field: key(fieldName, 'text: the field with the time of the message, which makes two equal ones two', {
    example: 'payload.receivedAt',
    without: 'timestamp',
  }).optional(),
  signature: key(
    z.enum(['secret', 'hmac']),
    'text: whether the header is the key itself, or an HMAC-SHA256 of the body by it',
    {
      example: 'hmac',
      without: 'secret',
    },
  ).optional(),
  header: key(
    z.string().regex(/^[a-z\d-]{1,60}$/, 'must be the name of a header, in small letters'),
    'text: the header that proves the sender',
    {
      example: 'x-signature',
      without: 'x-peerdesk-secret',
    },
  ).optional(),
} as const;

type MessageSection = z.output<z.ZodObject<typeof messageKeys>> & StatementKeys;

/** What the messages of a source are, and how they prove it. */
export interface MessageSource extends Omit<MessageForm, 'currency' | 'offsetMs'> {
  readonly textField: string;
  readonly timeField: string;
  readonly signature: 'secret' | 'hmac';
  readonly header: string;
}

/** Returns how the messages of a source are read. */
export function messageSourceOf(section: MessageSection): MessageSource {
  const { decimal, dateFormat } = statementFormOf(section);
  const templates = (section.templates ?? []).map(templateOf);
  return {
    templates: templates.filter((one): one is MessageTemplate => !('code' in one)),
    decimal,
    dateFormat,
    textField: section.text_field ?? 'content',
    timeField: section.time_field ?? 'timestamp',
    signature: section.signature ?? 'secret',
    header: section.header ?? 'x-peerdesk-secret',
  };
}

/** Returns the index of a sample that is not read; -1: each is. */
export function unfitSample(section: MessageSection, { currency, zone }: { currency: string; zone: string }): number {
  const offsetMs = zoneClock(zone)?.offsetMs ?? (() => 0);
  const form = { ...messageSourceOf(section), currency, offsetMs };
  return (section.samples ?? []).findIndex((sample) => typeof readMessage(sample, form) === 'string');
}
