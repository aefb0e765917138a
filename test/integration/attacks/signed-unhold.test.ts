/** A hold, and people and strangers who lift it where approvals are signed; the ledger of the service is the judge. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createApproverKey } from '../../../src/cli/approver/approver-files.ts';
import { signApproval } from '../../../src/cli/approver/sign-approval.ts';
import { signWord } from '../../../src/cli/approver/sign-word.ts';
import { unholdWord } from '../../../src/domain/signing/signed-unhold.ts';
import { account, until } from '../desk-harness.ts';
import { completesOnce, effects, shareOperationsWorld, type CarriedOrder } from '../operations-world.ts';
import { operatorOf } from '../operator.ts';
import { lacksSomething, resetWithoutMessages, soldTo } from './attack-world.ts';

const approvalLifeMs = 900_000;
let ana: ReturnType<typeof createApproverKey>;
/** A key that the worker does not know, of the same name. */
let foreign: ReturnType<typeof createApproverKey>;

const the = shareOperationsWorld(async (world) => {
  const folder = world.env['PEERDESK_STATE_DIR'] ?? '';
  world.env['PEERDESK_APPROVER_DIR'] = join(folder, 'approvers');
  ana = createApproverKey({ PEERDESK_APPROVER_DIR: join(folder, 'approvers') }, 'ana');
  foreign = createApproverKey({ PEERDESK_APPROVER_DIR: join(folder, 'others') }, 'ana');
  world.env['PEERDESK_APPROVALS'] = 'signed';
  world.env['PEERDESK_APPROVERS'] = `ana=${ana.publicKey}`;
  await world.runWorker();
});

/** An unhold of an order as its page shows it now. */
async function unholdOf({ control }: CarriedOrder, { key = ana, nowMs = Date.now() } = {}) {
  const { orderNumber, mark } = await control.state();
  if (mark === null) throw new Error('the order has no mark yet');
  const { generation, epoch } = mark;
  const signed = signWord(unholdWord({ account, orderNumber, generation, epoch, by: 'ana' }), {
    key,
    nowMs,
    approvalLifeMs,
  });
  return { by: 'ana', generation, epoch, signed };
}

async function heldOrder(): Promise<CarriedOrder> {
  const world = the();
  const order = await world.carry(soldTo(world, 'Juan Perez'), 'approve');
  await order.waitsFor('release-gate');
  await order.control.hold({ by: 'ana' });
  await order.waitsFor('held');
  return order;
}

it('S25: a hold is lifted by a signature of an approver over this hold alone, by update and by signal, and once', async () => {
  const world = the();
  const peerdesk = operatorOf(world);
  const [order, other] = [await heldOrder(), await heldOrder()];
  const { control, orderNumber, workflowId } = order;
  const typed = await peerdesk('order', 'unhold', orderNumber, '--by', 'ben');
  expect(typed).toMatchObject({ exitCode: 6, stdout: '' });
  expect(typed.stderr).toContain(
    `the unhold is not signed: the order stays held; look at it (\`peerdesk order show ${orderNumber}\`), then \`peerdesk order unhold --key NAME\`, NAME being ana`,
  );
  const ofThen = await unholdOf(order);
  const wrong = [
    { ...ofThen, signed: null },
    { ...ofThen, by: 'ben' },
    await unholdOf(order, { key: foreign }),
    await unholdOf(order, { nowMs: Date.now() - approvalLifeMs }),
    { ...(await unholdOf(other)), generation: ofThen.generation, epoch: ofThen.epoch },
  ];
  const handle = world.client.workflow.getHandle(workflowId);
  for (const [at, word] of wrong.entries()) {
    await expect(control.unhold(word)).rejects.toThrow(/the order stays held/);
    await handle.signal('unhold', word);
    await until(
      'the signal is refused',
      () => control.state(),
      ({ refused }) => refused.count > at,
    );
    expect(await control.state()).toMatchObject({ waitingFor: { code: 'held' }, held: { by: 'ana' } });
  }
  const lifted = await peerdesk('order', 'unhold', orderNumber, '--key', 'ana');
  expect(lifted).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('unhold by ana noted') });
  expect(lifted.stderr).toMatch(
    /^ana signs the unhold: account "acme", order "\d+", generation ".*", epoch 1, by "ana", until /,
  );
  await control.hold({ by: 'ben' });
  await control.unhold(await unholdOf(order));
  await control.approve({
    by: 'ana',
    signed: signApproval(await control.state(), { key: ana, nowMs: Date.now(), approvalLifeMs }),
  });
  await completesOnce(world, order);
  expect(effects(world.simulator.ledger(), 'release', other.orderNumber)).toBe(0);
});

it('S25, P6: lifted, held again or reset, and the old word sent again: the order stays held', async () => {
  const world = the();
  const orderNumber = soldTo(world, 'Juan Perez');
  world.simulator.setFaults(lacksSomething(orderNumber));
  const order = await world.carry(orderNumber, 'approve');
  const { control, workflowId } = order;
  const handle = world.client.workflow.getHandle(workflowId);
  await order.waitsFor('release-gate');
  await control.hold({ by: 'ana' });
  const old = await unholdOf(order);
  await control.unhold(old);
  await order.waitsFor('release-gate');
  const staysHeld = async (): Promise<void> => {
    const { mark, refused } = await control.state();
    await handle.signal('unhold', old);
    // With the marks of now around the signature of then.
    await handle.signal('unhold', { ...old, ...mark });
    await until(
      'both are refused',
      () => control.state(),
      (view) => view.refused.count === refused.count + 2,
    );
    expect(await control.state()).toMatchObject({ waitingFor: { code: 'held' } });
  };
  await control.hold({ by: 'ben' });
  await order.waitsFor('held');
  await staysHeld();
  await control.unhold(await unholdOf(order));
  await order.waitsFor('release-gate');
  const { mark } = await control.state();
  await resetWithoutMessages(world, workflowId);
  await control.report([{ status: null, atMs: Date.now(), source: 'test' }]);
  await until(
    'it is held again',
    () => control.state(),
    (view) => (view.mark?.epoch ?? 0) > (mark?.epoch ?? 0) && view.isKept && view.waitingFor.code === 'held',
  );
  await staysHeld();
  world.simulator.setFaults([]);
  await control.unhold(await unholdOf(order));
  await control.approve({
    by: 'ana',
    signed: signApproval(await control.state(), { key: ana, nowMs: Date.now(), approvalLifeMs }),
  });
  await completesOnce(world, order);
});

it('0015: that an order goes on, although Temporal was asked to cancel it, allows nothing and takes no signature', async () => {
  const world = the();
  const peerdesk = operatorOf(world);
  const order = await world.carry(soldTo(world, 'Juan Perez'), 'approve');
  const { control, orderNumber, workflowId } = order;
  await order.waitsFor('release-gate');
  await world.mustTemporal('workflow', 'cancel', '-w', workflowId);
  await until(
    'it asks',
    () => control.state(),
    ({ troubles }) => troubles.length > 0,
  );
  const confirmed = await peerdesk('order', 'unhold', orderNumber, '--key', 'ana');
  expect(confirmed).toMatchObject({ exitCode: 0, stderr: '' });
  expect(await control.state()).toMatchObject({ troubles: [], waitingFor: { code: 'release-gate' } });
  const again = await peerdesk('order', 'unhold', orderNumber, '--by', 'ben');
  expect(again).toMatchObject({ exitCode: 6, stderr: expect.stringContaining('the order is not held') });
  expect(effects(world.simulator.ledger(), 'release', orderNumber)).toBe(0);
});
