import { describe, expect, it } from 'vitest';
import type { StepBar } from '../../src/domain/step-bar.ts';
import { stepBarText } from '../../src/words/step-bar-words.ts';
import type { OfCode } from '../../src/words/worded.ts';

const engaged = { name: 'releases', by: 'ana', reason: 'a doubt', atMs: 0 } as const;

/** For each code one with everything that completes it, and what is said of it; null: any sentence. */
const said = {
  'other-leader': [{ code: 'other-leader' }, null],
  'order-held': [{ code: 'order-held' }, null],
  'changed-since-look': [{ code: 'changed-since-look' }, null],
  'payment-moved': [{ code: 'payment-moved' }, null],
  'claim-gone': [{ code: 'claim-gone', state: null }, 'another attempt took its place: its claim is not there'],
  'switched-off': [{ code: 'switched-off', engaged }, 'the switch "releases" is engaged'],
  'code-of-other-time': [
    { code: 'code-of-other-time', step: 7, clockStep: 9 },
    'the one-time code is of step 7, and by this clock it is step 9',
  ],
  'code-used': [{ code: 'code-used' }, null],
  'other-temporal': [{ code: 'other-temporal' }, null],
  'payment-taken': [{ code: 'payment-taken' }, null],
  'sum-unknown': [{ code: 'sum-unknown' }, null],
  'older-copy': [
    { code: 'older-copy', last: 8 },
    'the guard has permitted a call 8 that this register does not have: it is an older copy',
  ],
  'releases-unknown': [
    { code: 'releases-unknown', count: 2, first: 'order-8' },
    'the service shows 2 releases that the register does not know, such as order order-8',
  ],
  'forgotten-beside': [
    { code: 'forgotten-beside', account: 'demo' },
    'the register may not know all releases of account demo, and may have forgotten this payment: its worker compares them, and a person says what is unknown (`peerdesk register explain demo`)',
  ],
  'sent-before': [{ code: 'sent-before', step: 'place' }, 'the place of this name was sent before, or may have been'],
  'done-before': [{ code: 'done-before', step: 'release' }, 'the release of this order is done already'],
  'earlier-may-have-left': [{ code: 'earlier-may-have-left', untilMs: null }, null],
  'rival-may-have-left': [
    { code: 'rival-may-have-left', step: 'cancel', untilMs: null },
    'a cancellation of the order may have left, and must show first',
  ],
  'cancel-needs-people': [
    { code: 'cancel-needs-people', people: ['ana'], wanted: 2 },
    'the purchase may be paid, and a cancelled order leaves the money with the seller: 2 different people say so on the merchant’s machine (`peerdesk order cancel --despite-payment`); so far ana',
  ],
  'payment-used': [
    { code: 'payment-used', orderNumber: 'order-1', account: 'demo' },
    'the payment was used for order order-1 of account demo',
  ],
  'over-day-cap': [
    { code: 'over-day-cap', sum: '140', fiat: 'BOB', perDay: '139.990' },
    'with this release 140 BOB in 24 hours, at most 139.99 wanted',
  ],
  'register-put-back': [{ code: 'register-put-back' }, null],
  'not-compared': [
    { code: 'not-compared', why: null },
    'the releases of the service are not compared with the register yet: the list is being read',
  ],
  'request-unreadable': [
    { code: 'request-unreadable', places: ['generation', 'number'] },
    'the request for a permit cannot be read: generation, number',
  ],
  'guard-behind': [{ code: 'guard-behind' }, null],
  'guard-untaken': [{ code: 'guard-untaken' }, null],
  'guard-taking-over': [{ code: 'guard-taking-over' }, null],
  'number-permitted': [
    { code: 'number-permitted', last: 4, number: 2 },
    'the guard has permitted number 4 already, and the register asks for 2: it is an older copy',
  ],
  'call-unnamed': [
    { code: 'call-unnamed', last: 4 },
    'the guard has permitted a call 4 that the register does not name: it may be an older copy',
  ],
  'guard-unheard': [{ code: 'guard-unheard', why: 'no answer' }, 'the guard did not answer: no answer'],
} as const satisfies { [Code in StepBar['code']]: readonly [OfCode<StepBar, Code>, string | null] };

describe('U16: what is said of a money step that may not leave', () => {
  it.each(Object.entries(said))('%s', (code, [bar, text]) => {
    expect(bar.code).toBe(code);
    const words = stepBarText(bar);
    if (text !== null) expect(words).toBe(text);
    expect(words).toMatch(/^[A-Za-z].{10,}[^.]$/);
    expect(words).not.toMatch(/undefined|null|\[object/);
  });

  it('each code has a sentence of its own', () => {
    const texts = Object.values(said).map(([bar]) => stepBarText(bar));
    expect(new Set(texts).size).toBe(texts.length);
  });
});
