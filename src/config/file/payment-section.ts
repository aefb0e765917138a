import { z } from 'zod';
import { isPublicKeyText } from '../environment/evidence-keys.ts';
import { currencySchema, sightingClasses, sourceNameSchema } from '../../domain/payments/sighting.ts';
import { alias, fileName, key } from './leaf-schemas.ts';
import { messageKeys, unfitSample } from './payments/message-keys.ts';
import { wrongKey } from './payments/scheme-keys.ts';
import { pageSection } from './page/page-section.ts';
import { statementKeys } from './payments/statement-keys.ts';

/** How a source signs what it sends; a statement is a file, and signed by no one. */
const paymentSchemes = ['standard-webhooks', 'sepay', 'text', 'statement'] as const;

const paymentSection = z.strictObject({
  scheme: key(z.enum(paymentSchemes), 'how the source signs what it sends, or that it is statements in files', {
    example: 'standard-webhooks',
  }),
  class: key(z.enum(sightingClasses), 'evidence may carry a match, a hint never does: no message can change it', {
    example: 'evidence',
  }),
  secret_file: key(fileName, 'file with the key by which the source signs', {
    example: 'keys/bank',
    without: 'of a statement alone',
  }).optional(),
  account: key(alias, 'the account whose orders are paid, an [account.NAME] of this file', {
    example: 'main',
    without: 'the only one',
  }).optional(),
  currency: key(currencySchema, 'in which the source reports; another one is refused', { example: 'BOB' }),
  method: key(z.string().min(1).max(80), 'the payment method that it is of, as the service names it', {
    example: 'BANK',
    without: 'any',
  }).optional(),
  reversible: key(z.boolean(), 'whether the payer can take a payment back: then a person decides', {
    example: true,
    without: 'false',
  }).optional(),
  zone: key(z.string().min(1).max(60), 'time zone of times that name none', {
    example: 'America/La_Paz',
    without: 'Asia/Ho_Chi_Minh of sepay, else UTC',
  }).optional(),
  ...statementKeys,
  ...messageKeys,
});

const checkedSection = paymentSection.superRefine((section, context) => {
  const wrong = wrongKey(section);
  if (wrong !== null) context.addIssue({ code: 'custom', path: [...wrong.path], message: wrong.text });
  const sample = unfitSample(section, { currency: section.currency, zone: zoneOf(section) });
  if (sample < 0) return;
  context.addIssue({
    code: 'custom',
    path: ['samples', sample],
    message: 'is read by none of the templates, or not clearly',
  });
});

/** The key of the door that takes them in, and its page. */
export const doorSection = z.strictObject({
  key_file: key(fileName, 'file with the private key by which `peerdesk door` signs what it takes in', {
    example: 'keys/door',
  }).optional(),
  public_key: key(
    z.string().refine(isPublicKeyText, 'must be a public key, as `peerdesk door init` prints it'),
    'the public part of that key: a worker counts as evidence only what it has signed',
    { example: '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=' },
  ).optional(),
  page: pageSection.meta({ description: 'the page of the door, for a phone' }).optional(),
});

/** The sources of a file, by the name that stands in their address. */
export const paymentSections = z.record(
  sourceNameSchema,
  checkedSection.meta({
    description: 'a source of payments: it posts to `peerdesk door`, or is a bank with statements',
  }),
);
export type PaymentSection = z.output<typeof paymentSection>;

/** Where a sender of this scheme writes no zone it means this one. */
export const zoneOf = ({ zone, scheme }: PaymentSection): string =>
  zone ?? (scheme === 'sepay' ? 'Asia/Ho_Chi_Minh' : 'UTC');
