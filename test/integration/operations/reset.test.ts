/** Temporal's reset of an order and of the guard, while a worker serves them; the ledger is the judge. */
import { describe, expect, it } from 'vitest';
import { guardControl, type GuardRunMemory } from '../../../src/client/index.ts';
import { numberOf } from '../../../src/domain/guard/permitted-call.ts';
import { account, until } from '../desk-harness.ts';
import { effects, liftSwitch, resetToStart, shareOperationsWorld } from '../operations-world.ts';

const the = shareOperationsWorld();

/** All but the times: repeated facts count as new. What it has permitted comes with the next call. */
function kept({ switches, rules, blocked, publications, generation }: GuardRunMemory): unknown {
  const text = JSON.stringify({ switches, rules, blocked, publications, generation });
  return JSON.parse(text, (name: string, value: unknown) => (name === 'atMs' ? 0 : value));
}

describe('temporal workflow reset of an order that was just marked as paid', () => {
  it('while no read shows it: the register lets no second payment notice leave', async () => {
    const world = the();
    const { simulator, log } = world;
    const { orderNumber, workflowId, control, waitsFor } = await world.purchase();
    const unpaid = { kind: 'answer', fields: { orderStatus: 1 } } as const;
    simulator.setFaults([{ operation: 'getUserOrderDetail', when: { orderNumber }, fault: unpaid }]);
    await control.confirmPayment({ by: 'ana', payId: null, proof: 'REF' });
    await waitsFor('confirming');
    await resetToStart(world, workflowId);
    await waitsFor('our-payment');
    expect((await control.state()).why).toMatch(/may have left at .* UTC: the order is read until/);
    // A person who confirms once more sends nothing.
    await control.confirmPayment({ by: 'ana', payId: null, proof: 'REF' });
    const isRefused = (line: string) => line.includes(orderNumber) && line.includes('MAY_HAVE_LEFT');
    await until('the register has refused it', log, (text) => text.split('\n').some(isRefused));
    simulator.setFaults([]);
    await waitsFor('awaiting-release');
    expect(effects(simulator.ledger(), 'pay', orderNumber)).toBe(1);
    expect(simulator.ledger()).toMatchObject({ doublePayments: 0, repeatedAttempts: 0 });
  });
});

describe('temporal workflow reset of the guard', () => {
  it('its switches, rules, blocks, names and register are as before, and it permits no number twice', async () => {
    const world = the();
    const guard = guardControl(world.client, account);
    const order = await world.sale('approve');
    await order.waitsFor('release-gate');
    await order.control.attachMatch({
      amount: '500.00',
      payerName: 'X',
      despite: 'third-party',
      proofId: 'REF-1',
      atMs: Date.now(),
    });
    await order.control.approve({ by: 'ana' });
    await order.waitsFor('nothing');
    await guard.killSwitch({ name: 'releases', thrown: true, by: 'ana' });
    const before = kept(await guard.memory());
    const { permitted } = await guard.memory();
    expect(before).toMatchObject({ generation: expect.any(String) });
    await resetToStart(world, guard.workflowId);
    expect(kept(await guard.memory())).toEqual(before);
    await liftSwitch(world, 'releases');
    const next = await world.sale('approve');
    await next.waitsFor('release-gate');
    await next.control.approve({ by: 'ana' });
    await next.waitsFor('nothing');
    expect(numberOf((await guard.memory()).permitted)).toBeGreaterThan(numberOf(permitted));
  });
});
