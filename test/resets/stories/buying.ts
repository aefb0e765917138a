/** Orders that the desk buys. */
import type { OrderView } from '../../../src/client/index.ts';
import type { ResetWorld, Story } from '../story.ts';
import { hint, operator, orderSubject, rulesOf, signalled, takenOrder, waitsFor } from './order-subject.ts';

const workflow = 'orderLifecycle';
const notice = (proof: string) => ({ by: 'ana', payId: null, proof });

async function due(world: ResetWorld) {
  const { orderNumber, order } = takenOrder(world, 'BUY');
  await waitsFor(order, 'our-payment');
  const words = async ({ waitingFor }: OrderView): Promise<void> => {
    if (waitingFor.code === 'held') await order.unhold(operator('ana'));
    else if (waitingFor.code === 'our-payment') await order.confirmPayment(notice('bank 2'));
    else if (waitingFor.code === 'awaiting-release') {
      world.simulator.counterparties.release(orderNumber);
      await hint(order);
    }
  };
  return { world, orderNumber, order, side: 'BUY', words } as const;
}

/** Confirmed while it is held: nothing was sent. */
const confirmedHeld: Story = {
  workflow,
  name: 'bought: hold, and a confirmation',
  isOnce: true,
  desk: rulesOf('approve'),
  play: async (world) => {
    const bought = await due(world);
    const { order } = bought;
    await order.hold({ by: 'ana', note: 'a doubt' });
    await order.unhold(operator('ana'));
    await order.hold({ by: 'ben', note: 'another doubt' });
    await signalled(world, order, { signal: 'confirmPayment', ...notice('bank 1') });
    await waitsFor(order, 'held');
    return orderSubject({ ...bought, times: { reset: 0, 'gone-on': 1 }, waits: ['held'] });
  },
};

/** Marked as paid, and not released yet. */
const marked: Story = {
  workflow,
  name: 'bought: marked as paid',
  isOnce: true,
  desk: rulesOf('approve'),
  play: async (world) => {
    const bought = await due(world);
    await bought.order.confirmPayment(notice('bank 1'));
    await waitsFor(bought.order, 'awaiting-release');
    return orderSubject({ ...bought, times: { reset: 1, 'gone-on': 1 }, waits: ['awaiting-release'] });
  },
};

const completed: Story = {
  workflow,
  name: 'bought: completed',
  isOnce: false,
  desk: rulesOf('approve'),
  play: async (world) => {
    const bought = await due(world);
    const { order, orderNumber } = bought;
    await order.confirmPayment(notice('bank 1'));
    await waitsFor(order, 'awaiting-release');
    world.simulator.counterparties.release(orderNumber);
    await hint(order);
    await waitsFor(order, 'nothing');
    return orderSubject({ ...bought, times: { reset: 1, 'gone-on': 1 }, waits: ['nothing'] });
  },
};

/** A cancellation that was asked for before a reset is not sent after it: its giver saw another order. */
const refusedCancel: Story = {
  workflow,
  name: 'bought: a cancellation that was refused',
  isOnce: true,
  desk: rulesOf('approve'),
  play: async (world) => {
    const bought = await due(world);
    const { order, orderNumber } = bought;
    const fault = { kind: 'error', code: -1102 } as const;
    const refusing = { operation: 'checkIfAllowedCancelOrder', when: { orderNumber, nth: 1 }, fault };
    world.simulator.setFaults([refusing]);
    await order.cancel({ by: 'ana', reason: 4 });
    await waitsFor(order, 'our-payment');
    return orderSubject({ ...bought, times: { reset: 0, 'gone-on': 1 }, waits: ['our-payment'] });
  },
};

export const buyingStories: readonly Story[] = [confirmedHeld, marked, completed, refusedCancel];
