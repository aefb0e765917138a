import { describe, expect, it } from 'vitest';
import {
  detailOf,
  failedUpdates,
  misformed,
  senderIn,
  uncountedIn,
  updateAnswers,
} from '../../../src/client/lists/audit-words.ts';
import { noReleaseRules } from '../../../src/domain/orders/release-rules.ts';

describe('what an audit says of a change of rules', () => {
  it('is the rules in words, and why', () => {
    const rules = { ...noReleaseRules, policy: 'match', amountCap: { BOB: '5000' }, by: 'ana', note: 'agreed' };
    expect(detailOf('setReleaseRules', rules)).toBe('policy match, never above 5000 BOB, note agreed');
  });

  it('is of an ad what was changed', () => {
    const change = { limits: { floor: '9', ceiling: '10' }, by: 'ana', confirm: true };
    expect(detailOf('setRules', change)).toBe('limits {"floor":"9","ceiling":"10"}');
    expect(detailOf('overridePrice', { price: '9.35', forMs: 1_000, by: 'ana' })).toBe('price 9.35');
  });

  it('is of a start who it was by, between which limits and why', () => {
    const startedBy = { by: 'ana', note: 'a new ad' };
    const rules = { strategy: { kind: 'undercut', ticks: 1 }, limits: { floor: '9', ceiling: '10' } };
    const input = { account: 'main', adNumber: '7', mode: 'sim', rules, startedBy };
    expect(senderIn(input)).toBe('ana');
    expect(detailOf('started', input)).toBe('limits {"floor":"9","ceiling":"10"}, note a new ad, mode sim');
    expect([senderIn({ by: 'ben' }), senderIn({ account: 'main' })]).toEqual(['ben', null]);
    expect(detailOf('started', { account: 'main' })).toBe('');
    const trade = { side: 'BUY', totalAmount: '500', fiat: 'BOB', matchPrice: '10.05', startedBy: { by: 'ana' } };
    expect(detailOf('started', { ...trade, mode: 'sim' })).toBe('BUY 500 BOB at 10.05, mode sim');
  });

  it('is nothing where nothing can be read, and never a payer, a proof or a signature', () => {
    expect(detailOf('setReleaseRules', undefined)).toBe('');
    expect(detailOf('setReleaseRules', { policy: 'moon' })).toBe('');
    const match = { amount: '5', payerName: 'ANA PEREZ', proofId: 'TRX-1', signed: 'x', by: 'ben' };
    expect(detailOf('attachMatch', match)).toBe('');
  });
});

describe('what an audit marks as refused', () => {
  it('is an update that its workflow took and then refused', () => {
    const completed = (updateId: string, outcome: object) => ({
      workflowExecutionUpdateCompletedEventAttributes: { meta: { updateId }, outcome },
    });
    const events = [completed('1', { failure: { message: 'it is held again' } }), completed('2', { success: {} }), {}];
    expect([...failedUpdates(events)]).toEqual([['1', 'it is held again']]);
  });

  it('is a message of a wrong form, and one that no such workflow knows', () => {
    const approval = { by: 'mallory' };
    expect(misformed('order', { what: 'approveRelease', via: 'signal' }, approval)).toMatch(/generation is missing/);
    expect(misformed('order', { what: 'hold', via: 'signal' }, { by: 'ana' })).toBeNull();
    expect(misformed('guard', { what: 'approveRelease', via: 'signal' }, approval)).toMatch(
      /no command approveRelease/,
    );
    expect(misformed('order', { what: 'terminated', via: 'temporal' }, null)).toBeNull();
  });

  it('is an approval that its order took and that does not count, without the payment that is in its way', () => {
    const gate = {
      settled: true,
      waitingFor: { code: 'release-gate' },
      policy: 'approve',
      approvals: [{ by: 'ana', expiresAtMs: 1 }],
      checks: [{ name: 'payer-name', payer: 'stranger' }],
      payments: [{ reference: 'TRX-1', amount: '5', backs: null }],
      held: null,
    };
    const given = (answer: unknown): string | null => uncountedIn('approveRelease', { by: 'ana' }, answer);
    expect(given(gate)).toBe('it did not count: the release lacked a payment from the buyer’s own name');
    const elsewhere = [{ reference: 'TRX-1', amount: '5', backs: '7' }];
    const droppedView = { ...gate, approvals: [], checks: [{ name: 'approval', by: [], wanted: 1 }] };
    expect(given({ ...droppedView, payments: elsewhere })).toBe(
      'it did not count: a payment of the order backs another one',
    );
    expect(given(droppedView)).toBe('it did not count: the order is not what was approved');
    expect(given({ ...gate, checks: [{ name: 'approval', by: ['ana'], wanted: 2 }] })).toBeNull();
    expect(given({ ...gate, settled: false })).toBeNull();
    // It stands, and counts once the block is lifted.
    expect(given({ ...gate, checks: [{ name: 'block-list', reason: { kind: 'unknown' } }] })).toBeNull();
    expect(given({ ...gate, waitingFor: { code: 'nothing' } })).toBeNull();
    expect(given({ status: 'PAID' })).toBeNull();
    expect(uncountedIn('hold', { by: 'ana' }, gate)).toBeNull();
  });

  it('needs what each update was answered with', () => {
    const success = { payloads: [{}] };
    const events = [
      { workflowExecutionUpdateCompletedEventAttributes: { meta: { updateId: '1' }, outcome: { success } } },
      { workflowExecutionUpdateCompletedEventAttributes: { meta: { updateId: '2' }, outcome: {} } },
    ];
    expect([...updateAnswers(events)]).toEqual([['1', success]]);
  });
});
