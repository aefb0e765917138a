/**
 * A stranger's own code ends a workflow of the desk and goes on as it, with a memory of his: no check of the input can
 * know that from a run that the desk has made. The ledger of the service is the judge.
 */
import { generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { signApproval } from '../../../src/cli/approver/sign-approval.ts';
import { guardControl } from '../../../src/client/index.ts';
import { publicKeyText } from '../../../src/config/environment/approver-keys.ts';
import { account, until } from '../desk-harness.ts';
import { completesOnce, effects, releaseRules, shareOperationsWorld, type CarriedOrder } from '../operations-world.ts';
import { lacksSomething, makeNewRun, soldTo } from './attack-world.ts';
import { carriedInput, continueForged } from '../../setup/forged-run.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const key = { name: 'ana', privateKey, publicKey: publicKeyText(publicKey) };

const the = shareOperationsWorld(async (world) => {
  world.env['PEERDESK_APPROVALS'] = 'signed';
  world.env['PEERDESK_APPROVERS'] = `ana=${key.publicKey}`;
  await world.runWorker();
});

const ana = { by: 'ana' };
const queue = `peerdesk:${account}`;

async function approve({ control }: CarriedOrder): Promise<void> {
  const signed = signApproval(await control.state(), { key, nowMs: Date.now(), approvalLifeMs: 900_000 });
  await control.approve({ ...ana, signed });
}

const releases = ({ orderNumber }: CarriedOrder): number => effects(the().simulator.ledger(), 'release', orderNumber);

/** Waits until a run that began after a moment has looked at its gate, or has released. */
async function looked(order: CarriedOrder): Promise<void> {
  await order.control.report([{ status: null, atMs: Date.now(), source: 'test' }]);
  const since = Date.now();
  await until(
    'it has looked',
    () => order.control.state(),
    ({ waitingFor }) =>
      releases(order) > 0 || (/^(release-gate|held|blocked)$/.test(waitingFor.code) && Date.now() > since + 2_500),
  );
}

interface Carried {
  approvals: { seen: object }[];
  match: object | null;
}

it('P2, P6, S22: signed: an order with the approvals of before, under the marks of now: what was revoked or held releases nothing', async () => {
  const world = the();
  const takeBack = [
    ({ control }: CarriedOrder) => control.revoke(ana),
    ({ control }: CarriedOrder) => control.hold(ana),
  ];
  const orders = takeBack.map(() => soldTo(world, 'Juan Perez'));
  world.simulator.setFaults(lacksSomething(...orders));
  for (const [at, orderNumber] of orders.entries()) {
    const order = await world.carry(orderNumber, 'approve');
    await order.waitsFor('release-gate');
    await approve(order);
    await makeNewRun(world, order.workflowId);
    const input = await carriedInput(world, order.workflowId);
    const memory = input.memory as unknown as Carried;
    expect(memory.approvals).toHaveLength(1);
    await takeBack[at]?.(order);
    world.simulator.setFaults(lacksSomething(...orders.slice(at + 1)));
    const { mark } = await order.control.state();
    const free = { held: null, unkept: [], usedSignatures: [], signedOnly: false, mark, stale: true };
    const approvals = memory.approvals.map((approval) => ({ ...approval, seen: { ...approval.seen, ...mark } }));
    const unsigned = approvals.map((approval) => ({ ...approval, signed: null }));
    const payment = { amount: '500.00', payerName: 'Juan Perez', proofId: 'BANK-9', atMs: Date.now(), ...mark };
    for (const forged of [
      input,
      { ...input, memory: { ...memory, ...free } },
      { ...input, memory: { ...memory, ...free, approvals } },
      { ...input, memory: { ...memory, ...free, approvals: unsigned, match: payment } },
      { ...input, placedBy: 'x', memory: { ...memory, ...free, approvals } },
      { ...input, release: releaseRules('paid'), memory: { ...memory, ...free } },
    ]) {
      await continueForged(world, { type: 'orderLifecycle', workflowId: order.workflowId, input: forged, queue });
      await looked(order);
      expect(releases(order)).toBe(0);
    }
  }
});

const types = [
  ['guard', `guard:${account}`, { account }, queue],
  ['accountDesk', `desk:${account}`, { account, egress: 'default', mode: 'sim', adoptAds: null }, queue],
  ['accountNotices', `notices:${account}`, { account }, queue],
  ['lead', `lead:${account}`, { group: account }, queue],
  ['egress', 'egress:default', { egress: 'default' }, 'peerdesk:egress:default'],
] as const;

it('P4, P6: the lasting workflows of an account with a memory of nonsense: nothing moves, and once a person has ended them the desk goes on', async () => {
  const world = the();
  const { client } = world;
  const before = world.simulator.ledger().releases;
  const order = await world.carry(soldTo(world, 'Juan Perez'), 'approve');
  await order.waitsFor('release-gate');
  for (const memory of [{}, { switches: null, approvals: [{}], troubles: 7 }, { refused: 'x', state: 'running' }]) {
    for (const [type, workflowId, input, queue] of types) {
      await continueForged(world, { type, workflowId, input: { ...input, memory }, queue });
    }
    await order.control.report([{ status: null, atMs: Date.now(), source: 'test' }]);
  }
  expect(world.simulator.ledger().releases).toBe(before);
  const end = (workflowId: string) => client.workflow.getHandle(workflowId).terminate('a person');
  // One that could not read its memory has ended by itself.
  for (const [, workflowId] of types) await end(workflowId).catch(() => undefined);
  await approve(order);
  await completesOnce(world, order);
});

it('S24, P6: a guard that forgot its switches and claims to know everything: nothing is released while releases are off in the register', async () => {
  const world = the();
  world.simulator.setFaults([]);
  const guard = guardControl(world.client, account);
  await guard.start();
  const waiting = await world.carry(soldTo(world, 'Juan Perez'), 'approve');
  await waiting.waitsFor('release-gate');
  await guard.killSwitch({ name: 'releases', thrown: true, ...ana });
  await until(
    'the kill is kept',
    () => guard.state(),
    ({ isKept }) => isKept,
  );
  const memory = await guard.memory();
  const switches = { all: null, releases: null, repricing: null, ads: null };
  const all = Number.MAX_SAFE_INTEGER;
  const forgedCall = { number: all, callId: 'x' };
  for (const part of [
    {},
    { permitted: null },
    { permitted: forgedCall },
    { words: all, keptWords: all },
    { toldReset: 'x' },
  ]) {
    const input = { account, memory: { ...memory, switches, rules: null, blocked: [], ...part } };
    await continueForged(world, { type: 'guard', workflowId: `guard:${account}`, input, queue });
    expect((await guard.state()).switches.releases).toBeNull();
    if ((await waiting.control.state()).approvals.length === 0) await approve(waiting);
    await looked(waiting);
    expect(releases(waiting)).toBe(0);
  }
});
