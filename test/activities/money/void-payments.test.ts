import { describe, expect, it } from 'vitest';
import { lookAtGate } from '../../../src/activities/money/release-gate.ts';
import type { ReleaseCheckInput } from '../../../src/activities/activity-contract.ts';
import { asShown } from '../../../src/domain/orders/attached-payments.ts';
import { seenOf } from '../../../src/domain/orders/seen.ts';
import { openActivityWorld } from '../activity-fixture.ts';
import { buyerName, paidSale, rulesOf } from './money-fixture.ts';

describe('promise 2: payments that were attached before something was taken back', () => {
  it('back no release by themselves, and are claimed by one that a person approves with them in view', async () => {
    const world = await openActivityWorld();
    const { deps, clock } = world;
    const orderNumber = paidSale(world);
    const attached = { amount: '510.00', payerName: buyerName, atMs: clock.now() };
    const { generation, epoch } = await deps.register.marksOf(orderNumber);
    const [match, part] = ['BANK-2', 'BANK-1'].map((proofId) => ({ ...attached, proofId, generation, epoch }));
    if (match === undefined || part === undefined) throw new Error('two payments');
    await deps.register.takeBack({ orderNumber, what: 'revoke', by: 'ana', note: '' });
    const input: ReleaseCheckInput = {
      orderNumber,
      mode: 'sim',
      role: 'maker',
      rules: rulesOf('match'),
      approvals: [],
      match,
      earlierMatches: [part],
      shownElsewhere: [],
      knownEpoch: 0,
      held: false,
      resetId: null,
      paidSinceMs: 0,
      approvalLifeMs: 900_000,
    };
    const look = (part: Partial<ReleaseCheckInput>) =>
      world.asOrder(orderNumber).run(() => lookAtGate(deps, { ...input, ...part }, 'money')) as ReturnType<
        typeof lookAtGate
      >;
    const byMatch = await look({});
    expect(byMatch.missing.map(({ name }) => name)).toEqual(['payment-match', 'taken-back']);
    const payments = asShown({ match, earlier: [part] });
    const seen = seenOf({ order: byMatch.order, payments, paidSinceMs: 0, generation, epoch: epoch + 1 });
    const atMs = clock.now();
    const approval = { by: 'ana', atMs, note: null, seen, expiresAtMs: atMs + 900_000, signed: null };
    const approved = await look({ rules: rulesOf('approve'), approvals: [approval] });
    expect(approved.missing).toEqual([]);
    expect(approved.proofs.toSorted()).toEqual(['BANK-1', 'BANK-2']);
  });
});
