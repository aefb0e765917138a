import { describe, expect, it } from 'vitest';
import { ErrorCategory } from '../../src/domain/failures/error-category.ts';
import { OwnFailure } from '../../src/domain/failures/own-failures.ts';
import type { OrderProblem, OrderWait } from '../../src/domain/orders/order-wait.ts';
import { endText, orderWhy, problemText, stepWords, waitWords } from '../../src/words/order-words.ts';

const untilMs = Date.UTC(2026, 10, 21, 9);
const order: Parameters<typeof orderWhy>[0] = {
  wait: { code: 'reading' },
  side: 'SELL',
  due: { total: '950.0000', fiat: 'BOB' },
  held: null,
  checks: [{ name: 'approval', by: [], wanted: 1, bringer: 'human' }],
  problem: null,
  payments: [],
  hasLeft: false,
  open: null,
};
const held = { by: 'ana', note: 'third party' };
const refused = {
  code: 'refused',
  step: 'release',
  category: OwnFailure.HELD,
  answer: null,
  message: 'the order is on hold',
  openUntilMs: null,
} as const;

/** Every wait with everything that changes its words. */
const waits: readonly (readonly [OrderWait, string])[] = [
  [{ code: 'reading' }, 'reading the order'],
  [{ code: 'awaiting-payment' }, 'the counterparty has to pay 950.00 BOB'],
  [{ code: 'our-payment', asks: 'payment' }, 'pay 950.00 BOB, then confirm the payment'],
  [
    { code: 'our-payment', asks: 'look-first' },
    'this order was taken up again, or late: look at the bank first, it may have been paid already; if it was not, pay 950.00 BOB, then confirm the payment',
  ],
  [
    { code: 'our-payment', asks: 'again', by: 'ana', proof: 'REF' },
    'DO NOT PAY AGAIN: ana has confirmed transfer REF, and something was taken back since; if it has left, confirm it once more',
  ],
  [
    { code: 'keeping-end' },
    'it is over at the service, and the register has to keep that before anything else says so',
  ],
  [{ code: 'marking-paid' }, 'notifying the service that the payment has left'],
  [{ code: 'cancelling' }, 'asking the service to cancel the order: DO NOT PAY'],
  [{ code: 'awaiting-release', isMoving: false }, 'paid; the counterparty has to release'],
  [{ code: 'awaiting-release', isMoving: true }, 'the service is moving the coin'],
  [
    { code: 'confirming', step: 'release', how: 'service' },
    'release: the service accepted it; the service does not show it',
  ],
  [
    { code: 'confirming', step: 'mark-paid', how: 'human' },
    'payment notice: a human says that it is done; the service does not show it',
  ],
  [{ code: 'release-gate', gate: 'lacks' }, 'no human has approved the release'],
  [{ code: 'release-gate', gate: 'unshown' }, 'the service does not show the order as paid'],
  [{ code: 'release-gate', gate: 'approved', by: 'ana' }, 'approved by ana: being checked'],
  [{ code: 'releasing' }, 'everything the policy asks for is there: releasing'],
  [{ code: 'held', beside: 'payment' }, 'held by ana: third party; the counterparty has to pay 950.00 BOB'],
  [{ code: 'held', beside: 'our-payment' }, 'held by ana: third party'],
  [
    { code: 'held', beside: 'our-notice' },
    'held by ana: third party; the payment has left and the service is not notified yet',
  ],
  [{ code: 'held', beside: 'gate' }, 'held by ana: third party; no human has approved the release'],
  [{ code: 'appeal' }, 'in appeal: answer it at the service; this page follows'],
  [{ code: 'outcome-unknown', step: 'release' }, 'the outcome of the release is not known: reading the order'],
  [{ code: 'shadow', step: 'release', isDone: false }, 'shadow: would now do the release'],
  [{ code: 'shadow', step: 'release', isDone: true }, 'shadow: would have done the release'],
  [{ code: 'given-up', step: 'release' }, 'the release was given up here: it is carried on in the app'],
  [{ code: 'needs-human' }, 'a step is undecided'],
  [{ code: 'blocked' }, 'refused by the service'],
  [{ code: 'nothing', end: { kind: 'completed' } }, 'completed'],
  [{ code: 'nothing', end: { kind: 'cancelled' } }, 'cancelled'],
  [{ code: 'nothing', end: { kind: 'cancelled-by-system' } }, 'cancelled by the service at its deadline'],
  [{ code: 'nothing', end: { kind: 'stopped', by: 'ana' } }, 'stopped by ana: the desk no longer carries it'],
];

