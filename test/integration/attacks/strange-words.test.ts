/** What a stranger asks of the guard and writes to it, which the worker alone does; the ledger of the service is the judge. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { guardControl, startOrder } from '../../../src/client/index.ts';
import { permitUpdate } from '../../../src/workflows/contract/guard-contract.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';
import { account, openDeskWorld, quickSettings, until, type DeskWorld } from '../desk-harness.ts';
import { carriedOrder, effects, releaseRules, type CarriedOrder } from '../operations-world.ts';
import { operatorOf } from '../operator.ts';
import { paymentOf, soldTo } from './attack-world.ts';

const buyer = 'Juan Perez';

async function waiting(world: DeskWorld): Promise<CarriedOrder> {
  const orderNumber = soldTo(world, buyer);
  const start = { account, orderNumber, mode: 'sim', release: releaseRules('match'), settings: quickSettings } as const;
  await startOrder(world.client, start);
  const order = carriedOrder(world, orderNumber);
  await order.waitsFor('release-gate');
  return order;
}

it('I12, P4, P5: the highest number of all, permitted to a stranger: nothing is released, it is said, and a restore of the present register ends it', async () => {
  const world = await openDeskWorld();
  const peerdesk = operatorOf(world);
  const worker = world.startWorker();
  await until('it serves', world.log, (log) => log.includes('what this worker may do'));
  const first = await waiting(world);
  await first.control.attachMatch(paymentOf(buyer, 'BANK-1'));
  await first.waitsFor('nothing');
  const guard = world.client.workflow.getHandle(`guard:${account}`);
  // Who reaches Temporal reads what the guard permitted last.
  const { generation, permitted: known } = await guardControl(world.client, account).memory();
  const callId = 'a-call-of-a-stranger';
  const ask = { step: 'release', subject: 'x', generation: generation ?? '', callId, known } as const;
  const most = Number.MAX_SAFE_INTEGER;
  const odd = [
    { ...ask, number: most + 1 },
    { ...ask, number: 1e300 },
    { ...ask, number: most, codeStep: most },
  ];
  for (const args of odd) await expect(guard.executeUpdate(permitUpdate, { args: [args] })).rejects.toThrow();
  expect(await guard.executeUpdate(permitUpdate, { args: [{ ...ask, number: most }] })).toMatchObject({
    permitted: true,
  });
  const next = await waiting(world);
  await next.control.attachMatch(paymentOf(buyer, 'BANK-2'));
  await until(
    'the order says why',
    () => next.control.state(),
    (view) => JSON.stringify(view).includes('older copy'),
  );
  expect(effects(world.simulator.ledger(), 'release', next.orderNumber)).toBe(0);
  await worker.kill();
  const copy = join(await temporaryDirectory(), 'copy.sqlite');
  expect(await peerdesk('register', 'backup', copy)).toMatchObject({ exitCode: 0 });
  expect(await peerdesk('register', 'restore', copy, '--yes')).toMatchObject({ exitCode: 0 });
  world.startWorker();
  await until(
    'the payment counts',
    async () => {
      await next.control.attachMatch(paymentOf(buyer, 'BANK-2')).catch(() => undefined);
      return effects(world.simulator.ledger(), 'release', next.orderNumber);
    },
    (count) => count > 0,
  );
  await next.waitsFor('nothing');
  expect(world.simulator.ledger()).toMatchObject({ releases: 2, doubleReleases: 0, repeatedAttempts: 0 });
});
