/** A payment of an order whose release was not done, which a person frees for the order that it pays; the ledger is the judge. */
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { claimedPayments } from '../../../src/activities/money/order-stand.ts';
import { createApproverKey } from '../../../src/cli/approver/approver-files.ts';
import { signApproval } from '../../../src/cli/approver/sign-approval.ts';
import { runCli } from '../../../src/cli/run-cli.ts';
import type { ReleasePolicyName } from '../../../src/domain/orders/release-permission.ts';
import type { Register } from '../../../src/register/register.ts';
import { afterTakenBack, paymentOf, registerOf, resetWithoutMessages, soldTo } from '../attacks/attack-world.ts';
import { account, provingSettings, until } from '../desk-harness.ts';
import { environmentOf, operatorOf } from '../operator.ts';
import {
  completesOnce,
  effects,
  shareOperationsWorld,
  type CarriedOrder,
  type OperationsWorld,
} from '../operations-world.ts';

const approvalLifeMs = 900_000;
const buyer = 'Juan Perez';
const why = ['--note', 'not released in the app', '--by', 'ana'];

/** Two workers, the second in a process of its own: one counts typed approvals, the other signed ones. */
const typed = shareOperationsWorld();
let ana: ReturnType<typeof createApproverKey>;
const signed = shareOperationsWorld((world) => {
  world.env['PEERDESK_APPROVER_DIR'] = join(world.env['PEERDESK_STATE_DIR'] ?? '', 'approvers');
  ana = createApproverKey(world.env, 'ana');
  createApproverKey(world.env, 'eva');
  world.env['PEERDESK_APPROVALS'] = 'signed';
  world.env['PEERDESK_APPROVERS'] = `ana=${ana.publicKey}`;
  world.startWorker();
});

const look = ({ control }: CarriedOrder) => control.report([{ status: null, atMs: Date.now(), source: 'test' }]);

const statesOf = async (register: Register, orderNumber: string): Promise<string[]> =>
  (await register.stepRows({ account, step: 'release', subject: orderNumber })).map(({ state }) => state);

interface Policy {
  policy: ReleasePolicyName;
  approve: (order: CarriedOrder) => Promise<unknown>;
}

/** An order with a payment of another one, whose release was sent, did nothing, and has been shown as not done by reads. */
async function notDoneOn(world: OperationsWorld, reference: string, { policy, approve }: Policy) {
  const register = await registerOf(world, onTestFinished);
  const orderNumber = soldTo(world, buyer);
  const fault = { kind: 'reset', when: 'before' } as const;
  world.simulator.setFaults([{ operation: 'releaseCoin', when: { orderNumber }, fault }]);
  const order = await world.carry(orderNumber, policy, provingSettings);
  await order.waitsFor('release-gate');
  await order.control.attachMatch(paymentOf(buyer, reference));
  await approve(order);
  await until(
    'it was sent',
    () => statesOf(register, orderNumber),
    (states) => states.includes('leaving'),
  );
  const early = await operatorOf(world)('register', 'free-payment', orderNumber, '--amount', '500.00', ...why);
  expect(early).toMatchObject({ exitCode: 6, stderr: expect.stringContaining('may have left') });
  await order.control.hold({ by: 'ben' });
  await until(
    'reads show that it was not done',
    async () => {
      await look(order);
      return statesOf(register, orderNumber);
    },
    (states) => states.at(-1) === 'not-done',
  );
  world.simulator.setFaults([]);
  return { order, register };
}

const ownerOf = async (register: Register, reference: string): Promise<string[]> =>
  (await register.paymentOwners({ keys: claimedPayments([reference]).map(({ key }) => key) })).map(
    ({ orderNumber }) => orderNumber,
  );

const payments = { doubleReleases: 0, repeatedAttempts: 0, releasesOnUsedPayment: 0 };

