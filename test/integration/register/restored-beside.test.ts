/** A register that is lost and put back from a backup while its worker runs. The ledger of the service is the judge. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';
import { paymentOf, soldTo } from '../attacks/attack-world.ts';
import { noRules, openDeskWorld, until, type DeskWorld } from '../desk-harness.ts';
import { operatorOf } from '../operator.ts';
import { carriedOrder, effects } from '../operations-world.ts';

const buyer = 'ANA PEREZ';

async function sold(world: DeskWorld, reference: string) {
  const order = carriedOrder(world, soldTo(world, buyer, { reference }));
  await order.waitsFor('release-gate');
  await order.control.attachMatch(paymentOf(buyer, reference));
  return order;
}

it('ADR 0048: a worker that runs while its register is put back compares the releases before it claims', async () => {
  const world = await openDeskWorld();
  const { simulator } = world;
  const peerdesk = operatorOf(world);
  const backup = join(await temporaryDirectory(), 'backup.sqlite');
  world.startWorker();
  await until('it serves', world.log, (log) => log.includes('what this worker may do'));
  await world.startDesk({ release: { policy: 'match', amountCap: null, counterparty: noRules } });
  const first = await sold(world, 'REF-1');
  await first.waitsFor('nothing');
  expect(await peerdesk('register', 'backup', backup)).toMatchObject({ exitCode: 0 });
  const since = await sold(world, 'REF-2');
  await since.waitsFor('nothing');
  const state = world.env['PEERDESK_STATE_DIR'] ?? '';
  for (const name of readdirSync(state)) if (name.startsWith('register')) rmSync(join(state, name));
  expect(await peerdesk('register', 'restore', backup, '--yes')).toMatchObject({ exitCode: 0 });

  const again = await sold(world, 'REF-2');
  const untilSays = (text: RegExp) =>
    until(
      `the order says ${text}`,
      async () => JSON.stringify(await again.control.state()),
      (shown) => text.test(shown) || effects(simulator.ledger(), 'release', again.orderNumber) > 0,
    );
  await untilSays(/releases that the register does not know/);
  expect((await peerdesk('register', 'show')).stdout).toMatch(new RegExp(`unknown release +${since.orderNumber}: no`));
  expect(simulator.ledger()).toMatchObject({ releases: 2, releasesOnUsedPayment: 0, doubleReleases: 0 });
});
