/** A register that is lost without a backup, while its worker runs. The ledger of the service is the judge. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createApproverKey } from '../../../src/cli/approver/approver-files.ts';
import { orderControl, type OrderView } from '../../../src/client/index.ts';
import { account, noRules, openDeskWorld, until, type DeskWorld } from '../desk-harness.ts';
import { json, operatorOf } from '../operator.ts';
import { effects } from '../operations-world.ts';

const buyer = 'ANA PEREZ';

function paidOrder({ simulator }: DeskWorld): string {
  const adNumber = simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.10' });
  const order = simulator.counterparties.take({ adNumber, totalPrice: '500.00', realName: buyer });
  simulator.counterparties.pay(order);
  return order;
}

it('recover books what service and workflows show, with its payment, holds what is open, and keeps releases off', async () => {
  const world = await openDeskWorld();
  const peerdesk = operatorOf(world);
  const { simulator, client, env } = world;
  world.startWorker();
  await until('it serves', world.log, (log) => log.includes('what this worker may do'));
  await world.startDesk({ release: { policy: 'match', amountCap: null, counterparty: noRules } });
  const attach = (order: string) =>
    until(
      'the payment is attached',
      () => peerdesk('order', 'received', order, '--amount', '500.00', '--payer', buyer, '--proof', 'REF-1'),
      ({ exitCode, stdout }) => exitCode === 0 || stdout.includes('payment attached'),
    );
  const released = paidOrder(world);
  await attach(released);
  await until(
    'it is over',
    () => orderControl(client, account, released).state(),
    ({ waitingFor }) => waitingFor.code === 'nothing',
  );
  await peerdesk('person', 'block', 's1a2');
  const open = paidOrder(world);
  await until(
    'it is carried',
    () => orderControl(client, account, open).state(),
    ({ waitingFor }) => waitingFor.code === 'release-gate',
  );
  expect(await peerdesk('register', 'recover', '--yes')).toMatchObject({
    exitCode: 6,
    stderr: expect.stringContaining('recover is for one that is lost'),
  });

  const state = env['PEERDESK_STATE_DIR'] ?? '';
  for (const name of readdirSync(state)) if (name.startsWith('register')) rmSync(join(state, name));
  const recovered = await peerdesk('register', 'recover', '--yes', '--json');
  expect(recovered).toMatchObject({ exitCode: 0, stderr: '' });
  expect(json(recovered)).toMatchObject({
    accounts: [{ account, booked: [released], withoutPayment: [], held: [open], unread: [] }],
  });
  const shown = (await peerdesk('register', 'show')).stdout;
  expect(shown).toMatch(/kill switch releases is engaged by tester .*: “the register was rebuilt/);
  expect(shown).toMatch(/blocked +s1a2/);
  expect(shown).toMatch(/released in 24 hours +500(\.0+)? BOB\npayments used +1\n/);
  expect(shown).toMatch(new RegExp(`held +${open} by tester: the register was rebuilt`));

  await peerdesk('desk', 'open', 'releases');
  await until(
    'its hold is lifted',
    () => peerdesk('order', 'unhold', open),
    ({ exitCode }) => exitCode === 0,
  );
  await attach(open);
  const isSeen = ({ checks }: OrderView) => checks.some(({ name }) => name === 'proof-unused');
  await until('the payment is known as used', () => orderControl(client, account, open).state(), isSeen);
  expect(effects(simulator.ledger(), 'release', open)).toBe(0);
  expect(simulator.ledger()).toMatchObject({ releases: 1, doubleReleases: 0 });
});

it('S25: where approvals are signed, its switch takes a signature before a worker has led', async () => {
  const world = await openDeskWorld();
  const { env } = world;
  env['PEERDESK_APPROVER_DIR'] = join(env['PEERDESK_STATE_DIR'] ?? '', 'approvers');
  env['PEERDESK_APPROVALS'] = 'signed';
  env['PEERDESK_APPROVERS'] = `ana=${createApproverKey(env, 'ana').publicKey}`;
  const peerdesk = operatorOf(world);
  // No guard runs, which recover says.
  expect(await peerdesk('register', 'recover', '--yes')).toMatchObject({
    stdout: expect.stringContaining(`account ${account}: releases are switched off`),
  });
  expect(await peerdesk('desk', 'open', 'releases')).toMatchObject({
    exitCode: 6,
    stderr: expect.stringContaining('kill switch releases stays engaged: the loosening is not signed'),
  });
  expect(await peerdesk('desk', 'open', 'releases', '--key', 'ana')).toMatchObject({ exitCode: 0 });
});
