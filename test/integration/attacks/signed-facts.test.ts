/** An order that the service shows otherwise than it was signed for; the ledger of the service is the judge. */
import { generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { signApproval } from '../../../src/cli/approver/sign-approval.ts';
import { publicKeyText } from '../../../src/config/environment/approver-keys.ts';
import { until } from '../desk-harness.ts';
import { completesOnce, effects, shareOperationsWorld, type CarriedOrder } from '../operations-world.ts';
import { soldTo } from './attack-world.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const key = { name: 'ana', privateKey, publicKey: publicKeyText(publicKey) };

const the = shareOperationsWorld(async (world) => {
  world.env['PEERDESK_APPROVALS'] = 'signed';
  world.env['PEERDESK_APPROVERS'] = `ana=${key.publicKey}`;
  await world.runWorker();
});

/** What the service may show otherwise, each alone: the signature is over every one of them. */
const changes: [string, Record<string, unknown>][] = [
  ['the asset', { asset: 'BTC' }],
  ['the amount', { amount: '4950.49' }],
  ['the price', { price: '0.10' }],
  ['the total', { totalPrice: '499.99' }],
  ['the currency', { fiatUnit: 'ARS' }],
  ['the way of payment', { selectedPayId: '4711' }],
  ['the counterparty', { takerUserNo: 's00000000000000000000000000004711' }],
];

/** An order that lacks something, approved with a signature. */
async function signedOrder(): Promise<CarriedOrder> {
  const world = the();
  const order = await world.carry(soldTo(world, 'Juan Perez'), 'approve');
  await order.waitsFor('release-gate');
  const { control } = order;
  const signed = signApproval(await control.state(), { key, nowMs: Date.now(), approvalLifeMs: 900_000 });
  expect(await control.approve({ by: 'ana', signed })).toMatchObject({ approvals: [{ signed: true }] });
  return order;
}

it('P2, I6: signed: an order of which one signed fact is another one now is not released; the one as signed is, once', async () => {
  const world = the();
  world.simulator.setFaults([
    { operation: 'getUserOrderDetail', fault: { kind: 'answer', fields: { additionalKycVerify: 1 } } },
  ]);
  const [same, ...changed] = await Promise.all([null, ...changes].map(() => signedOrder()));
  if (same === undefined) throw new Error('there is one');
  world.simulator.setFaults(
    changed.map(({ orderNumber }, at) => ({
      operation: 'getUserOrderDetail',
      when: { orderNumber },
      fault: { kind: 'answer', fields: changes[at]?.[1] ?? {} },
    })),
  );
  const look = ({ control }: CarriedOrder) => control.report([{ status: null, atMs: Date.now(), source: 'test' }]);
  await Promise.all([same, ...changed].map(look));
  await completesOnce(world, same);
  const releases = ({ orderNumber }: CarriedOrder): number => effects(world.simulator.ledger(), 'release', orderNumber);
  for (const order of changed) {
    // It has looked, or it has released.
    await until(
      'the approval is gone',
      () => order.control.state(),
      ({ approvals, waitingFor }) =>
        releases(order) > 0 || (approvals.length === 0 && waitingFor.code === 'release-gate'),
    );
  }
  const released = changes.filter((_, at) => changed[at] !== undefined && releases(changed[at]) > 0);
  expect(released.map(([name]) => name)).toEqual([]);
});
