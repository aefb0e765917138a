/** A signed approval that its giver has revoked, and a stranger who sends it again; the ledger of the service is the judge. */
import { generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { signApproval } from '../../../src/cli/approver/sign-approval.ts';
import { leadControl } from '../../../src/client/index.ts';
import { publicKeyText } from '../../../src/config/environment/approver-keys.ts';
import type { SignedWord } from '../../../src/domain/orders/approval.ts';
import { account, until, type WorkerProcess } from '../desk-harness.ts';
import { completesOnce, effects, shareOperationsWorld, type CarriedOrder } from '../operations-world.ts';
import { afterTakenBack, lacksSomething, makeNewRun, resetWithoutMessages, soldTo } from './attack-world.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const key = { name: 'ana', privateKey, publicKey: publicKeyText(publicKey) };
const workers: WorkerProcess[] = [];

const the = shareOperationsWorld((world) => {
  world.env['PEERDESK_APPROVALS'] = 'signed';
  world.env['PEERDESK_APPROVERS'] = `ana=${key.publicKey}`;
  workers.push(world.startWorker(), world.startWorker());
});

/** Signs what the page of an order shows. */
async function signed({ control }: CarriedOrder): Promise<SignedWord> {
  return signApproval(await control.state(), { key, nowMs: Date.now(), approvalLifeMs: 900_000 });
}

const leaderOf = async (): Promise<number> => {
  const holder = await leadControl(the().client, account).holder();
  return Number((holder ?? '').split('@')[0]);
};

/** The lead is taken from one process, and another one has it. */
async function passLeadOn(): Promise<void> {
  const before = await leaderOf();
  await the().mustTemporal('workflow', 'terminate', '--workflow-id', `lead:${account}`, '--reason', 'a stranger');
  // Who leads next is a matter of chance: a process that has never seen the word must.
  await workers.find(({ pid }) => pid === before)?.kill();
  await until('another process leads', leaderOf, (pid) => pid > 0 && pid !== before);
}

it('P2, P6: revoked, reset, and sent again as it was, to the same and to another process: it releases nothing', async () => {
  const world = the();
  const orderNumber = soldTo(world, 'Juan Perez');
  world.simulator.setFaults(lacksSomething(orderNumber));
  const order = await world.carry(orderNumber, 'approve');
  await order.waitsFor('release-gate');
  const word = await signed(order);
  // From there the order shows what was signed: from its first task on it would be read again, and the word would not fit.
  const { events } = await world.client.workflow.getHandle(order.workflowId).fetchHistory();
  const done = (events ?? []).findLast(
    ({ workflowTaskCompletedEventAttributes: task }) => task !== undefined && task !== null,
  );
  const point = String(done?.eventId);
  expect(await order.control.approve({ by: 'ana', signed: word })).toMatchObject({ approvals: [{ signed: true }] });
  const { before, present } = await makeNewRun(world, order.workflowId);
  await order.control.revoke({ by: 'ana' });
  world.simulator.setFaults([]);
  const handle = world.client.workflow.getHandle(order.workflowId);
  const sendAgain = async (): Promise<void> => {
    const { generation, epoch } = word.seen;
    const { mark } = await order.control.state();
    await handle.signal('approveRelease', { by: 'ana', generation, epoch, signed: word });
    // With the marks of now around the word of then.
    await handle.signal('approveRelease', { by: 'ana', ...mark, signed: word });
  };
  const resetAndSendAgain = async (runId: string): Promise<void> => {
    const { mark } = await order.control.state();
    if (runId === before) await resetBefore(point);
    else await resetWithoutMessages(world, order.workflowId, runId);
    await sendAgain();
    await afterTakenBack(world, orderNumber, mark?.epoch ?? 0);
    // Once it is read, a word is not refused for that alone.
    await sendAgain();
    const view = await afterTakenBack(world, orderNumber, mark?.epoch ?? 0);
    expect(effects(world.simulator.ledger(), 'release', orderNumber)).toBe(0);
    expect(view).toMatchObject({ needsHuman: true, approvals: [], waitingFor: { code: 'release-gate' } });
  };
  const resetBefore = (eventId: string) =>
    world.mustTemporal(
      'workflow',
      'reset',
      '--workflow-id',
      order.workflowId,
      '--run-id',
      before,
      '--event-id',
      eventId,
      '--reapply-exclude',
      'All',
      '--reason',
      'a stranger',
    );
  await resetAndSendAgain(present);
  await resetAndSendAgain(before);
  await passLeadOn();
  await resetAndSendAgain(present);
  await resetAndSendAgain(before);
  await order.control.approve({ by: 'ana', signed: await signed(order) });
  await completesOnce(world, order);
});
