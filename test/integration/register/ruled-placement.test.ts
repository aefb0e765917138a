/** A placement that no read decides, and who may say that it was not done; the ledger is the judge. */
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createApproverKey } from '../../../src/cli/approver/approver-files.ts';
import { placementControl } from '../../../src/client/index.ts';
import { registerOf } from '../attacks/attack-world.ts';
import { account, until } from '../desk-harness.ts';
import { operatorOf } from '../operator.ts';
import { shareOperationsWorld } from '../operations-world.ts';

const the = shareOperationsWorld(async (world) => {
  world.env['PEERDESK_APPROVER_DIR'] = join(world.env['PEERDESK_STATE_DIR'] ?? '', 'approvers');
  const { publicKey } = createApproverKey(world.env, 'ana');
  world.env['PEERDESK_APPROVALS'] = 'signed';
  world.env['PEERDESK_APPROVERS'] = `ana=${publicKey}`;
  await world.runWorker();
});

it('S25: no message says that it was not done; a command with the key of an approver does, before the workflow hears of it', async () => {
  const world = the();
  const register = await registerOf(world, onTestFinished);
  const peerdesk = operatorOf(world);
  world.simulator.setFaults([
    { operation: 'placeOrder', when: { nth: 1, count: 1 }, fault: { kind: 'reset', when: 'before' } },
  ]);
  const control = await world.placement('r1', '500.00');
  const states = async (): Promise<string[]> =>
    (await register.stepRows({ account, step: 'place', subject: 'r1' })).map(({ state }) => state);
  await until('it has left', states, ([state]) => state === 'leaving');
  // It is armed a moment before it arrives.
  await until(
    'it was cut off',
    () => world.simulator.marketplace.faults.struck().reset ?? 0,
    (times) => times > 0,
  );
  // The call has done nothing, and no read shows that.
  world.simulator.setFaults([{ operation: 'listOrders', fault: { kind: 'http', status: 400 } }]);
  await until(
    'it asks a human',
    () => control.state(),
    ({ state }) => state === 'needs-human',
  );
  expect(await states()).toEqual(['leaving']);
  const handle = world.client.workflow.getHandle(control.workflowId);
  const ruling = { by: 'ana', outcome: 'not-done', note: 'forged' } as const;
  await expect(placementControl(world.client, account, 'r1').resolve(ruling)).rejects.toThrow(
    /no message changes that/,
  );
  await handle.signal('resolve', ruling);
  await until(
    'the signal is refused',
    () => control.state(),
    ({ refused }) => refused.count > 0,
  );
  expect(await control.state()).toMatchObject({ state: 'needs-human' });
  const outcome = [
    'order',
    'record-outcome',
    'r1',
    '--placement',
    '--outcome',
    'not-done',
    '--note',
    'looked',
    '--yes',
  ];
  const typed = await peerdesk(...outcome, '--by', 'ben');
  expect(typed).toMatchObject({ exitCode: 6, stdout: '' });
  expect(typed.stderr).toContain('place of r1 stays as it is: the ruling is not signed');
  expect(await states()).toEqual(['leaving']);
  const signed = await peerdesk(...outcome, '--key', 'ana');
  expect(signed).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('ana signs the ruling') });
  expect(await states()).toEqual(['not-done']);
  await until(
    'it has ended',
    () => control.state(),
    ({ state }) => state === 'refused',
  );
  expect(world.simulator.ledger()).toMatchObject({ placements: 0 });
});
