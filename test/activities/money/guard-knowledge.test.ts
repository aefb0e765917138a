import { describe, expect, it, vi } from 'vitest';
import { openActivityWorld } from '../activity-fixture.ts';
import { approvalOf, moneyCalls, paidSale, payment, release, releaseInput, rulesOf } from './money-fixture.ts';

describe('promise 2: what the guard knows of a payment', () => {
  it('the gate names the payments that back another order, and a release of this one that may have left', async () => {
    const world = await openActivityWorld();
    const orderNumber = paidSale(world);
    const claim = { amount: '500', fiat: 'BOB', atMs: 1 };
    const { memory } = world.fakeGuard;
    world.fakeGuard.memory = {
      ...memory,
      claims: [{ ...claim, proof: 'BANK-7', orderNumber: '7' }],
      releases: [{ orderNumber, amount: '510', fiat: 'BOB', atMs: 1_000 }],
    };
    const [first, second] = [payment(world, { proofId: 'bank 7' }), payment(world, { proofId: 'bank-8' })];
    const { gate } = releaseInput(orderNumber, { match: second, earlierMatches: [first] });
    const look = await world.scheduled().run(world.money.checkRelease, gate);
    expect(look).toMatchObject({
      elsewhere: [{ proofId: 'bank 7', orderNumber: '7' }],
      permitted: { atMs: 1_000, untilMs: 61_000 },
    });
    world.fakeGuard.memory = memory;
    const clear = await world.scheduled().run(world.money.checkRelease, gate);
    expect(clear).not.toHaveProperty('elsewhere');
    expect(clear).not.toHaveProperty('permitted');
  });

  it('an approval counts for a payment that backs another order only when its giver could see that', async () => {
    const world = await openActivityWorld();
    const orderNumber = paidSale(world);
    const claim = { proof: 'BANK-7', orderNumber: '7', amount: '510', fiat: 'BOB', atMs: 1 };
    world.fakeGuard.memory = { ...world.fakeGuard.memory, claims: [claim] };
    const approvals = [await approvalOf(world, orderNumber)];
    const gate = { rules: rulesOf('approve'), approvals, match: payment(world, { proofId: 'bank 7' }) };
    const unseen = await release(world, releaseInput(orderNumber, gate));
    const message = expect.stringContaining('backs order 7, which was not known when it was approved');
    expect(unseen).toMatchObject({ kind: 'rejected', category: 'PROOF_USED', message });
    expect(moneyCalls(world)).toBe(0);
    const seen = await release(world, releaseInput(orderNumber, { ...gate, shownElsewhere: ['BANK 7'] }));
    expect(seen).toMatchObject({ kind: 'executed' });
  });

  it('a refused release says until when an earlier one may be unseen', async () => {
    const world = await openActivityWorld();
    const orderNumber = paidSale(world);
    const { guard } = world.deps;
    const text = 'must show first';
    vi.spyOn(guard, 'permit').mockResolvedValue({
      permitted: false,
      reason: 'MAY_HAVE_LEFT',
      text,
      untilMs: 9_000,
      atMs: world.deps.clock.now(),
    });
    const end = await release(world, releaseInput(orderNumber));
    expect(end).toMatchObject({ kind: 'rejected', category: 'MAY_HAVE_LEFT', openUntilMs: 9_000, permitAtMs: null });
  });
});
