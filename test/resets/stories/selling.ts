/** Orders that the desk sells. */
import type { OrderControl, OrderView } from '../../../src/client/index.ts';
import type { ResetWorld, Story } from '../story.ts';
import { hint, operator, orderSubject, rulesOf, signalled, takenOrder, waitsFor } from './order-subject.ts';

const workflow = 'orderLifecycle';
const live = { reset: 0, 'gone-on': 1 } as const;

/** Two people approve, so that one alone leaves something to be taken back. */
const fourEyes = rulesOf('approve', { approvers: { count: 2, countAbove: null } });

const payer = 'Pilar Payer';
const payment = (proofId: string, payerName = payer) => ({ amount: '500.00', payerName, proofId, atMs: Date.now() });

/** Lifts the hold, then says what the release lacks. */
const unheldFirst =
  (order: OrderControl, lacking: () => Promise<unknown>) =>
  ({ waitingFor, held }: OrderView): Promise<unknown> =>
    waitingFor.code === 'held' || held !== null ? order.unhold(operator('ana')) : lacking();

async function atGate(world: ResetWorld) {
  const { orderNumber, order } = takenOrder(world, 'SELL', payer);
  await waitsFor(order, 'awaiting-payment');
  world.simulator.counterparties.pay(orderNumber);
  await hint(order);
  await waitsFor(order, 'release-gate');
  return { world, orderNumber, order, side: 'SELL', times: live } as const;
}

/** Every word of a sale, and each of them taken back. */
const approved: Story = {
  workflow,
  name: 'sold: approvals, hold, payments, revoke',
  isOnce: true,
  desk: fourEyes,
  play: async (world, number) => {
    const carried = await atGate(world);
    const { order } = carried;
    await order.approve(operator('ana'));
    await order.revoke(operator('ana'));
    await signalled(world, order, { signal: 'approveRelease', ...operator('ben') });
    await order.hold({ by: 'ana', note: 'a doubt' });
    await order.unhold(operator('ana'));
    await order.attachMatch(payment(`sold-${number}-1`));
    await order.detachMatch({ by: 'ana', proofId: `sold-${number}-1` });
    await signalled(world, order, { signal: 'attachMatch', ...payment(`sold-${number}-2`) });
    await order.approve(operator('ana'));
    await signalled(world, order, { signal: 'revokeApproval', ...operator('ana') });
    await waitsFor(order, 'release-gate');
    const approve = async (): Promise<void> => {
      await order.approve(operator('ana')).catch(() => undefined);
      await order.approve(operator('ben')).catch(() => undefined);
    };
    return orderSubject({ ...carried, waits: ['release-gate', 'held'], words: unheldFirst(order, approve) });
  },
};

/** Held while a reset, which holds it again, would lose that. */
const held: Story = {
  workflow,
  name: 'sold: held',
  isOnce: true,
  desk: rulesOf('approve'),
  play: async (world) => {
    const carried = await atGate(world);
    const { order } = carried;
    await order.hold({ by: 'ana', note: 'a doubt' });
    await waitsFor(order, 'held');
    const approve = () => order.approve(operator('ana'));
    return orderSubject({ ...carried, waits: ['held'], words: unheldFirst(order, approve) });
  },
};

/** By policy match a payment alone releases: one that was taken back must not, and neither one that is used. */
const matched: Story = {
  workflow,
  name: 'sold: payment taken back, and used by another order',
  isOnce: true,
  desk: rulesOf('match'),
  play: async (world, number) => {
    const carried = await atGate(world);
    const { order } = carried;
    const proof = `used-${number}`;
    // Of another person, so it releases nothing; once taken back it backs the other order.
    await order.attachMatch({ ...payment(proof), amount: '499.00' });
    await order.detachMatch({ by: 'ana', proofId: proof });
    const other = await atGate(world);
    await other.order.attachMatch(payment(proof));
    await waitsFor(other.order, 'nothing');
    await signalled(world, order, { signal: 'attachMatch', ...payment(proof) });
    await hint(order);
    await waitsFor(order, 'release-gate');
    const attach = () => order.attachMatch(payment(`new-${number}-${Date.now()}`));
    return orderSubject({ ...carried, waits: ['release-gate'], words: attach });
  },
};

/** An order that was released: whatever point it goes back to, it reads that. */
const released: Story = {
  workflow,
  name: 'sold: released',
  isOnce: false,
  desk: rulesOf('approve'),
  play: async (world, number) => {
    const carried = await atGate(world);
    const { order } = carried;
    await order.attachMatch(payment(`released-${number}`));
    await order.approve(operator('ana'));
    await waitsFor(order, 'nothing');
    return orderSubject({ ...carried, times: { reset: 1, 'gone-on': 1 }, waits: ['nothing'] });
  },
};

/** A release that is on its way, and has no effect, while messages arrive. */
const inFlight: Story = {
  workflow,
  name: 'sold: release under way',
  isOnce: true,
  desk: rulesOf('approve'),
  play: async (world) => {
    const { simulator } = world;
    const carried = await atGate(world);
    const { order, orderNumber } = carried;
    const fault = { kind: 'hang', when: 'before' } as const;
    simulator.addFaults([{ operation: 'releaseCoin', when: { orderNumber, nth: 1, count: 1 }, fault }]);
    void order.approve(operator('ana')).catch(() => undefined);
    await waitsFor(order, 'releasing');
    for (let told = 0; told < 3; told += 1) await hint(order);
    const approve = () => order.approve(operator('ana'));
    return orderSubject({ ...carried, waits: ['release-gate', 'blocked', 'nothing'], words: approve });
  },
};

export const approvalStories: readonly Story[] = [approved];
export const saleStories: readonly Story[] = [held, matched, released, inFlight];