it('design 6: a person frees it: the order that it pays is released once, and the other one never on it, whatever is reset or forged', async () => {
  const world = typed();
  const byMatch: Policy = { policy: 'match', approve: async () => undefined };
  const { order, register } = await notDoneOn(world, 'BANK 77', byMatch);
  const other = await world.carry(soldTo(world, buyer, { reference: 'BANK 77' }), 'match');
  await other.waitsFor('release-gate');
  await other.control.attachMatch(paymentOf(buyer, 'BANK 77'));
  await until(
    'the payment backs the first order',
    () => other.control.state(),
    (view) => view.payments[0]?.backs === order.orderNumber && view.waitingFor.code === 'release-gate',
  );

  const shown: string[] = [];
  const sink = { write: (text: string) => void shown.push(text) };
  const free = (answer: string) =>
    runCli(['register', 'free-payment', order.orderNumber, ...why], {
      env: environmentOf(world),
      stdout: sink,
      stderr: sink,
      askPerson: async () => answer,
    });
  expect(await free('50.00')).toBe(6);
  expect(await ownerOf(register, 'BANK 77')).toEqual([order.orderNumber]);
  expect(await free('500.00')).toBe(0);
  const text = shown.join('');
  expect(text).toMatch(/the service shows +PAID, total 500.00 BOB/);
  expect(text).toMatch(/release +call \d+ of .*: could show until .*; 2 reads after that did not show it, the last at/);
  expect(text).toMatch(/payment +BANK 77, of this order since/);
  expect(text).toContain(`order ${order.orderNumber}: payment BANK 77 is free, said by ana`);
  await look(other);
  await completesOnce(world, other);
  expect(await ownerOf(register, 'BANK 77')).toEqual([other.orderNumber]);

  const staysUnreleased = async (epoch: number): Promise<void> => {
    await until(
      'its payment backs the other order',
      async () => {
        const { mark } = await order.control.state();
        if ((mark?.epoch ?? 0) <= epoch) await look(order);
        return order.control.state();
      },
      (view) => view.waitingFor.code === 'release-gate' && view.payments[0]?.backs === other.orderNumber,
    );
    expect(await statesOf(register, order.orderNumber)).not.toContain('leaving');
  };
  await until(
    'the page knows what was taken back',
    async () => {
      await look(order);
      return order.control.state();
    },
    ({ mark }) => (mark?.epoch ?? 0) >= 2,
  );
  await order.control.unhold({ by: 'ben' });
  await order.control.attachMatch(paymentOf(buyer, 'BANK 77'));
  await staysUnreleased(0);
  const { mark } = await order.control.state();
  await resetWithoutMessages(world, order.workflowId);
  await afterTakenBack(world, order.orderNumber, mark?.epoch ?? 0);
  await order.control.unhold({ by: 'a stranger' });
  await order.control.attachMatch(paymentOf(buyer, 'bank-77'));
  await staysUnreleased(mark?.epoch ?? 0);
  expect(effects(world.simulator.ledger(), 'release', order.orderNumber)).toBe(0);
  expect(effects(world.simulator.ledger(), 'release', other.orderNumber)).toBe(1);
  expect(world.simulator.ledger()).toMatchObject(payments);
});

it('S25: where approvals are signed, a script frees it with its total and the key of an approver, and with nothing less', async () => {
  const world = signed();
  const approve = async ({ control }: CarriedOrder): Promise<void> => {
    const word = signApproval(await control.state(), { key: ana, nowMs: Date.now(), approvalLifeMs });
    await control.approve({ by: 'ana', signed: word });
  };
  const { order, register } = await notDoneOn(world, 'BANK 88', { policy: 'approve', approve });
  const { orderNumber } = order;
  const peerdesk = operatorOf(world);
  const free = (...more: string[]) => peerdesk('register', 'free-payment', orderNumber, '--note', 'seen', ...more);
  expect(await free('--by', 'ben')).toMatchObject({ exitCode: 6, stderr: expect.stringContaining('add --amount') });
  const amount = ['--amount', '500.00'];
  expect(await free('--key', 'ana', '--amount', '400.00')).toMatchObject({ exitCode: 6, stdout: '' });
  const unsigned = await free('--by', 'ben', ...amount);
  expect(unsigned).toMatchObject({ exitCode: 6, stdout: '' });
  expect(unsigned.stderr).toContain('the freeing is not signed: the payment stays with order');
  const foreign = await free('--key', 'eva', ...amount);
  expect(foreign).toMatchObject({ exitCode: 6, stdout: '' });
  expect(foreign.stderr).toMatch(/eva signs the freeing: .*a key that this worker does not know/s);
  expect(await ownerOf(register, 'BANK 88')).toEqual([orderNumber]);
  const freed = await free('--key', 'ana', ...amount);
  expect(freed).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('payment BANK 88 is free, said by ana') });
  expect(await free('--key', 'ana', ...amount)).toMatchObject({
    exitCode: 6,
    stderr: expect.stringContaining('holds no payment'),
  });
  const other = await world.carry(soldTo(world, buyer, { reference: 'BANK 88' }), 'approve');
  await other.waitsFor('release-gate');
  await other.control.attachMatch(paymentOf(buyer, 'BANK 88'));
  await approve(other);
  await completesOnce(world, other);
  expect(await ownerOf(register, 'BANK 88')).toEqual([other.orderNumber]);
  expect(effects(world.simulator.ledger(), 'release', orderNumber)).toBe(0);
  expect(world.simulator.ledger()).toMatchObject(payments);
});
