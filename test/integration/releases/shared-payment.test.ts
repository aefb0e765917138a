/** One payment that two people attach to two orders, and approve in one moment; the ledger of the service is the judge. */
import { describe, expect, it } from 'vitest';
import { until } from '../desk-harness.ts';
import { effects, paidOrder, shareOperationsWorld, type CarriedOrder } from '../operations-world.ts';

const the = shareOperationsWorld();

describe('S8, money-steps#payments-and-approvals: one payment attached to two orders from two terminals', () => {
  it('approved in one moment: one is released, and the other asks who approved it with that in view', async () => {
    const world = the();
    const orders = await Promise.all([1, 2].map(() => world.carry(paidOrder(world), 'approve')));
    const released = (): CarriedOrder[] =>
      orders.filter(({ orderNumber }) => effects(world.simulator.ledger(), 'release', orderNumber) > 0);
    await Promise.all(orders.map((order) => order.waitsFor('release-gate')));
    const [statement, message] = ['TRF 00123-٤', '\u0442rf 00123\uff704'];
    await Promise.all(
      orders.map(async ({ control }, index) => {
        const proofId = (index === 0 ? statement : message) ?? '';
        await control.attachMatch({
          amount: '500.00',
          payerName: 'X',
          despite: 'third-party',
          proofId,
          atMs: Date.now(),
        });
        await control.approve({ by: index === 0 ? 'ana' : 'ben' });
      }),
    );
    await until('one is released', released, ({ length }) => length > 0);
    const other = await until(
      'the other asks again',
      async () => {
        const open = orders.filter((order) => !released().includes(order));
        return open[0] === undefined ? null : { order: open[0], view: await open[0].control.state() };
      },
      (found) => found === null || (found.view.approvals.length === 0 && found.view.why.includes('backs order')),
    );
    expect(released()).toHaveLength(1);
    expect(other?.view.why).toContain(`backs order ${released()[0]?.orderNumber}`);
    expect(other?.view.needsHuman).toBe(true);
    await other?.order.control.approve({ by: 'ben' });
    await other?.order.waitsFor('nothing');
    expect(world.simulator.ledger()).toMatchObject({ doubleReleases: 0, repeatedAttempts: 0 });
  });
});
