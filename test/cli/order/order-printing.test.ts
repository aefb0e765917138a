import { describe, expect, it } from 'vitest';
import { orderAnswer, type OrderVerb } from '../../../src/cli/order/order-answers.ts';
import { endText, orderText, standText } from '../../../src/cli/order/order-text.ts';
import { ExitCode } from '../../../src/cli/kit/exit-code.ts';
import type { OrderView } from '../../../src/client/index.ts';
import { checkText } from '../../../src/words/check-words.ts';
import type { Check } from '../../../src/domain/orders/release-check.ts';
import { atMs, paidView as order } from '../order-view.ts';

describe('an order', () => {
  it('is shown with what it waits for, since when, and what its release lacks', () => {
    const text = orderText({ ...order, held: { by: 'ana', note: 'third party' }, undecided: 'release' });
    expect(text).toContain('SELL 50.00 USDT/BOB @ 9.15, total 457.50');
    expect(text).toMatch(/status +PAID since 2026-11-21T07:59:00Z, as the desk has seen it/);
    expect(text).toMatch(
      /waits for +what its release still lacks \(release-gate, until 2026-11-21T08:00:00Z, needs you\), since 2026-11-21T07:59:30Z/,
    );
    expect(text).toContain('by ana: third party');
    expect(text).toContain('release: `peerdesk order record-outcome` says what happened');
    expect(text).toMatch(/no human has approved the release +approval/);
    expect(text).toMatch(/attempts +release 1/);
    expect(text).toMatch(/paid since +2026-11-21T07:59:00Z/);
  });

  it('is shown with its troubles, how long approvals hold, and the messages that it refused', () => {
    const text = orderText({
      ...order,
      troubles: [{ what: { code: 'unpaid' }, text: 'the order cannot be read', sinceMs: atMs, urgent: true }],
      approvals: [
        { by: 'ana', atMs, expiresAtMs: atMs + 900_000, signed: true },
        { by: 'ben', atMs, expiresAtMs: atMs + 60_000, signed: false },
      ],
      refused: {
        count: 2,
        last: { message: 'hold', refusal: { code: 'no-such-signal' }, reason: 'say who does it', atMs },
      },
    });
    expect(text).toMatch(/trouble +the order cannot be read/);
    expect(text).toContain(
      'ana at 2026-11-21T08:00:00Z (signed: it counts while its key does), holds until 2026-11-21T08:15:00Z, ben at',
    );
    expect(text).toMatch(/refused messages +2, the last at 2026-11-21T08:00:00Z: hold: say who does it/);
  });

  it('is shown with the payments that are attached, and which of them does not count', () => {
    const payments = [
      { reference: 'REF-1', amount: '450.00000000', by: 'ben', atMs, backs: '77' },
      { reference: 'REF-2', amount: '7.50', by: null, atMs, backs: null },
      { reference: 'REF-3', amount: '1', by: null, atMs: null, backs: null },
    ];
    const text = orderText({ ...order, payments });
    expect(text).toMatch(
      /payment +REF-1: 450.00, attached by ben at 2026-11-21T08:00:00Z; payment REF-1 of 450.00 backs order 77/,
    );
    expect(text).toMatch(/payment +REF-2: 7.50, attached at 2026-11-21T08:00:00Z\n/);
    expect(text).toMatch(/payment +REF-3: 1\n/);
  });

  it('whose workflow has ended says how and when', () => {
    expect(orderText(order, { how: 'terminated', atMs })).toMatch(
      /its workflow +terminated at 2026-11-21T08:00:00Z; a desk that runs takes the order up again/,
    );
    expect(endText({ how: 'completed', atMs })).toBe('completed at 2026-11-21T08:00:00Z');
  });

  it('fits on a line', () => {
    expect(standText({ ...order, untilMs: null, needsHuman: false })).toBe(
      'PAID: no human has approved the release (release-gate)',
    );
    expect(
      standText({
        ...order,
        status: 'COMPLETED',
        waitingFor: { code: 'nothing', end: { kind: 'completed' } },
        why: 'completed',
      }),
    ).toBe('COMPLETED: completed');
  });
});

const byAna = { by: ' Ana', atMs, expiresAtMs: atMs + 900_000, signed: false };

