import { expect, it } from 'vitest';
import { account, openDeskWorld, until } from '../desk-harness.ts';
import { json, operatorOf, paidOrderOf } from '../operator.ts';

it('an audit says who changed the rules and to what, and marks what was refused', async () => {
  const world = await openDeskWorld();
  const peerdesk = operatorOf(world);
  await world.runWorker();
  const start = ['desk', 'start', '--release', 'approve', '--amount-cap', '5000 BOB', '--by', 'eva'];
  await until(
    'the desk starts',
    () => peerdesk(...start),
    (run) => run.exitCode === 0,
  );
  const set = ['desk', 'set', '--amount-cap', '900 BOB', '--by', 'ana', '--note', 'a slow day'];
  expect(await peerdesk(...set)).toMatchObject({ exitCode: 0 });
  const ad = world.simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.10' });
  const limits = ['limits.floor=9.50', 'limits.ceiling=10.90'];
  expect(await peerdesk('ad', 'start', ad, ...limits, '--by', 'ben', '--note', 'mine')).toMatchObject({ exitCode: 0 });
  const guard = world.client.workflow.getHandle(`guard:${account}`);
  await guard.signal('setReleaseRules', { policy: 'paid', by: 'mallory' });
  const entries = json(await peerdesk('audit', '--json')) as { what: string; kind: string }[];
  expect(entries.filter(({ what, kind }) => what === 'started' && kind !== 'guard')).toMatchObject([
    { kind: 'desk', by: 'eva' },
    { kind: 'ad', by: 'ben', detail: 'limits {"floor":"9.50","ceiling":"10.90"}, note mine, mode sim' },
  ]);
  expect(entries.filter(({ what }) => what === 'setReleaseRules')).toMatchObject([
    { by: 'eva', via: 'signal', detail: 'policy approve, never above 5000 BOB', refused: null },
    { by: 'ana', via: 'update', detail: 'policy approve, never above 900 BOB, note a slow day', refused: null },
    { by: 'mallory', via: 'signal', refused: expect.stringMatching(/amountCap|counterparty/) },
  ]);
  const listed = await peerdesk('audit');
  expect(listed.stdout).toMatch(/setReleaseRules +mallory .*REFUSED: /);
  expect(listed.stderr).toMatch(/a signal is not answered/);
});

it('an audit marks an approval that the worker took and did not count, without the payment', async () => {
  const world = await openDeskWorld();
  const peerdesk = operatorOf(world);
  await world.runWorker();
  const order = await paidOrderOf(world, { total: '500.00' });
  const paid = ['order', 'received', order, '--amount', '500.00', '--payer', 'A STRANGER', '--proof', 'TRX-77'];
  const attached = await until(
    'the payment of a stranger is compared',
    () => peerdesk(...paid),
    (run) => run.stdout.includes('it does NOT fit'),
  );
  expect(attached.exitCode).toBe(6);
  const approval = await peerdesk('order', 'approve-release', order, '--amount', '500.00', '--by', 'ana');
  expect(approval).toMatchObject({ exitCode: 6, stdout: expect.stringMatching(/does not count/) });
  const audit = await peerdesk('audit', order);
  expect(audit.stdout).toMatch(/approveRelease +ana .*REFUSED: it did not count: the release lacked a payment from/);
  expect(audit.stdout).not.toMatch(/TRX-77|STRANGER/);
  expect(world.simulator.ledger().releases).toBe(0);
});