/** Every problem with everything that changes its words. */
const problems: readonly (readonly [OrderProblem, string])[] = [
  [{ code: 'attempts', step: 'release', attempts: 3 }, 'the release was not executed in 3 attempts'],
  [
    { code: 'undecided', step: 'mark-paid', message: 'no answer' },
    'it is unknown whether the payment notice was executed: no answer',
  ],
  [
    { code: 'not-done', step: 'release', message: 'no answer', atMs: untilMs },
    'the release had no effect: no answer; no read until 2026-11-21 09:00:00 UTC showed it, so it counts as not executed',
  ],
  [refused, 'release not sent: the order is on hold (HELD)'],
  [
    { ...refused, category: ErrorCategory.NON_RETRIABLE_BUSINESS, answer: '-2015', message: 'Invalid API-key' },
    'the service refused the release: Invalid API-key (NON_RETRIABLE_BUSINESS -2015)',
  ],
  [
    { ...refused, category: OwnFailure.MAY_HAVE_LEFT, message: 'it must show first', openUntilMs: untilMs },
    'release not sent: it must show first (MAY_HAVE_LEFT); the order is read until 2026-11-21 09:00:00 UTC, then the release is tried again',
  ],
  [
    { ...refused, step: 'mark-paid', inApp: { untilMs } },
    'payment notice not sent: the order is on hold (HELD); the payment has left: press “paid” in the app, until 2026-11-21 09:00:00 UTC',
  ],
  [
    { ...refused, step: 'mark-paid', inApp: { untilMs: null } },
    'payment notice not sent: the order is on hold (HELD); the payment has left: press “paid” in the app',
  ],
  [
    { ...refused, category: OwnFailure.APPROVAL_MISSING, message: '', lacks: order.checks },
    'release not sent: no human has approved the release (APPROVAL_MISSING)',
  ],
  [
    { code: 'unread', category: ErrorCategory.UNKNOWN, message: 'no answer' },
    'the order cannot be read: no answer (UNKNOWN)',
  ],
  [{ code: 'identity-check', message: 'no answer' }, 'the identity check could not be confirmed: no answer'],
];

describe('U16: what is said of an order', () => {
  it.each(waits.map(([wait, text]) => [JSON.stringify(wait), wait, text] as const))('%s', (_name, wait, text) => {
    expect(orderWhy({ ...order, wait, held: wait.code === 'held' ? held : null })).toBe(text);
    expect(waitWords[wait.code]).toMatch(/^[a-zA-Z].{8,}[^.]$/);
  });

  it.each(problems.map(([problem, text]) => [JSON.stringify(problem), problem, text] as const))(
    '%s',
    (_name, problem, text) => {
      expect(problemText(problem)).toBe(text);
      for (const code of ['blocked', 'needs-human'] as const)
        expect(orderWhy({ ...order, wait: { code }, problem })).toBe(text);
    },
  );

  it('each wait, problem, end and step has its words, and a sentence belongs to one of them', () => {
    expect(new Set(waits.map(([{ code }]) => code))).toEqual(new Set(Object.keys(waitWords)));
    expect(Object.keys(stepWords)).toHaveLength(4);
    const texts = [...waits, ...problems].map(([, text]) => text);
    expect(new Set(texts).size).toBe(texts.length);
    expect(endText({ kind: 'stopped', by: 'ana' })).toBe('stopped by ana: the desk no longer carries it');
  });

  it('a hold that came after the call says so', () => {
    const wait = { code: 'held', beside: 'gate' } as const;
    expect(orderWhy({ ...order, wait, held, hasLeft: true })).toBe(
      'the release may have left before the hold; the order is held in case it did not happen; held by ana: third party; no human has approved the release',
    );
    const confirming = { code: 'confirming', step: 'mark-paid', how: 'service' } as const;
    expect(orderWhy({ ...order, wait: confirming, side: 'BUY', held: { by: 'ana', note: '' } })).toMatch(
      /^the payment notice may have left before the hold/,
    );
  });

  it('a call that may show, and a payment that does not count, stand beside the wait', () => {
    const open = { armedAtMs: untilMs - 60_000, untilMs };
    const payments = [
      { reference: 'REF-1', amount: '450.000', backs: '77' },
      { reference: 'REF-2', amount: '7', backs: null },
    ];
    const wait = { code: 'release-gate', gate: 'lacks' } as const;
    expect(orderWhy({ ...order, wait, open, payments })).toBe(
      'a release may have left at 2026-11-21 08:59:00 UTC: the order is read until 2026-11-21 09:00:00 UTC; no human has approved the release; payment REF-1 of 450.00 backs order 77 and does not count for this one',
    );
  });
});
