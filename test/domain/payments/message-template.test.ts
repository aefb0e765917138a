import { describe, expect, it } from 'vitest';
import { ownCpuMs } from '../../own-cpu.ts';
import { readMessage, type MessageForm } from '../../../src/domain/payments/message-reading.ts';
import { templateOf, type MessageTemplate } from '../../../src/domain/payments/message-template.ts';

const one = (text: string): MessageTemplate => {
  const template = templateOf(text);
  if ('code' in template) throw new Error(template.code);
  return template;
};

const read = (message: string, templates: readonly string[], form: Partial<MessageForm> = {}) =>
  readMessage(message, {
    templates: templates.map(one),
    decimal: '.',
    dateFormat: 'DD/MM/YYYY HH:mm',
    offsetMs: () => 0,
    currency: 'BOB',
    ...form,
  });

const usual = 'You got BOB {amount} from {payer}. Ref {reference} on {date}. {any}';

describe('payments: a message is read by a template as a whole', () => {
  it('names its parts, whatever blanks and line ends stand between words', () => {
    expect(read('You got  BOB 1,234.50 from A. Perez.\nRef 77 on 28/11/2026 10:00. Thanks', [usual])).toEqual({
      amount: '1234.50',
      payer: 'A. Perez',
      reference: '77',
      memo: '',
      bookedAtMs: Date.UTC(2026, 10, 28, 10),
    });
  });

  it('takes the first template that fits, and what it does not name is not known', () => {
    const templates = ['{payer} sent {amount}: {memo}', 'Got {amount}', 'Got {amount}'];
    expect(read('Got 5', templates)).toEqual({ amount: '5', payer: null, reference: null, memo: '', bookedAtMs: null });
    expect(read('Ana sent 5: rent: May', templates)).toMatchObject({ payer: 'Ana', memo: 'rent: May' });
  });

  it.each([
    ['You got BOB 400.00 from Ana', [usual], 'none'],
    ['FWD: Got 5', ['Got {amount}'], 'none'],
    ['Got 5!', ['Got {amount}'], 'none'],
    ['Got ', ['Got {amount}'], 'none'],
    ['', ['{amount} {any}'], 'none'],
    [`Got 5 ${'x'.repeat(1_000)}`, ['Got {amount} {any}'], 'none'],
    ['5 from Ana for B for C', ['{amount} from {payer} for {memo}'], 'unclear'],
    ['1 234 BOB', ['{amount} {any}'], 'unclear'],
    ['Got 1.234', ['Got {amount}'], 'amount'],
    ['Got 5 on 11/28/2026 10:00', ['Got {amount} on {date}'], 'date'],
  ])('"%s" by %j: %s', (message, templates, refusal) => {
    expect(read(message, templates)).toBe(refusal);
  });

  it('two ways that make the same payment are one', () => {
    expect(read('5 BOB a a a', ['{amount} BOB {any} a'])).toMatchObject({ amount: '5' });
    expect(read('5 BOB a b a b c', ['{amount} BOB {any} b {any}'])).toMatchObject({ amount: '5' });
  });

  it('a hostile message takes no time', () => {
    const template = `{amount}${'a{any}'.repeat(7)}b`;
    expect(ownCpuMs(() => expect(read(`5${'a'.repeat(990)}`, [template])).toBe('none'))).toBeLessThan(4_000);
  });
});

describe('payments: a template', () => {
  it.each([
    ['Got {sum}', { code: 'unknown', part: 'sum' }],
    ['Got {payer}', { code: 'no-amount', part: 'amount' }],
    ['{amount} {amount}', { code: 'twice', part: 'amount' }],
    ['{amount}{payer}', { code: 'adjoining', part: '' }],
    [`{amount}${'-{any}'.repeat(8)}`, { code: 'too-many', part: '8' }],
  ])('%s is refused', (text, why) => {
    expect(templateOf(text)).toEqual(why);
  });

  it('has no signs of its own besides its parts', () => {
    expect(read('Got 5 (.*) $', ['Got {amount} (.*) $'])).toMatchObject({ amount: '5' });
    expect(read('Got 5 anything $', ['Got {amount} (.*) $'])).toBe('none');
  });
});
