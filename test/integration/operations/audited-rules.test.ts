import { expect, it } from 'vitest';
import { account, openDeskWorld, until } from '../desk-harness.ts';
import { json, operatorOf } from '../operator.ts';

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
  const guard = world.client.workflow.getHandle(`guard:${account}`);
  await guard.signal('setReleaseRules', { policy: 'paid', by: 'mallory' });
  const entries = json(await peerdesk('audit', '--json')) as { what: string }[];
  expect(entries.filter(({ what }) => what === 'setReleaseRules')).toMatchObject([
    { by: 'eva', via: 'signal', detail: 'policy approve, never above 5000 BOB', refused: null },
    { by: 'ana', via: 'update', detail: 'policy approve, never above 900 BOB, note a slow day', refused: null },
    { by: 'mallory', via: 'signal', refused: expect.stringMatching(/amountCap|counterparty/) },
  ]);
  const listed = await peerdesk('audit');
  expect(listed.stdout).toMatch(/setReleaseRules +mallory .*REFUSED: /);
  expect(listed.stderr).toMatch(/a signal is not answered/);
});
