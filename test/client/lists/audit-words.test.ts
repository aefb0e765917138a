import { describe, expect, it } from 'vitest';
import { detailOf, failedUpdates, misformed } from '../../../src/client/lists/audit-words.ts';
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
});
