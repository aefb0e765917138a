/** Two accounts of one register that is put back from a backup. The ledger of the service is the judge. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { orderControl, startOrder } from '../../../src/client/index.ts';
import { keysOf } from '../accounts/group-world.ts';
import { paymentOf, soldTo } from '../attacks/attack-world.ts';
import { account, openDeskWorld, quickSettings, sharedEgress, until, type DeskWorld } from '../desk-harness.ts';
import { operatorOf } from '../operator.ts';
import { effects, releaseRules } from '../operations-world.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';

const buyer = 'ANA PEREZ';
const neighbour = 'second';

function serve(world: DeskWorld, name: string) {
  const { apiKey, apiSecret } = keysOf(name);
  const keys = { PEERDESK_API_KEY: apiKey, PEERDESK_API_SECRET: apiSecret };
  return world.startWorker({ PEERDESK_ACCOUNT: name, PEERDESK_EGRESS: name, ...keys });
}

/** A paid order of an account, with a payment of the bank. */
async function sold(world: DeskWorld, of: string, reference: string) {
  const orderNumber = soldTo(world, buyer, { reference, of });
  const rest = { mode: 'sim', release: releaseRules('match'), settings: quickSettings } as const;
  await startOrder(world.client, { account: of, group: of, orderNumber, ...rest });
  const control = orderControl(world.client, of, orderNumber);
  await until(
    'the order waits',
    () => control.state(),
    ({ waitingFor, mark }) => waitingFor.code === 'release-gate' && mark !== null,
  );
  await control.attachMatch(paymentOf(buyer, reference));
  return { orderNumber, control };
}

async function released({ control }: Awaited<ReturnType<typeof sold>>): Promise<void> {
  await until(
    'it ends',
    () => control.state(),
    ({ waitingFor }) => waitingFor.code === 'nothing',
  );
}

it('S23: a payment of one account that a backup has forgotten backs no order of another account', async () => {
  const accounts = [account, neighbour].map((name) => ({ name, ...keysOf(name) }));
  const world = await openDeskWorld({ egress: sharedEgress, accounts });
  const { simulator } = world;
  const peerdesk = operatorOf(world);
  const backup = join(await temporaryDirectory(), 'backup.sqlite');
  const workers = [account, neighbour].map((name) => serve(world, name));
  await released(await sold(world, account, 'REF-0'));
  expect(await peerdesk('register', 'backup', backup)).toMatchObject({ exitCode: 0 });
  const first = await sold(world, account, 'REF-1');
  await released(first);
  for (const worker of workers) await worker.kill();
  expect(await peerdesk('register', 'restore', backup, '--yes')).toMatchObject({ exitCode: 0 });

  serve(world, neighbour);
  const again = await sold(world, neighbour, 'REF-1');
  const state = await until(
    'the order says why',
    async () => JSON.stringify(await again.control.state()),
    (shown) => /REGISTER_BEHIND/.test(shown) || effects(simulator.ledger(), 'release', again.orderNumber) > 0,
  );
  expect(simulator.ledger(), state).toMatchObject({ releases: 2, releasesOnUsedPayment: 0, doubleReleases: 0 });
  expect((await peerdesk('register', 'show')).stdout).toContain('NOT COMPARED');

  serve(world, account);
  await until(
    'the release is unknown',
    async () => (await peerdesk('register', 'show')).stdout,
    (shown) => shown.includes(`${first.orderNumber}: no money moves`) && !shown.includes('NOT COMPARED'),
  );
  await again.control.report([{ status: null, atMs: Date.now(), source: 'test' }]);
  const other = await sold(world, neighbour, 'REF-1');
  await until(
    'the other one says why, too',
    async () => JSON.stringify(await other.control.state()),
    (shown) => /REGISTER_BEHIND/.test(shown),
  );
  expect(simulator.ledger()).toMatchObject({ releases: 2, releasesOnUsedPayment: 0, doubleReleases: 0 });
});