describe('what a command to an order answers', () => {
  const answer = (verb: OrderVerb, part: Partial<OrderView> = {}) => orderAnswer(verb, 'ana', { ...order, ...part });
  const over = {
    status: 'COMPLETED',
    waitingFor: { code: 'nothing', end: { kind: 'completed' } },
    why: 'completed',
    needsHuman: false,
  } as const;

  it('the state after the look that took it into account', () => {
    expect(answer('approve', over)).toEqual({
      line: 'order 88: approval by ana noted; COMPLETED: completed',
      exitCode: ExitCode.OK,
    });
  });

  const verbs = [
    'approve',
    'revoke',
    'hold',
    'unhold',
    'verify-kyc',
    'match',
    'unmatch',
    'paid',
    'resolve',
    'stop',
  ] as const;

  it.each(verbs)('%s: while its look is under way, no reason from before the command', (verb) => {
    const { line, exitCode } = answer(verb, { settled: false, why: 'yesterday' });
    expect(exitCode).toBe(ExitCode.OK);
    expect(line).not.toContain('yesterday');
    expect(line).toMatch(/^order 88: .+: .+/);
  });

  it('an approval whose release is under way is noted', () => {
    expect(answer('approve', { settled: false }).line).toBe(
      'order 88: approval by ana noted: the release is being checked now',
    );
  });

  it.each<[string, Partial<OrderView>]>([
    ['has left', { hasLeft: true, held: { by: 'ana', note: '' } }],
    ['has left and the look is not over', { hasLeft: true, settled: false }],
    ['was taken and is not shown yet', { waitingFor: { code: 'confirming', step: 'release', how: 'service' } }],
  ])('a hold or revocation after the release %s is too late, and never exits 0', (_, part) => {
    expect(answer('hold', part)).toEqual({
      line: 'order 88: too late: the release has left; the order is held in case it did not happen',
      exitCode: ExitCode.REFUSED,
    });
    expect(answer('revoke', part)).toEqual({
      line: 'order 88: too late: the release has left; its approvals are taken back in case it did not happen',
      exitCode: ExitCode.REFUSED,
    });
  });

  it('a hold beside a call of a run that was reset or ended says until when that may show, and never exits 0', () => {
    const open = { waitingFor: { code: 'held', beside: 'gate' }, held: { by: 'ana', note: '' } } as const;
    expect(answer('hold', { ...open, mayHaveLeft: { armedAtMs: atMs - 1, untilMs: atMs } })).toEqual({
      line: 'order 88: held, and perhaps too late: an earlier release may have left, by a run of the workflow that was reset or ended; it shows by 2026-11-21T08:00:00Z',
      exitCode: ExitCode.REFUSED,
    });
    expect(answer('hold', { ...open, mayHaveLeft: null })).toMatchObject({ exitCode: ExitCode.OK });
  });

  it('an approval names the payments that do not count for the order, once', () => {
    const payments = [
      { reference: 'REF-1', amount: '450.00000000', by: 'ben', atMs, backs: '77' },
      { reference: 'REF-2', amount: '7.50', by: null, atMs, backs: null },
    ];
    expect(answer('approve', { ...over, payments }).line).toBe(
      'order 88: approval by ana noted; payment REF-1 of 450.00 backs order 77 and does not count for this one; COMPLETED: completed',
    );
    expect(answer('approve', { payments, settled: false }).line).toContain('backs order 77');
    expect(answer('approve', { payments, approvals: [byAna] }).line).not.toContain('backs order 77');
  });

  it('a hold of an order that is completed, and of a payment notice that has left', () => {
    expect(answer('hold', over)).toEqual({
      line: 'order 88: too late: the order is COMPLETED',
      exitCode: ExitCode.REFUSED,
    });
    expect(answer('hold', { side: 'BUY', hasLeft: true }).line).toContain('the payment notice has left');
  });

  it('a confirmed payment is never asked for again', () => {
    const buying = {
      side: 'BUY',
      status: 'AWAITING_PAYMENT',
      waitingFor: { code: 'our-payment', asks: 'payment' },
    } as const;
    for (const settled of [true, false]) {
      const { line } = answer('paid', { ...buying, settled, why: 'pay 457.50 BOB, then confirm the payment' });
      expect(line).toContain('payment confirmed by ana, do not pay again');
      expect(line).not.toContain('pay 457.50');
    }
  });

  it('an approval that the worker does not count never exits 0', () => {
    const uncounted: Check = { name: 'approval-signed', bringer: 'human' };
    const text = checkText(uncounted);
    expect(answer('approve', { checks: [...order.checks, uncounted] })).toEqual({
      line: `order 88: the approval by ana does not count: ${text}: look (\`peerdesk order show 88\`), then approve again`,
      exitCode: ExitCode.REFUSED,
    });
  });

  const bringer = 'human';
  const blocked: Check = { name: 'block-list', reason: { kind: 'unknown' }, bringer };
  const overCap: Check = { name: 'amount-cap', total: '900', fiat: 'BOB', cap: '500', caps: {}, bringer };
  const lacksBen: Check = { name: 'approval', by: ['ana'], wanted: 2, bringer };
  const stopped: Check = { name: 'kill-switch', engaged: null, bringer };
  const otherName: Check = { name: 'payer-name', payer: 'other', bringer };
  const lacksPart: Check = { name: 'payment-amount', arrived: '4', wanted: '457.50', fiat: 'BOB', bringer };

  it('an approval that counts is noted, although one of another person beside it is signed by a key that is gone', () => {
    const checks = [lacksBen, { name: 'approval-signed', bringer }] satisfies Check[];
    const ofCarl = { ...byAna, by: 'carl' };
    const { line, exitCode } = answer('approve', { approvals: [ofCarl, byAna], checks });
    expect(line).toMatch(/^order 88: approval by ana noted/);
    expect(exitCode).toBe(ExitCode.OK);
    const others = [
      { ...lacksBen, by: ['ben'] },
      { name: 'approval-signed', bringer },
    ] satisfies Check[];
    expect(answer('approve', { approvals: [ofCarl, byAna], checks: others }).exitCode).toBe(ExitCode.REFUSED);
  });

  it.each<[string, Partial<OrderView>, RegExp]>([
    ['of another epoch', { checks: [{ name: 'taken-back', bringer }] }, /say it again: look/],
    [
      'above the cap and of another epoch',
      { checks: [overCap, { name: 'taken-back', bringer }] },
      /900 BOB is not within/,
    ],
    [
      'held',
      { approvals: [], waitingFor: { code: 'held', beside: 'gate' }, held: { by: 'eva', note: '' } },
      /the order is on hold: look/,
    ],
    ['changed', { approvals: [] }, /the order is not what was approved: look/],
    [
      'on a payment of another order',
      { approvals: [], payments: [{ reference: 'R', amount: '5', by: null, atMs, backs: '77' }] },
      /payment R of 5 backs order 77 and does not count/,
    ],
  ])('an approval of an order that is %s does not count, says why, and never exits 0', (_, part, why) => {
    const { line, exitCode } = answer('approve', { approvals: [byAna], checks: [], ...part });
    expect(line).toMatch(/^order 88: the approval by ana does not count: .*, then approve again$/);
    expect(line).toMatch(why);
    expect(exitCode).toBe(ExitCode.REFUSED);
  });

  it.each<[string, Check, RegExp]>([
    ['blocked', blocked, /the block list is not empty/],
    ['above the cap', overCap, /900 BOB is not within/],
  ])('an approval of an order that is %s stands: the answer says that it counts once that is gone', (_, check, why) => {
    const { line, exitCode } = answer('approve', { approvals: [byAna], checks: [check] });
    expect(line).toMatch(/^order 88: approval by ana noted, and nothing is released now: /);
    expect(line).toMatch(why);
    expect(line).toMatch(/: look \(`peerdesk order show 88`\); it holds until \S+Z, and counts once that is gone$/);
    expect(exitCode).toBe(ExitCode.REFUSED);
    expect(answer('approve', { approvals: [], checks: [check] }).line).toMatch(
      /does not count: .*, then approve again$/,
    );
  });

  it.each<[string, Partial<OrderView>]>([
    ['another person', { checks: [lacksBen] }],
    ['a switch', { checks: [stopped] }],
    ['the identity check', { checks: [{ name: 'additional-kyc', bringer }] }],
    ['the first of two under policy match', { policy: 'match', checks: [otherName] }],
  ])('an approval counts while the release waits for %s', (_, part) => {
    const { line, exitCode } = answer('approve', { approvals: [byAna], checks: [], ...part });
    expect(line).toMatch(
      /^order 88: approval by ana noted; PAID, needs you: .*\(release-gate, until 2026-11-21T08:00:00Z\)$/,
    );
    expect(exitCode).toBe(ExitCode.OK);
  });

  it('in shadow an approval and a payment say that nothing was done', () => {
    const shadow = {
      mode: 'shadow',
      waitingFor: { code: 'shadow', step: 'release', isDone: true },
      why: 'shadow: would have released the coin',
    } as const;
    expect(answer('approve', shadow)).toEqual({
      line: 'order 88: noted, and nothing is released in mode shadow: shadow: would have released the coin',
      exitCode: ExitCode.REFUSED,
    });
    expect(answer('paid', shadow).exitCode).toBe(ExitCode.REFUSED);
  });

  it.each(['match', 'approve', 'paid'] as const)('a payment is compared under release policy %s', (policy) => {
    const misfit = answer('match', { policy, checks: [otherName, lacksPart, lacksBen] });
    expect(misfit.exitCode).toBe(ExitCode.REFUSED);
    expect(misfit.line).toMatch(
      /^order 88: payment attached, and it does NOT fit: the payer’s name is not the buyer’s; 4 arrived, 457.50 BOB wanted; PAID/,
    );
    expect(answer('match', { policy, checks: [lacksBen] }).exitCode).toBe(ExitCode.OK);
    expect(answer('match', { policy, checks: [lacksPart] }).exitCode).toBe(ExitCode.OK);
    expect(answer('match', { policy }).line).toMatch(
      /^order 88: payment attached; PAID, needs you: .*\(release-gate, until 2026-11-21T08:00:00Z\)$/,
    );
    expect(answer('match', { policy, settled: false }).line).toMatch(/; payer and buyer are being compared: /);
    expect(answer('match', { policy, status: 'AWAITING_PAYMENT' }).line).toMatch(
      /compared once the order is marked paid/,
    );
  });

  it('a stop says who carries the order from now on', () => {
    expect(answer('stop').line).toBe('order 88: stopped by ana; the desk carries it no longer: finish it in the app');
  });
});
