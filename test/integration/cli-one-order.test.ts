import { expect, it } from 'vitest';
import { account, openDeskWorld } from './desk-harness.ts';
import { json, operatorOf } from './operator.ts';

it('order start: carries it without a desk, once; one that was terminated is taken up again', async () => {
  const world = await openDeskWorld();
  const peerdesk = operatorOf(world);
  const order = '22000000000000000077';
  const handle = world.client.workflow.getHandle(`order:${account}:${order}`);
  const started = await peerdesk('order', 'start', order, '--by', 'ana', '--note', 'by hand', '--json');
  expect(json(started)).toEqual({ account, orderNumber: order, mode: 'sim', started: true });
  expect(started).toMatchObject({ exitCode: 0, stderr: expect.stringMatching(/^warning: no worker serves account/) });
  const again = await peerdesk('order', 'start', order);
  expect(again).toMatchObject({
    exitCode: 0,
    stderr: expect.stringMatching(/is carried already and nothing changed/),
  });
  const trail = json(await peerdesk('audit', order, '--json')) as object[];
  expect(trail).toMatchObject([{ what: 'started', kind: 'order', by: 'ana', detail: 'note by hand, mode sim' }]);
  await handle.terminate('tidied up');
  expect(json(await peerdesk('order', 'start', order, '--json'))).toMatchObject({ started: true });
});
