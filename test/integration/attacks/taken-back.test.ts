/** What a person has taken back, and a stranger who resets the order to bring it back; the ledger of the service is the judge. */
import { describe, expect, it } from 'vitest';
import type { OrderView } from '../../../src/client/index.ts';
import { completesOnce, effects, shareOperationsWorld, type CarriedOrder } from '../operations-world.ts';
import { afterTakenBack, lacksSomething, makeNewRun, paymentOf, resetWithoutMessages, soldTo } from './attack-world.ts';

const the = shareOperationsWorld();
const ana = { by: 'ana' };
const buyer = 'Juan Perez';

type Act = (order: CarriedOrder) => Promise<unknown>;

interface Attack {
  policy?: 'approve' | 'match' | 'paid';
  /** What a person allows while something is missing. */
  allow: Act;
  /** What the page says of it when the order has begun a new run. */
  allowed: Partial<OrderView>;
  /** What he takes back then. */
  takeBack: Act;
  /** What he says in the end. */
  again: Act;
  /** What the page says after each reset. */
  shows: Readonly<Record<string, unknown>>;
}

const noApproval = expect.arrayContaining([expect.objectContaining({ name: 'approval' })]);
const approved = [expect.objectContaining(ana)];

/** A person allows a release that cannot be yet and takes that back; a stranger resets the order to before. */
async function attack({ policy = 'approve', allow, allowed, takeBack, again, shows }: Attack): Promise<void> {
  const world = the();
  const order = await heldBackOrder(policy);
  const { orderNumber, workflowId, control } = order;
  await allow(order);
  const { before, present } = await makeNewRun(world, workflowId);
  expect(await control.state()).toMatchObject(allowed);
  await takeBack(order);
  setLacking(orderNumber, false);
  // Its last run, that which carried what was allowed, and the first one.
  for (const runId of [undefined, present, before]) {
    const { mark } = await control.state();
    await resetWithoutMessages(world, workflowId, runId);
    const view = await afterTakenBack(world, orderNumber, mark?.epoch ?? 0);
    expect(effects(world.simulator.ledger(), 'release', orderNumber)).toBe(0);
    expect(view).toMatchObject({ needsHuman: true, approvals: [], ...shows });
  }
  await again(order);
  await completesOnce(world, order);
}

/** Orders of which something is missing. */
const lacking = new Set<string>();

function setLacking(orderNumber: string, isLacking: boolean): void {
  if (isLacking) lacking.add(orderNumber);
  else lacking.delete(orderNumber);
  the().simulator.setFaults(lacksSomething(...lacking));
}

async function heldBackOrder(policy: Attack['policy'] = 'approve'): Promise<CarriedOrder> {
  const world = the();
  const orderNumber = soldTo(world, buyer);
  setLacking(orderNumber, true);
  const order = await world.carry(orderNumber, policy);
  await order.waitsFor('release-gate');
  return order;
}

const approve: Act = ({ control }) => control.approve(ana);
const liftAndApprove: Act = async ({ control }) => {
  await control.unhold(ana);
  await control.approve(ana);
};
const attach: Act = ({ control }) => control.attachMatch(paymentOf(buyer, 'BANK-1'));
const byApproval = {
  allow: approve,
  allowed: { approvals: approved },
  again: approve,
  shows: { waitingFor: { code: 'release-gate' }, checks: noApproval },
} as const;

describe.concurrent('P2, P6: a stranger makes an order begin a new run, and resets each of its runs without its messages', () => {
  it('an approval that was revoked releases nothing; a new one releases once', async () => {
    await attack({ ...byApproval, takeBack: ({ control }) => control.revoke(ana) });
  });

  it('an approval that a hold took back releases nothing, and the hold stays', async () => {
    await attack({
      ...byApproval,
      takeBack: ({ control }) => control.hold(ana),
      again: liftAndApprove,
      shows: { waitingFor: { code: 'held' }, held: { by: 'ana', note: '' } },
    });
  });

  it('an approval from before a change of mode releases nothing', async () => {
    const takeBack: Act = ({ control }) => control.changeMode('shadow', ana);
    await attack({ ...byApproval, takeBack, again: liftAndApprove, shows: { waitingFor: { code: 'held' } } });
  });

  it('an approval of an order that was stopped releases nothing', async () => {
    const shows = { waitingFor: { code: 'held' }, held: { by: 'ana', note: 'stopped' } } as const;
    await attack({ ...byApproval, takeBack: ({ control }) => control.stop(ana), again: liftAndApprove, shows });
  });

  it('policy match: a payment that was taken back releases nothing; attached again it releases once', async () => {
    await attack({
      policy: 'match',
      allow: attach,
      allowed: { payments: [expect.objectContaining({ reference: 'BANK-1' })] },
      takeBack: ({ control }) => control.detachMatch({ ...ana, proofId: 'BANK-1' }),
      again: attach,
      shows: { waitingFor: { code: 'release-gate' } },
    });
  });

  it('a hold that has ended is there again, and releases nothing until it is ended again', async () => {
    const world = the();
    const order = await heldBackOrder('paid');
    await order.control.hold(ana);
    const { before, present } = await makeNewRun(world, order.workflowId);
    await order.control.unhold(ana);
    for (const runId of [undefined, present, before]) {
      const { mark } = await order.control.state();
      await resetWithoutMessages(world, order.workflowId, runId);
      setLacking(order.orderNumber, false);
      const view = await afterTakenBack(world, order.orderNumber, mark?.epoch ?? 0);
      expect(effects(world.simulator.ledger(), 'release', order.orderNumber)).toBe(0);
      expect(view).toMatchObject({ needsHuman: true, waitingFor: { code: 'held' }, held: { by: expect.any(String) } });
    }
    await order.control.unhold(ana);
    await completesOnce(world, order);
  });
});
