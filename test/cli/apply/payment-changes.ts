import { doorOf } from '../../door/door-key.ts';
import { begins, held, none, type KeyChange } from './changes.ts';

const source = {
  scheme: 'standard-webhooks',
  class: 'hint',
  secret_file: 'keys/old',
  account: 'main',
  currency: 'BOB',
};
const doors = [doorOf(), doorOf()] as const;
const beside = {
  ...Object.fromEntries(Object.entries(source).map(([key, value]) => [`payments.bank.${key}`, value])),
  'door.key_file': 'keys/door',
  'door.public_key': doors[0].publicKey,
};
const evidence = { ...beside, 'payments.bank.class': 'evidence' };
const changesEvidence = [...begins('sources of evidence'), held('main: payments of bank as evidence')];
const change = (key: string, from: unknown, to: unknown): KeyChange => ({
  key: `payments.*.${key}`,
  from,
  to,
  there: none,
  beside,
});

const files = {
  scheme: 'statement',
  class: 'hint',
  account: 'main',
  currency: 'BOB',
  incoming: 'CR',
  columns: { date: 'Day', amount: 'In', direction: 'Kind' },
};
const besideFiles = Object.fromEntries(Object.entries(files).map(([key, value]) => [`payments.bank.${key}`, value]));
const statementChange = (key: string, from: unknown, to: unknown): KeyChange => ({
  ...change(key, from, to),
  beside: besideFiles,
});
const columnChange = (column: string): KeyChange => statementChange(`columns.${column}`, 'Title', 3);

const statementChanges: readonly KeyChange[] = [
  ...['date', 'amount', 'out', 'direction', 'payer', 'reference', 'memo', 'currency'].map(columnChange),
  statementChange('delimiter', 'semicolon', 'bar'),
  statementChange('incoming', 'CR', 'Haben'),
  statementChange('decimal', ',', '.'),
  statementChange('date_format', 'DD/MM/YYYY', 'MM/DD/YYYY'),
  statementChange('encoding', 'windows-1252', 'utf-16le'),
];

const texts = {
  scheme: 'text',
  class: 'hint',
  secret_file: 'keys/old',
  account: 'main',
  currency: 'BOB',
  templates: ['Got {amount}', 'Got {amount} now'],
};
const textChange = (key: string, from: unknown, to: unknown): KeyChange => ({
  ...change(key, from, to),
  beside: Object.fromEntries(Object.entries(texts).map(([name, value]) => [`payments.bank.${name}`, value])),
});

const textChanges: readonly KeyChange[] = [
  textChange('templates', ['Got {amount}'], ['{amount} came']),
  textChange('samples', ['Got 5'], ['Got 5 now']),
  textChange('text_field', 'message', 'payload.message'),
  textChange('time_field', 'at', 'payload.at'),
  textChange('signature', 'secret', 'hmac'),
  textChange('header', 'x-signature', 'x-secret'),
];

/** The sources are `peerdesk door`'s, which reads them when it starts; a worker knows which of them are evidence, and by which key. */
export const paymentChanges: readonly KeyChange[] = [
  change('scheme', 'standard-webhooks', 'sepay'),
  { ...change('class', 'hint', 'evidence'), there: changesEvidence, back: begins('sources of evidence') },
  change('secret_file', 'keys/old', 'keys/new'),
  change('account', 'main', 'second'),
  change('currency', 'BOB', 'PEN'),
  change('method', 'BANK', 'Nequi'),
  change('reversible', true, false),
  {
    key: 'door.public_key',
    from: doors[0].publicKey,
    to: doors[1].publicKey,
    there: changesEvidence,
    beside: evidence,
  },
  { key: 'door.key_file', from: 'keys/door', to: 'keys/other', there: none, beside: evidence },
  change('zone', 'America/La_Paz', 'America/Lima'),
  ...statementChanges,
  ...textChanges,
];
